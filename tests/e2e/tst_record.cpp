// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/commandfaults.h"
#include "tests/e2e/program.h"
#include "tests/support/faultserver.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/resource.h>

namespace tst_record {

using namespace wk;
using namespace wk::commandfaults;

/// The built program's recordings, against a server that goes wrong as it is told.
class TestRecord : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatCameIsInTheFile();
    void whatIsBeingWrittenCanBeRead();
    void whatWasKilledCanBeRead();
    void aFullDiskLeavesWhatCameBefore();
    void itEndsByItselfWhenToldTo();
    void theTwinReadsIt();
    void whatIsNoRecordingIsSaidToBeNone();

private:
    QStringList with(const QByteArray &config, const QStringList &arguments) const
    {
        return arguments + kubeconfigOption(m_home.path(), config);
    }
    QString path(const char *name) const { return m_home.filePath(text(name)); }
    /// "ADDED certs", …: what cat prints as lines.
    QByteArrayList eventsIn(const QString &file, QByteArray *err = nullptr)
    {
        Program cat(m_home.path(), {text("cat"), file, text("-o"), text("jsonl")});
        if (!QTest::qWaitFor([&cat] { return cat.hasEnded(); }, Patience) || cat.exitCode() != 0)
            return {"cat has failed: " + cat.err};
        if (err)
            *err = cat.err;
        QByteArrayList events;
        for (const QByteArray &line : cat.out.split('\n')) {
            const QJsonObject event = QJsonDocument::fromJson(line).object();
            const QJsonObject object = event[text("object")].toObject();
            if (!event.isEmpty())
                events << (event[text("type")].toString() + u' ' + object[text("metadata")][text("name")].toString())
                              .toUtf8();
        }
        return events;
    }

    QTemporaryDir m_home;
};

void TestRecord::whatCameIsInTheFile()
{
    FaultServer server;
    const QString file = path("came.wklog");
    Program program(m_home.path(), with(well(server), {text("record"), file, text("configmaps")}));
    QTRY_VERIFY2_WITH_TIMEOUT(program.err.contains("came.wklog.part: 3 objects so far. Ctrl+C ends it.\n"),
                              program.err.constData(), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server.streams(), 1, Patience);
    server.put("settings");
    server.cutStreams("{\"type\":\"MODIF");
    server.remove("certs");
    QTRY_VERIFY2_WITH_TIMEOUT(program.err.contains("The watch continues"), program.err.constData(), Patience);
    server.put("last");
    server.say("garbage\n"); // what was said last has come before what is said of this
    QTRY_COMPARE_WITH_TIMEOUT(program.err.count("The watch continues"), 2, Patience);
    program.interrupt(SIGINT);
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 0);
    QVERIFY2(program.err.contains(QByteArray("6 events in " + file.toUtf8() + ".\n")), program.err.constData());
    QCOMPARE(QDir(m_home.path()).entryList({text("came*")}, QDir::Files), QStringList{text("came.wklog")});
    QVERIFY(!(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther)));
    QCOMPARE(eventsIn(file), QByteArrayList({"ADDED certs", "ADDED feature-flags", "ADDED settings",
                                             "MODIFIED settings", "DELETED certs", "ADDED last"}));
    Program cat(m_home.path(), {text("cat"), file});
    QTRY_VERIFY_WITH_TIMEOUT(cat.hasEnded(), Patience);
    QVERIFY2(cat.out.contains("  RECONNECT  ConfigMap  web/-") && cat.out.contains("  DELETED    ConfigMap  "),
             cat.out.constData());
    QVERIFY2(cat.err.isEmpty(), cat.err.constData());
    Program stats(m_home.path(), {text("stats"), file});
    QTRY_VERIFY_WITH_TIMEOUT(stats.hasEnded(), Patience);
    QVERIFY2(stats.exitCode() == 0, stats.err.constData());
    const QByteArray said = stats.out.simplified();
    QVERIFY2(said.contains("ROWS 9 ") && said.contains("KIND LISTED ADDED MODIFIED DELETED RATE ConfigMap 3 1 1 1 ") &&
                 said.contains("NAMESPACE LISTED ADDED MODIFIED DELETED RATE web 3 1 1 1 ") &&
                 said.contains("ConfigMap web/certs 0 0 0 1 ") && said.contains("SECRETS replaced"),
             stats.out.constData());
}

