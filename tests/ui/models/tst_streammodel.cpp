// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filterparser.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/streammodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

Q_DECLARE_METATYPE(wk::EntryClass)

namespace tst_streammodel {

using namespace wk;
using namespace std::chrono_literals;
using namespace wk::sample;

namespace {

constexpr WatchId Pods = 1;

ObjectPtr web(const std::string &name, int version = 1000, const std::string &ns = "web")
{
    return shared(pod({.ns = ns, .name = name}, version));
}

RowQuery query(std::string_view text)
{
    RowQuery query;
    query.filter = *parseFilter(text).filter;
    return query;
}

/// The cells of a row, one after the other; narrow and fixed spaces as plain ones, the time left out.
QString line(const StreamModel &model, int row)
{
    QStringList cells;
    for (int column = StreamModel::Type; column < StreamModel::ColumnCount; ++column) {
        if (column != StreamModel::Cluster)
            cells << model.index(row, column).data().toString().replace(QChar(0x202f), u' ').replace(QChar(0xa0), u' ');
    }
    return cells.join(u'|');
}

void finish(StreamModel &model)
{
    QTRY_VERIFY(!model.isBehind());
}

} // namespace

class tst_streammodel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_log = std::make_unique<TestHistory>();
        m_model = std::make_unique<StreamModel>(*m_log);
        m_log->setWatch(Pods, scopeOf(podInfo()));
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void aRowTellsItsEvent()
    {
        m_log->append(batch({modified(Pods, web("a", 1), web("a", 8123298), {"spec.replicas 3 4"})}));
        QCOMPARE(line(*m_model, 0), QStringLiteral("MODIFIED|live|Pod|web|a|8123298|spec.replicas 3 → 4|kubelet|"));
        QVERIFY(m_model->index(0, StreamModel::Time).data().toString().endsWith(QStringLiteral(":12.000")));
        QCOMPARE(m_model->refAt(0), refOf(podInfo().gvr, *web("a")));
    }

