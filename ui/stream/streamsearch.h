// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/foldedsearch.h"
#include "ui/code/searchable.h"
#include "ui/models/streammodel.h"

#include <optional>
#include <vector>

namespace wk {

class StreamTable;

/// Finds rows of the stream by what their cells say; times, versions and sizes are not looked into. The row that is
/// found is the current one, and so selected in the whole window. Gui thread. Rows come and go: each step looks anew.
/// Of more than RowsReadWhole rows the older ones are found by kind, namespace and name only, so that a step stays
/// short.
class StreamSearch : public Searchable
{
public:
    static constexpr int RowsReadWhole = 10'000;

    /// Both outlive it.
    StreamSearch(StreamTable &table, const StreamModel &model);

    void setNeedle(const QString &needle) override;
    int foundCount() const override { return static_cast<int>(m_found.size()); }
    int foundCurrent() const override;
    void findNext() override;
    void findPrevious() override;
    QString selectedText() const override;
    QWidget *searched() override;

private:
    void look();
    int chosenRow() const;
    bool saysWhereAndWhat(RowId row);
    bool saysMore(RowId row) const;
    void choose(int row);

    StreamTable &m_table;
    const StreamModel &m_model;
    std::optional<FoldedSearch> m_needle;
    std::vector<int> m_found;   ///< rows, as they stood at the last look
    std::vector<char> m_kinds;  ///< by the text's number: not asked yet, yes or no; of one look
    std::vector<char> m_spaces; ///< the same of namespaces
    std::vector<char> m_names;
};

} // namespace wk
