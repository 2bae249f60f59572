// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/cuttingrelay.h"
#include "tests/contract/securescene.h"
#include "tests/support/fixtures.h"
#include "tests/support/httprecorder.h"
#include "tests/support/testregistry.h"

#include <QProcess>
#include <QTest>

#include <random>

namespace tst_faults_tlsbytes {

using namespace wk;
using namespace wk::matrix;
using namespace std::chrono_literals;

namespace {

/// OpenSSL's own server, for what no other can be told to do. It serves one connection after the other.
class OpenSslServer
{
public:
    OpenSslServer(const TestKeys &keys, const QStringList &options)
    {
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(QStringLiteral("openssl"),
                        QStringList{QStringLiteral("s_server"), QStringLiteral("-accept"),
                                    QStringLiteral("127.0.0.1:0"), QStringLiteral("-cert"),
                                    keys.path(QStringLiteral("good.crt")), QStringLiteral("-key"),
                                    keys.path(QStringLiteral("good.key"))} +
                            options);
    }
    ~OpenSslServer()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    /// Whether it has said that by now, its clients' words included.
    bool says(const QByteArray &words)
    {
        return soon([&] {
            m_said += m_process.readAll();
            return m_said.contains(words);
        });
    }
    const QByteArray &said()
    {
        m_said += m_process.readAll();
        return m_said;
    }
    /// Goes to its client, but for a letter alone on its line, which is a command.
    void write(const QByteArray &bytes) { m_process.write(bytes); }
    bool listens()
    {
        return says("ACCEPT 127.0.0.1:") && soon([this] { return said().endsWith('\n'); });
    }
    QUrl url() const
    {
        const qsizetype at = m_said.indexOf("ACCEPT 127.0.0.1:") + 7;
        return QUrl(QStringLiteral("https://") +
                    QString::fromLatin1(m_said.mid(at, m_said.indexOf('\n', at) - at).trimmed()));
    }

private:
    QProcess m_process;
    QByteArray m_said;
};

constexpr int Cuts = 50;

} // namespace

/// What becomes of the bytes of TLS themselves: T4 and T7 of the fault matrix.
class TestFaultsTlsBytes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theServerKnowsTooLittle_data();
    void theServerKnowsTooLittle();
    void theHandshakeIsCut_data();
    void theHandshakeIsCut();
    void theStreamIsClosedWithoutAWord_data();
    void theStreamIsClosedWithoutAWord();
    void theBytesAreCutAnywhere();
    void theKeysAreChangedMidStream_data();
    void theKeysAreChangedMidStream();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    TestKeys m_keys;
    Executed m_executed;
};

void TestFaultsTlsBytes::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("there is no openssl program to make certificates with");
    QVERIFY(makeUsualKeys(m_keys));
}

void TestFaultsTlsBytes::theServerKnowsTooLittle_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::newRow("T4 a server of TLS 1.1 and no more") << QByteArray("-tls1_1 -cipher ALL:@SECLEVEL=0");
    QTest::newRow("T4 a server of TLS 1.0 and no more") << QByteArray("-tls1 -cipher ALL:@SECLEVEL=0");
    QTest::newRow("T4 a server that does not encipher") << QByteArray("-tls1_2 -cipher eNULL:@SECLEVEL=0");
    QTest::newRow("T4 a server of anonymous ciphers") << QByteArray("-tls1_2 -cipher aNULL:@SECLEVEL=0");
}

void TestFaultsTlsBytes::theServerKnowsTooLittle()
{
    QFETCH(QByteArray, options);
    OpenSslServer server(m_keys, QProcess::splitCommand(QString::fromLatin1(options)));
    QVERIFY2(server.listens(), server.said().constData());
    SecureScene scene(m_keys);
    scene.access.server = server.url();
    scene.start();
    QVERIFY2(soon([&] { return scene.said(WatchState::Waiting, ErrorKind::TlsFailed) != nullptr; }), scene.words());
    verifyWords(*scene.said(WatchState::Waiting, ErrorKind::TlsFailed)->error, {"No TLS connection"});
    QVERIFY2(!server.said().contains("GET"), server.said().constData());
    QCOMPARE(scene.informers[0]->store().size(), 0u);
}

void TestFaultsTlsBytes::theHandshakeIsCut_data()
{
    QTest::addColumn<int>("bytes");
    QTest::addColumn<bool>("byReset");
    for (const int bytes : {0, 1, 5, 100, 600}) {
        QTest::addRow("T7 FIN after %d bytes of the handshake", bytes) << bytes << false;
        QTest::addRow("T7 RST after %d bytes of the handshake", bytes) << bytes << true;
    }
}

void TestFaultsTlsBytes::theHandshakeIsCut()
{
    QFETCH(int, bytes);
    QFETCH(bool, byReset);
    SecureScene scene(m_keys);
    CuttingRelay relay(scene.server.serverPort());
    scene.access.server = relay.url();
    relay.cutAfter(bytes, byReset);
    scene.start();
    QVERIFY2(soon([&] { return scene.said(WatchState::Waiting, ErrorKind::ConnectionLost) != nullptr; }),
             scene.words());
    QVERIFY(relay.isCut());
    QVERIFY(scene.server.requests.empty());
    QVERIFY(!scene.informers[0]->hasSynced());
    verifyMended(scene);
}

