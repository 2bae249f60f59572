// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QStringList>
#include <QTest>

namespace tst_outages {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

namespace {

EntryPtr at(std::shared_ptr<Entry> entry, std::chrono::seconds time)
{
    entry->arrived = Start + time;
    return entry;
}

EntryPtr gap(WatchId watch, std::chrono::seconds since, std::chrono::seconds broke, std::chrono::seconds until)
{
    auto made = entry(watch, EntryType::Gap);
    made->gap.since = Start + since;
    made->gap.broke = Start + broke;
    return at(made, until);
}

EntryPtr reconnect(WatchId watch, std::chrono::seconds broke, std::chrono::seconds until)
{
    auto made = entry(watch, EntryType::Reconnect);
    made->broke = Start + broke;
    return at(made, until);
}

/// "1: doubt 0-20-30, 2: late 10-10-30".
QString textOf(const std::map<WatchId, Outage> &outages, WallTime time)
{
    QStringList texts;
    for (const auto &[watch, outage] : outages) {
        const QString what = outage.isInDoubtAt(time) ? u"doubt"_s : outage.isMissed ? u"lost"_s : u"late"_s;
        const QString until = outage.until ? QString::number((*outage.until - Start) / 1s) : QString();
        texts << QStringLiteral("%1: %2 %3-%4-%5")
                     .arg(watch)
                     .arg(what)
                     .arg((outage.since - Start) / 1s)
                     .arg((outage.broke - Start) / 1s)
                     .arg(until);
    }
    return texts.join(u", ");
}

} // namespace

/// What a history knows of the moments at which its watches did not know what there was.
class TestOutages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_log = std::make_unique<EventLog>();
        for (const WatchId watch : {1, 2}) {
            m_log->setWatch(watch, scope("Pod"));
            m_log->append(at(listEntry(watch, {object("web", "a")}), 0s));
        }
    }

    void aGapIsInDoubtAtFirstAndThenCertain()
    {
        m_log->append(at(entry(2, EntryType::Modified, object("web", "a")), 25s));
        m_log->append(gap(1, 10s, 20s, 30s));
        m_log->append(at(entry(1, EntryType::Relist), 30s));
        QCOMPARE(then(9s), QString());
        QCOMPARE(then(10s), u"1: doubt 10-20-30"_s);
        QCOMPARE(then(20s), u"1: lost 10-20-30"_s);
        QCOMPARE(then(29s), u"1: lost 10-20-30"_s);
        QCOMPARE(then(30s), QString());
        QCOMPARE(then(300s), QString());
    }

    void whatCameLateWasNotThereBefore()
    {
        m_log->append(reconnect(2, 20s, 30s));
        QCOMPARE(then(19s), QString());
        QCOMPARE(then(25s), u"2: late 20-20-30"_s);
        QCOMPARE(then(31s), QString());
    }

    void theGraverOfTwoIsTold()
    {
        m_log->append(reconnect(1, 20s, 25s)); // a stream that only said that it is too old
        m_log->append(gap(1, 10s, 20s, 30s));
        m_log->append(at(entry(1, EntryType::Relist), 30s));
        QCOMPARE(then(22s), u"1: lost 10-20-30"_s);
        QCOMPARE(then(27s), u"1: lost 10-20-30"_s);
        QCOMPARE(then(15s), u"1: doubt 10-20-30"_s);
    }

    void behindTheWordThatEndsItNothingHasComeYet()
    {
        m_log->append(reconnect(1, 20s, 30s));
        const RowId word = m_log->now().end() - 1;
        m_log->append(at(entry(1, EntryType::Modified, object("web", "a")), 30s));
        QCOMPARE(textOf(m_log->now().outagesAt(word + 1, Start + 30s), Start + 30s), u"1: late 20-20-30"_s);
        QCOMPARE(textOf(m_log->now().outagesAt(word + 2, Start + 30s), Start + 30s), QString());
    }

    void ofWhatWasClosedWhileItWasBrokenNobodyKnowsUntilWhen()
    {
        m_log->closeWatch(1, Start + 20s); // at second 30
        QCOMPARE(then(15s), QString());
        QCOMPARE(then(25s), u"1: lost 20-20-"_s);
    }

    void chunksThatHaveFallenOffAreNotMissed()
    {
        EventLog::Bounds bounds;
        bounds.rows = EventLog::ChunkRows;
        m_log->setBounds(bounds);
        for (RowId row = 0; row < 3 * EventLog::ChunkRows; ++row)
            m_log->append(at(entry(1, EntryType::Modified, object("web", "a")), 5s));
        m_log->append(gap(1, 10s, 20s, 30s));
        while (m_log->step()) {
        }
        QVERIFY(m_log->now().begin() > 0);
        QCOMPARE(then(25s), u"1: lost 10-20-30"_s);
    }

private:
    QString then(std::chrono::seconds time) const
    {
        const HistorySnapshot &history = m_log->now();
        return textOf(history.outagesAt(history.rowAfter(Start + time), Start + time), Start + time);
    }

    std::unique_ptr<EventLog> m_log;
};

} // namespace tst_outages

WK_TEST(tst_outages, TestOutages, QCoreApplication)
#include "tst_outages.moc"