void TestRecord::whatIsBeingWrittenCanBeRead()
{
    FaultServer server;
    const QString file = path("growing.wklog");
    Program program(m_home.path(), with(well(server), {text("record"), file, text("configmaps")}));
    QTRY_VERIFY_WITH_TIMEOUT(program.err.contains("3 objects so far"), Patience);
    const QString part = file + text(".part");
    QTRY_COMPARE_WITH_TIMEOUT(eventsIn(part).size(), 3, Patience);
    server.put("settings");
    QTRY_COMPARE_WITH_TIMEOUT(eventsIn(part).size(), 4, Patience);
    // Another that is to be called so is refused, and leaves this one alone.
    Program other(m_home.path(), with(well(server), {text("record"), file, text("configmaps")}));
    QTRY_VERIFY_WITH_TIMEOUT(other.hasEnded(), Patience);
    QCOMPARE(other.exitCode(), 1);
    QVERIFY2(other.err.contains("growing.wklog.part already: another program writes it"), other.err.constData());
    program.interrupt(SIGINT);
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 0);
    QCOMPARE(eventsIn(file).size(), 4);
}

void TestRecord::whatWasKilledCanBeRead()
{
    FaultServer server;
    const QString file = path("killed.wklog");
    Program program(m_home.path(), with(well(server), {text("record"), file, text("configmaps")}));
    QTRY_VERIFY_WITH_TIMEOUT(program.err.contains("3 objects so far"), Patience);
    const QString part = file + text(".part");
    QTRY_COMPARE_WITH_TIMEOUT(eventsIn(part).size(), 3, Patience);
    program.interrupt(SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(eventsIn(part).size(), 3);
    QFile cut(part);
    QVERIFY(cut.resize(cut.size() - 3));
    QByteArray err;
    QVERIFY(eventsIn(part, &err).size() <= 3);
    QVERIFY2(err.contains("The file is cut off, or is still being written"), err.constData());
}

void TestRecord::aFullDiskLeavesWhatCameBefore()
{
    FaultServer server;
    const QString file = path("full.wklog");
    Program program(m_home.path(), with(well(server), {text("record"), file, text("configmaps"), text("--no-redact")}),
                    [] {
                        std::signal(SIGXFSZ, SIG_IGN);
                        const rlimit room = {40'000, 40'000};
                        ::setrlimit(RLIMIT_FSIZE, &room);
                    });
    QTRY_COMPARE_WITH_TIMEOUT(server.streams(), 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(eventsIn(file + text(".part")).size(), 3, Patience);
    for (int i = 0; i < 400; ++i)
        server.put("one-" + std::to_string(i), 2000);
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 1);
    QVERIFY2(program.err.contains("error: The file cannot be written") &&
                 program.err.endsWith(QByteArray("What had been written by then is in " + file.toUtf8() + ".part.\n")),
             program.err.constData());
    QVERIFY(!QFile::exists(file));
    QVERIFY(eventsIn(file + text(".part")).size() >= 3);
}

void TestRecord::itEndsByItselfWhenToldTo()
{
    FaultServer server;
    const QString file = path("timed.wklog");
    Program program(m_home.path(),
                    with(well(server), {text("record"), file, text("configmaps"), text("--duration"), text("2s")}));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QVERIFY2(program.exitCode() == 0, program.err.constData());
    QCOMPARE(eventsIn(file).size(), 3);
}

/// What comes of one command goes into another.
void TestRecord::theTwinReadsIt()
{
    const QByteArray pod = R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"%1","namespace":"web","uid":"u-%1",)"
                           R"("resourceVersion":"%2","creationTimestamp":"2026-01-01T00:00:0%2Z"},"spec":{"n":%2}})";
    const auto line = [&pod](const char *type, const char *name, int version) -> QByteArray {
        return QByteArray("{\"type\":\"") + type +
               "\",\"object\":" + QByteArray(pod).replace("%1", name).replace("%2", QByteArray::number(version)) +
               "}\n";
    };
    const QByteArray lines =
        line("ADDED", "a", 1) + line("ADDED", "b", 2) + line("MODIFIED", "a", 3) + line("DELETED", "b", 4);
    QFile file(path("kubectl.jsonl"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(lines) == lines.size());
    file.close();
    const auto run = [](const QStringList &words) {
        QProcess process;
        process.setProgram(text(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"));
        process.setArguments(words);
        process.start();
        process.waitForFinished();
        return std::tuple(process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError());
    };
    const QString recording = path("kubectl.wklog");
    QCOMPARE(std::get<0>(run({text("convert"), file.fileName(), recording})), 0);
    QCOMPARE(std::get<0>(run({text("convert"), file.fileName(), recording})), 1); // it is there
    QCOMPARE(std::get<0>(run({text("verify"), recording})), 0);
    const auto [code, out, err] = run({text("convert"), recording, text("-")});
    QCOMPARE(code, 0);
    QCOMPARE(out.count('\n'), 4);
    QCOMPARE(eventsIn(recording), (QByteArrayList{"ADDED a", "ADDED b", "MODIFIED a", "DELETED b"}));
    const auto found = run({text("cat"), recording, text("--filter"), text("name:b"), text("-o"), text("csv")});
    QCOMPARE(std::get<1>(found).count(",b,"), 2);
    const auto differs = run({text("diff"), recording, text("--at"), text("2026-01-01T00:00:02Z"), text("--at"),
                              text("2026-01-01T00:00:04Z")});
    QCOMPARE(std::get<0>(differs), 1);
    QCOMPARE(std::get<1>(differs),
             QByteArray("~ Pod web/a  spec.n 1 → 3  metadata.creationTimestamp 2026-01-01T00:00:01Z → "
                        "2026-01-01T00:00:03Z\n- Pod web/b\n"));
    QCOMPARE(std::get<0>(run({text("diff"), recording, file.fileName()})), 0);
    QCOMPARE(std::get<0>(run({text("diff"), recording, path("nothing")})), 2);

    // What no server tells.
    QVERIFY(file.open(QIODevice::Append) && file.write(line("DELETED", "b", 5)) > 0);
    file.close();
    const auto wrong = run({text("verify"), file.fileName()});
    QCOMPARE(std::get<0>(wrong), 1);
    QVERIFY2(std::get<1>(wrong).contains("DELETED Pod web/b: It is deleted, and was not there."),
             std::get<1>(wrong).constData());
    QCOMPARE(std::get<0>(run({text("verify"), path("nothing")})), 2);

    // What is there stays as it is.
    const auto there = run({text("convert"), recording, file.fileName()});
    QCOMPARE(std::get<0>(there), 1);
    QVERIFY2(std::get<2>(there).contains("kubectl.jsonl already. Remove it"), std::get<2>(there).constData());
    QVERIFY(file.size() > lines.size());
    const auto recorded = run({text("record"), file.fileName(), text("pods"), text("--demo"), text("--duration=1s")});
    QVERIFY(std::get<0>(recorded) == 1 && file.size() > lines.size());
    QFile empty(path("empty.wklog"));
    QVERIFY(empty.open(QIODevice::WriteOnly));
    QCOMPARE(std::get<0>(run({text("verify"), empty.fileName()})), 2);
    const auto byPipe =
        QStringLiteral("'%1' stats <(cat '%2')").arg(text(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"), recording);
    QProcess shell;
    shell.start(text("bash"), {text("-c"), byPipe});
    QVERIFY(shell.waitForFinished() && shell.exitCode() == 0 && shell.readAllStandardOutput().contains("Pod"));
}

void TestRecord::whatIsNoRecordingIsSaidToBeNone()
{
    QFile file(path("none.wklog"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"type\":\"ADDED\"}\n") > 0);
    file.close();
    Program cat(m_home.path(), {text("cat"), file.fileName()});
    QTRY_VERIFY_WITH_TIMEOUT(cat.hasEnded(), Patience);
    QCOMPARE(cat.exitCode(), 1);
    QVERIFY2(cat.err.contains("It is no recording of Watchkeeper."), cat.err.constData());
}

} // namespace tst_record

WK_TEST(tst_record, TestRecord, QCoreApplication)
#include "tst_record.moc"
