// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/turn.h"
#include "core/query/foldedsearch.h"
#include "ui/code/searchable.h"
#include "ui/models/streammodel.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <optional>
#include <vector>

namespace wk {

class StreamTable;

/// Finds rows of the stream by what their cells say; times, versions and sizes are not looked into. The row that is
/// found is the current one, and so selected in the whole window. Gui thread. From the oldest row on, in slices; each
/// step looks at the rows that have come since.
/// Of more than RowsReadWhole rows the older ones are found by kind, namespace and name only, as the texts of a million
/// rows would take minutes.
class StreamSearch : public QObject, public Searchable
{
    Q_OBJECT

public:
    static constexpr int RowsReadWhole = 10'000;

    /// Both outlive it.
    StreamSearch(StreamTable &table, const StreamModel &model);

    void setNeedle(const QString &needle) override;
    bool isLooking() const override { return m_work.isActive(); }
    int foundCount() const override { return static_cast<int>(m_found.size()); }
    int foundCurrent() const override;
    void findNext() override;
    void findPrevious() override;
    QString selectedText() const override;
    QWidget *searched() override;

Q_SIGNALS:
    /// A slice has been looked at: more may be found, and the current one be another.
    void lookedOn();

private:
    enum class Step : std::uint8_t { None, Next, Previous };

    void lookAnew();
    void take(Step step);
    RowId shownEnd() const;
    void work();
    void lookOn();
    void look(std::size_t index);
    void tryStep();
    void forgetFallen();
    std::optional<RowId> chosen() const;
    bool saysWhereAndWhat(RowId row);
    bool saysMore(RowId row) const;
    void choose(RowId row);

    StreamTable &m_table;
    const StreamModel &m_model;
    std::optional<FoldedSearch> m_needle;
    std::vector<RowId> m_found;    ///< in order
    RowId m_next = 0;              ///< the first that has not been looked at …
    RowId m_end = 0;               ///< … of those before this one
    Step m_step = Step::None;      ///< asked for, and not to be answered yet
    std::optional<RowId> m_from;   ///< … from the row that was chosen then
    bool m_isFromUnlooked = false; ///< … which may itself be the next
    std::uint64_t m_reuses = 0;    ///< of the texts' numbers, when these were asked:
    std::vector<char> m_kinds;     ///< by the text's number: not asked yet, yes or no
    std::vector<char> m_spaces;    ///< the same of namespaces
    std::vector<char> m_names;
    Turn m_turn;
    QTimer m_work; ///< runs while there is more to look at
};

} // namespace wk