    void saysWhoMayHaveWrittenWhereNobodySaysSo()
    {
        const auto scaledTo = [](int version, const char *replicas) {
            Object made = pod({.name = "a"}, version);
            made.body = plainBody(std::string("{'metadata':{'managedFields':[{'manager':'kube-controller-manager',"
                                              "'operation':'Update','time':'2026-11-21T10:41:09Z','fieldsV1':"
                                              "{'f:status':{'f:replicas':{}}}}]},'status':{'replicas':") +
                                  replicas + "}}");
            return shared(std::move(made));
        };
        const EntryPtr written = modified(Pods, scaledTo(1, "2"), scaledTo(2, "3"), {"status.replicas 2 3"});
        auto entry = std::make_shared<Entry>(*written);
        auto changes = std::make_shared<Changes>(*entry->changes);
        changes->managers.clear();
        entry->changes = changes;
        m_log->append(batch({added(Pods, scaledTo(1, "2")), entry}));
        const QModelIndex who = m_model->index(1, StreamModel::Who);
        const QString writer = QStringLiteral("? kube-controller-manager");
        QSignalSpy filled(m_model.get(), &QAbstractItemModel::dataChanged);
        QCOMPARE(m_model->index(0, StreamModel::Who).data().toString(), QString());
        QCOMPARE(who.data().toString(), QString()); // two bodies are compared beside the window
        QCOMPARE(who.data(StreamModel::WholeRole).toString(), writer);
        QTRY_COMPARE(filled.size(), 1);
        QCOMPARE(filled[0][0].toModelIndex(), who);
        QCOMPARE(filled[0][1].toModelIndex(), who);
        QCOMPARE(who.data().toString(), writer);
        QVERIFY(who.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Not certain")));
    }

    void saysThatNobodyOwnsWhatChanged()
    {
        const auto of = [](int version, const char *spec) {
            Object made = pod({.name = "a"}, version);
            made.body = plainBody(spec);
            return shared(std::move(made));
        };
        auto bound = std::make_shared<Entry>(
            *modified(Pods, of(1, "{'spec':{}}"), of(2, "{'spec':{'nodeName':'b'}}"), {"spec.nodeName b"}));
        auto changes = std::make_shared<Changes>(*bound->changes);
        changes->managers.clear();
        bound->changes = changes;
        m_log->append(batch({added(Pods, of(1, "{'spec':{}}")), bound}));
        const QModelIndex who = m_model->index(1, StreamModel::Who);
        QTRY_COMPARE(who.data().toString(), QStringLiteral("–"));
        QVERIFY(who.data(Qt::ToolTipRole).toString().contains(QStringLiteral("No field manager owns")));
    }

    void whatTheWatcherKnowsOfItselfIsARowToo()
    {
        m_log->append(batch({gap(Pods, 8101177, 8123280), bookmark(Pods, 8123275)}));
        QVERIFY2(line(*m_model, 0).startsWith(QStringLiteral("GAP||Pod||all|")), qPrintable(line(*m_model, 0)));
        QVERIFY(line(*m_model, 1).contains(QStringLiteral("watch is at 8123275")));
        QVERIFY(m_model->refAt(0).isEmpty());
    }

    void thatAServerForgetsAnEventIsNoNews()
    {
        const WatchId events = 2;
        m_log->setWatch(events, scopeOf(eventInfo()));
        const ObjectPtr note = shared(kubeEvent("web-1.17a", "Warning", "BackOff", 61min));
        m_log->append(batch({added(events, note), deleted(events, note), deleted(Pods, web("a"))}));
        QCOMPARE(m_model->rowCount(), 3); // nothing is left out
        QVERIFY(!m_model->rowAt(0)->isNoNews);
        QVERIFY(m_model->rowAt(1)->isNoNews);
        QVERIFY(!m_model->rowAt(2)->isNoNews);
    }

    void everyRowOfAnObjectTellsHowItCame_data()
    {
        QTest::addColumn<EntryClass>("origin");
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("means");
        QTest::newRow("live") << EntryClass::Live << QStringLiteral("live") << QStringLiteral("as it happened");
        QTest::newRow("resumed") << EntryClass::Resumed << QStringLiteral("resumed") << QStringLiteral("only late");
        QTest::newRow("inferred") << EntryClass::Inferred << QStringLiteral("inferred")
                                  << QStringLiteral("was not seen");
    }
    void everyRowOfAnObjectTellsHowItCame()
    {
        QFETCH(EntryClass, origin);
        QFETCH(QString, means);
        m_log->append(batch({as(added(Pods, web("a")), origin)}));
        const QModelIndex cell = m_model->index(0, StreamModel::Class);
        QTEST(cell.data().toString(), "word");
        QVERIFY2(cell.data(Qt::ToolTipRole).toString().contains(means),
                 qPrintable(cell.data(Qt::ToolTipRole).toString()));
    }

    void aGapTellsFromWhereToWhereAndWhy()
    {
        auto entry = std::make_shared<Entry>(*gap(Pods, 8101177, 8123280));
        entry->gap.since = entry->arrived - 3200ms;
        entry->gap.reason = "<b>410</b> Expired";
        m_log->append(batch({entry}));
        const QString tip = m_model->index(0, StreamModel::Type).data(Qt::ToolTipRole).toString();
        for (const QString &part : {QStringLiteral("Pod"), QStringLiteral("3.2\u00a0s"), QStringLiteral("8101177"),
                                    QStringLiteral("8123280"), QStringLiteral("&lt;b&gt;410")})
            QVERIFY2(tip.contains(part), qPrintable(tip));
    }

    void classesCanBeFilteredFor()
    {
        m_log->append(batch({added(Pods, web("a")), as(added(Pods, web("b")), EntryClass::Inferred)}));
        m_model->ask(query("class:inferred"));
        finish(*m_model);
        QCOMPARE(m_model->rowCount(), 1);
        QCOMPARE(m_model->refAt(0).name, std::string("b"));
    }

    void aListIsARowAndARowForEachObject()
    {
        m_log->append(batch({listed(Pods, podColumns(), {web("a"), web("b")})}));
        finish(*m_model);
        QCOMPARE(m_model->rowCount(), 3);
        QVERIFY(line(*m_model, 0).startsWith(QStringLiteral("LIST||Pod")));
        QVERIFY(line(*m_model, 2).startsWith(QStringLiteral("LISTED|initial|Pod|web|b|1000|phase Running")));
        QCOMPARE(m_model->rowAt(2)->origin, EntryClass::Initial);
        QCOMPARE(m_model->refAt(2).name, std::string("b"));
        QVERIFY(!m_model->outlineAt(0)->isOfObject);
        QVERIFY(m_model->outlineAt(2)->isOfObject);
        m_log->append(batch({modified(Pods, web("a"), web("a")), bookmark(Pods, 8123275)}));
        QVERIFY(m_model->outlineAt(3)->isOfObject);
        QVERIFY(!m_model->outlineAt(4)->isOfObject);
        QVERIFY(!m_model->outlineAt(5));
    }

    void aBatchIsOneInsert()
    {
        QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
        QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
        std::vector<EntryPtr> entries;
        for (int i = 0; i < 200; ++i)
            entries.push_back(added(Pods, web("p" + std::to_string(i))));
        m_log->append(batch(entries));
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(reset.size(), 0);
        QCOMPARE(m_model->rowCount(), 200);
    }

    void theOldestRowsFallOffInOneRemove()
    {
        m_tester.reset();
        m_model.reset();
        m_log = std::make_unique<TestHistory>(EventLog::Bounds{EventLog::ChunkRows * 2, 64 * limits::MiB});
        m_model = std::make_unique<StreamModel>(*m_log);
        m_log->setWatch(Pods, scopeOf(podInfo()));
        QAbstractItemModelTester tester(m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy removed(m_model.get(), &QAbstractItemModel::rowsRemoved);
        std::size_t appended = 0;
        while (removed.isEmpty()) {
            std::vector<EntryPtr> entries(EventLog::ChunkRows / 2, added(Pods, web("p")));
            appended += entries.size();
            m_log->append(batch(entries));
            finish(*m_model);
        }
        QCOMPARE(removed.size(), 1);
        QCOMPARE(removed[0][1].toInt(), 0);
        QCOMPARE(removed[0][2].toInt(), int(EventLog::ChunkRows) - 1);
        QCOMPARE(m_model->rowCount(), int(appended - EventLog::ChunkRows));
        QCOMPARE(m_model->indexOf(EventLog::ChunkRows), 0);
        QCOMPARE(m_model->indexOf(0), -1);
    }

    void theOldAnswerStaysUntilTheNewOneIsWhole()
    {
        std::vector<EntryPtr> entries;
        for (int i = 0; i < 3000; ++i)
            entries.push_back(added(Pods, web(i % 3 == 0 ? "keep" : "drop")));
        m_log->append(batch(entries));
        finish(*m_model);
        QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
        m_model->ask(query("name:keep"));
        QCOMPARE(m_model->rowCount(), 3000);
        QVERIFY(m_model->isBehind());
        finish(*m_model);
        QCOMPARE(reset.size(), 1);
        QCOMPARE(m_model->rowCount(), 1000);
        m_log->append(batch({added(Pods, web("drop")), added(Pods, web("keep"))}));
        finish(*m_model);
        QCOMPARE(m_model->rowCount(), 1001);
        QCOMPARE(reset.size(), 1);
    }

    void valuesSortAsWhatTheyAre()
    {
        m_log->append(batch({added(Pods, web("a", 999)), added(Pods, web("b", 1000))}));
        const auto value = [&](int row, int column) { return m_model->index(row, column).data(StreamModel::SortRole); };
        QVERIFY(value(0, StreamModel::Version).toULongLong() < value(1, StreamModel::Version).toULongLong());
        QCOMPARE(value(0, StreamModel::Time).toLongLong(), qint64(Now.time_since_epoch().count()));
        QVERIFY(value(0, StreamModel::Name).toString() < value(1, StreamModel::Name).toString());
    }

    void namesOfStrangersAreMadeSafe()
    {
        m_log->append(batch({added(Pods, web("<b>\xE2\x80\xAE", 1, "\x1b[2J"))}));
        QVERIFY2(line(*m_model, 0).contains(QStringLiteral("‹U+001B›[2J|<b>‹U+202E›")), qPrintable(line(*m_model, 0)));
        QVERIFY(m_model->index(0, StreamModel::Name)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("&lt;b&gt;")));
    }

private:
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<StreamModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace tst_streammodel

WK_TEST(tst_streammodel, tst_streammodel, QApplication)
#include "tst_streammodel.moc"
