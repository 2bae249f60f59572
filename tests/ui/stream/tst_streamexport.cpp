// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionbodies.h"
#include "core/query/filterparser.h"
#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/streammodel.h"
#include "ui/stream/streamexport.h"

#include <QDir>
#include <QFile>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <optional>

namespace tst_streamexport {

using namespace wk;
using namespace wk::sample;

namespace {

constexpr WatchId Pods = 1;

ObjectPtr web(const std::string &name, int version = 1)
{
    Object made = pod({.name = name}, version);
    made.body = plainBody("{'metadata':{'name':'" + name + "'}}");
    return shared(std::move(made));
}

/// One whose body is a revision.
ObjectPtr kept(BodyWriter &bodies, const std::string &name)
{
    Object made = pod({.name = name});
    const std::string json = "{\"metadata\":{\"name\":\"" + name + "\"}}";
    made.body = bodies.keep({.uid = made.uid.text(), .line = json, .object = json});
    return shared(std::move(made));
}

} // namespace

class tst_streamexport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_log = std::make_unique<TestHistory>();
        m_model = std::make_unique<StreamModel>(*m_log);
        m_log->setWatch(Pods, scopeOf(podInfo()));
        m_log->append(batch({added(Pods, web("a")), bookmark(Pods, 2),
                             modified(Pods, web("a", 2), web("a", 3), {"spec.replicas 3 4"}), gap(Pods, 3, 4),
                             added(Pods, web("b"))}));
        m_export = std::make_unique<StreamExport>(*m_model, m_clock);
        m_result.reset();
        connect(m_export.get(), &StreamExport::finished, this,
                [this](const Result<ExportProgress> &result) { m_result = result; });
    }

    void whatIsShownBecomesWatchLines()
    {
        const QList<QByteArray> lines = exported(QStringLiteral("out.jsonl")).trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        QVERIFY2(lines[0].contains("\"ADDED\""), lines[0].constData());
        QVERIFY2(lines[0].contains("\"kind\":\"Pod\""), lines[0].constData());
        QVERIFY2(lines[1].contains("\"BOOKMARK\""), lines[1].constData());
        QVERIFY2(lines[2].contains("\"MODIFIED\""), lines[2].constData());
    }

    void whatTheFilterHidesIsNotWritten()
    {
        RowQuery query;
        query.filter = *parseFilter("name:b").filter;
        m_model->ask(query);
        QTRY_VERIFY(!m_model->isBehind());
        const QByteArray text = exported(QStringLiteral("out.jsonl"));
        QCOMPARE(text.count('\n'), 1);
        QVERIFY(text.contains("\"name\":\"b\""));
    }

    void whatNoServerSaysIsCounted()
    {
        exported(QStringLiteral("out.jsonl"));
        QVERIFY(m_result && m_result->ok());
        QCOMPARE(m_result->value().total, std::size_t(5));
        QCOMPARE(m_result->value().unsayable, std::uint64_t(1)); // the gap
        QCOMPARE(m_result->value().leftOut, std::uint64_t(0));
    }

    void whatComesAfterTheMomentIsNotWritten()
    {
        m_export->setEnd(2);
        QCOMPARE(exported(QStringLiteral("then.jsonl")).count('\n'), 2);
        m_result.reset();
        QCOMPARE(exported(QStringLiteral("then.csv")).count('\n'), 1 + 2);
        m_result.reset();
        m_export->setEnd({});
        QCOMPARE(exported(QStringLiteral("now.csv")).count('\n'), 1 + 5);
    }

    void whatFallsOffTheLogMeanwhileIsWritten()
    {
        RevisionBodies bodies;
        const auto writer = bodies.writer(podInfo().gvr);
        m_log->append(batch({added(Pods, kept(*writer, "kept-1")), added(Pods, kept(*writer, "kept-2"))}));
        m_export->start(path(QStringLiteral("out.jsonl")));
        m_log->setBounds({.rows = EventLog::ChunkRows});
        for (RowId row = 0; row < 2 * EventLog::ChunkRows; ++row)
            m_log->append(batch({bookmark(Pods, 5)}));
        QVERIFY(m_log->now().begin() > 0);
        QVERIFY(QTest::qWaitFor([this] { return m_result.has_value(); }));
        QFile file(path(QStringLiteral("out.jsonl")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 4 + 2);
        QVERIFY2(lines[4].contains("\"kept-1\"") && lines[5].contains("\"kept-2\""), lines[4].constData());
    }

    void theSuffixAsksForCsv()
    {
        const QByteArray text = exported(QStringLiteral("out.csv"));
        QVERIFY2(
            text.startsWith("time,type,class,kind,namespace,name,resourceVersion,changed,managers,bytes,cluster\r\n"),
            text.constData());
        QVERIFY2(text.contains(",MODIFIED,live,Pod,web,a,3,spec.replicas: 3 -> 4,kubelet,"), text.constData());
        QVERIFY2(text.contains(",GAP,,Pod,,,"), text.constData());
    }

    void aCancelledExportLeavesNoFile()
    {
        QThreadPool &pool = *QThreadPool::globalInstance();
        const auto mayWrite = std::make_shared<QSemaphore>(); // a thread may wake after this test has ended
        for (int thread = 0; thread < pool.maxThreadCount(); ++thread)
            pool.start([mayWrite] { mayWrite->acquire(); });
        m_export->start(path(QStringLiteral("none.jsonl")));
        QVERIFY(m_export->isRunning());
        m_export->cancel();
        mayWrite->release(pool.maxThreadCount());
        QTRY_VERIFY(m_result);
        QCOMPARE(m_result->error().kind, ErrorKind::Cancelled);
        QVERIFY(!QFile::exists(path(QStringLiteral("none.jsonl"))));
        QVERIFY(!m_export->isRunning());
    }

    void aPlaceThatCannotBeWrittenHasAReason()
    {
        m_export->start(path(QStringLiteral("missing/out.jsonl")));
        QTRY_VERIFY(m_result);
        QVERIFY(!m_result->ok());
        QVERIFY(QDir(m_folder.path()).entryList({QStringLiteral("missing*")}).isEmpty());
    }

    void destroyingItStopsTheExport()
    {
        m_export->start(path(QStringLiteral("gone.jsonl")));
        m_export.reset();
        QVERIFY(!m_result);
    }

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }
    QByteArray exported(const QString &name)
    {
        m_export->start(path(name));
        if (!QTest::qWaitFor([this] { return m_result.has_value(); }) || !m_result->ok())
            return {};
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
    ManualClock m_clock;
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<StreamModel> m_model;
    std::unique_ptr<StreamExport> m_export;
    std::optional<Result<ExportProgress>> m_result;
};

} // namespace tst_streamexport

WK_TEST(tst_streamexport, tst_streamexport, QApplication)
#include "tst_streamexport.moc"