void TestFaultsTlsBytes::theStreamIsClosedWithoutAWord_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<bool>("byReset");
    QTest::newRow("T7 FIN without close_notify between two events") << QByteArray() << false;
    QTest::newRow("T7 RST between two events") << QByteArray() << true;
    const QByteArray half = R"({"type":"DELETED","object":{"kind":"ConfigMap","metadata":{"name":"certs")";
    QTest::newRow("T7 FIN without close_notify in the middle of an event") << half << false;
    QTest::newRow("T7 RST in the middle of an event") << half << true;
}

/// It is a cut, not a stream that ended in order, and what it left half said never happened.
void TestFaultsTlsBytes::theStreamIsClosedWithoutAWord()
{
    QFETCH(QByteArray, before);
    QFETCH(bool, byReset);
    SecureScene scene(m_keys);
    CuttingRelay relay(scene.server.serverPort());
    scene.access.server = relay.url();
    QVERIFY2(scene.watches(), scene.words());
    if (!before.isEmpty()) {
        const qint64 passed = relay.passed;
        scene.server.say(before);
        QVERIFY(soon([&] { return relay.passed > passed; }));
    }
    relay.cutAfter(0, byReset);
    scene.server.put("made-meanwhile");
    QVERIFY2(soon([&] { return scene.said(WatchState::Resuming, ErrorKind::ConnectionLost) != nullptr; }),
             scene.words());
    verifyMended(scene);
    QVERIFY(std::none_of(scene.entries.begin(), scene.entries.end(),
                         [](const EntryPtr &entry) { return entry->type == EntryType::Gap; }));
}

void TestFaultsTlsBytes::theBytesAreCutAnywhere()
{
    const auto play = [this](std::optional<qint64> cut, bool byReset) {
        SecureScene scene(m_keys);
        CuttingRelay relay(scene.server.serverPort());
        scene.access.server = relay.url();
        if (cut)
            relay.cutAfter(*cut, byReset);
        scene.start();
        const bool isLive = soon([&] { return scene.isLiveInTime(); });
        scene.server.put("settings");
        scene.server.remove("certs");
        const bool isStillLive = isLive && soon([&] { return scene.isLiveInTime(); });
        [&] {
            QVERIFY2(isStillLive, scene.words());
            QCOMPARE(scene.wrongs(), QString());
            for (const WatchStatus &status : scene.told)
                QVERIFY2(!status.error || status.error->kind == ErrorKind::ConnectionLost, scene.words());
        }();
        return relay.passed;
    };
    const qint64 all = play({}, false);
    std::mt19937_64 random(wk::test::seed());
    for (int i = 0; i < Cuts && !QTest::currentTestFailed(); ++i)
        play(qint64(random() % std::uint64_t(all)), i % 2 == 1);
    if (!QTest::currentTestFailed())
        m_executed.add("T7", Cuts);
}

void TestFaultsTlsBytes::theKeysAreChangedMidStream_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<QByteArray>("command");
    QTest::newRow("T7 renegotiation, as TLS 1.2 has it") << QStringLiteral("-tls1_2") << QByteArray("r\n");
    QTest::newRow("T7 new keys for both, as TLS 1.3 has it") << QStringLiteral("-tls1_3") << QByteArray("K\n");
}

/// Nobody notices.
void TestFaultsTlsBytes::theKeysAreChangedMidStream()
{
    QFETCH(QString, version);
    QFETCH(QByteArray, command);
    OpenSslServer server(m_keys, {version});
    QVERIFY2(server.listens(), server.said().constData());
    SecureScene scene(m_keys);
    CuttingRelay relay(quint16(server.url().port()));
    scene.access.server = relay.url();
    scene.connect();
    HttpRequest wanted;
    wanted.path = "/api/v1/configmaps";
    wanted.lane = RequestLane::Watch;
    HttpRecorder heard;
    const auto watch = scene.transport->get(wanted, &heard);
    QVERIFY2(server.says("GET /api/v1/configmaps"), server.said().constData());
    server.write(ScriptServer::streamHead() + ScriptServer::chunk("{\"a\":1}\n"));
    QVERIFY2(soon([&] { return heard.text == "{\"a\":1}\n"; }), server.said().constData());
    const qint64 passed = relay.passed;
    server.write(command);
    QVERIFY2(soon([&] { return relay.passed > passed; }), server.said().constData());
    server.write(ScriptServer::chunk("{\"a\":2}\n"));
    QVERIFY2(soon([&] { return heard.text == "{\"a\":1}\n{\"a\":2}\n"; }), server.said().constData());
    QCOMPARE(heard.ends, 0);
}

} // namespace tst_faults_tlsbytes

WK_TEST(tst_faults_tlsbytes, TestFaultsTlsBytes, QCoreApplication)
#include "tst_faults_tlsbytes.moc"
