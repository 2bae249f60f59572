// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/filterrow.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/testhistory.h"
#include "ui/charts/chartsview.h"
#include "ui/models/windowstate.h"
#include "ui/style/chip.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/watches/watchesview.h"

#include <QTest>

#include <algorithm>

namespace tst_filterrow {

using namespace wk;
using namespace std::chrono_literals;

/// A view that is filtered.
class FilteredView : public View
{
public:
    bool isOfOneMoment = false;

    QString title() const override { return {}; }
    void applyBatch(const Batch &) override {}
    bool followsTimeRange() const override { return !isOfOneMoment; }
};

class FilterRowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aViewThatTheFilterHasNoSayInSaysSo_data()
    {
        QTest::addColumn<bool>("isCharts");
        QTest::newRow("charts") << true;
        QTest::newRow("watches") << false;
    }
    void aViewThatTheFilterHasNoSayInSaysSo()
    {
        QFETCH(bool, isCharts);
        WindowState state;
        ManualClock clock;
        TestHistory history;
        ChartsView charts(state, history, clock);
        WatchesView watches(state, history, clock);
        FilteredView filtered;
        FilterRow row(state, clock);
        row.setView(isCharts ? static_cast<View *>(&charts) : &watches);
        QVERIFY2(!saysNotFiltered(row), "there is no filter");
        state.setFilter(QStringLiteral("ns:web"));
        QVERIFY(saysNotFiltered(row));
        row.setView(&filtered);
        QVERIFY(!saysNotFiltered(row));
        row.setView(isCharts ? static_cast<View *>(&charts) : &watches);
        QVERIFY(saysNotFiltered(row));
        state.setFilter(QStringLiteral(" "));
        QVERIFY(!saysNotFiltered(row));
    }
    void aTableOfOneMomentSaysThatTheRangeIsForOthers()
    {
        WindowState state;
        ManualClock clock;
        FilteredView stream;
        FilteredView table;
        table.isOfOneMoment = true;
        FilterRow row(state, clock);
        row.setView(&table);
        QVERIFY(!says(row, QStringLiteral("Not narrowed in time")));
        state.setTimeRange(TimeRange{clock.wallNow() - 90s, clock.wallNow() - 60s});
        QVERIFY(says(row, QStringLiteral("Not narrowed in time")));
        row.setView(&stream);
        QVERIFY(!says(row, QStringLiteral("Not narrowed in time")));
        row.setView(&table);
        QVERIFY(says(row, QStringLiteral("Not narrowed in time")));
        state.setTimeRange({});
        QVERIFY(!says(row, QStringLiteral("Not narrowed in time")));
    }

    void theTimeRangeHasADateOnceItIsAnotherDays()
    {
        WindowState state;
        ManualClock clock;
        FilterRow row(state, clock);
        const WallTime now = clock.wallNow();
        state.setTimeRange(TimeRange{now - 90s, now - 60s});
        const QString today = timeOf(row);
        QVERIFY2(today.startsWith(QStringLiteral("Time range ")), qPrintable(today));
        QCOMPARE(today.count(u'-'), 0);
        state.setTimeRange(TimeRange{now - 48h - 90s, now - 48h - 60s});
        QVERIFY2(timeOf(row).contains(format::span(now - 48h - 90s, now - 48h - 60s, now)), qPrintable(timeOf(row)));
        QVERIFY2(timeOf(row).count(u'-') >= 2, qPrintable(timeOf(row)));
    }

private:
    static QString timeOf(const FilterRow &row)
    {
        const QList<Chip *> chips = row.findChildren<Chip *>();
        return chips.isEmpty() ? QString() : chips.first()->text();
    }
    static bool says(const FilterRow &row, const QString &words)
    {
        const QList<ElidedLabel *> labels = row.findChildren<ElidedLabel *>();
        return std::ranges::any_of(labels, [&words](const ElidedLabel *label) {
            return !label->isHidden() && label->text().startsWith(words);
        });
    }
    static bool saysNotFiltered(const FilterRow &row) { return says(row, QStringLiteral("Not filtered")); }
};

} // namespace tst_filterrow

WK_TEST(tst_filterrow, FilterRowTest, QApplication)
#include "tst_filterrow.moc"
