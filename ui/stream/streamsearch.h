// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answers/liveanswer.h"
#include "ui/code/searchable.h"
#include "ui/models/streammodel.h"
#include "ui/stream/foundrows.h"

#include <QObject>

#include <cstdint>
#include <optional>

namespace wk {

class StreamTable;

/// Finds rows of the stream by what their cells say. The row that is found is the current one, and so selected in the
/// whole window. Gui thread; the rows are looked through in Qt's pool, and those that come meanwhile are, too.
/// Of more than RowsReadWhole rows the older ones are found by kind, namespace and name only, as the texts of a million
/// rows would take minutes.
class StreamSearch : public QObject, public Searchable
{
    Q_OBJECT

public:
    static constexpr std::size_t RowsReadWhole = 10'000;

    /// All outlive it.
    StreamSearch(StreamTable &table, const StreamModel &model, const HistoryFeed &history);

    void setNeedle(const QString &needle) override;
    bool isLooking() const override { return m_found.isBehind(); }
    int foundCount() const override { return static_cast<int>(found().size()); }
    int foundCurrent() const override;
    void findNext() override { take(Step::Next); }
    void findPrevious() override { take(Step::Previous); }
    QString selectedText() const override { return {}; }
    QWidget *searched() override;

Q_SIGNALS:
    /// More may be found, and the current one be another.
    void lookedOn();

private:
    enum class Step : std::uint8_t { None, Next, Previous };

    const std::vector<RowId> &found() const { return m_found.shown().rows(); }
    void lookAnew();
    void looked();
    void take(Step step);
    void go(Step step, bool hasWaited);
    std::optional<RowId> chosen() const;
    void choose(RowId row);

    StreamTable &m_table;
    const StreamModel &m_model;
    std::string m_needle;
    Step m_step = Step::None;    ///< asked for, and to be taken when all has been looked at
    std::optional<RowId> m_from; ///< … from the row that was chosen then
    LiveAnswer<FoundRows> m_found;
};

} // namespace wk
