// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/kubebackend.h"

#include "core/apiserver/failpoints.h"
#include "core/apiserver/storage.h"
#include "core/apiserver/watchcache.h"
#include "core/session/clustersession.h"
#include "tests/core/apiserver/serverfixture.h"
#include "tests/support/faultserver.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QPointer>
#include <QTest>

#include <atomic>
#include <mutex>

namespace tst_kubebackend {

using namespace wk;
using apiserver::pod;

namespace {

constexpr char Gone[] = "HTTP/1.1 410 Gone\r\nContent-Type: application/json\r\nContent-Length: 0\r\n\r\n";
constexpr char NotFound[] = "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 0\r\n\r\n";
constexpr char Unprocessable[] =
    "HTTP/1.1 422 Unprocessable Entity\r\nContent-Type: application/json\r\nContent-Length: 0\r\n\r\n";

/// Writes down what is asked of pods: "stream", "watch", "list"; and answers one such word with something else.
class PodRequests : public apiserver::Failpoints
{
public:
    apiserver::Deed asked(const apiserver::Request &request) override
    {
        m_discoveries += request.path == "/apis";
        if (!request.path.ends_with("/pods"))
            return {};
        const QString word = request.query.has("sendInitialEvents") ? QStringLiteral("stream")
                             : request.query.isSet("watch")         ? QStringLiteral("watch")
                                                                    : QStringLiteral("list");
        const std::lock_guard lock(m_mutex);
        m_words.append(word);
        if (word != m_refused)
            return {};
        m_refused.clear();
        return {.instead = m_answer};
    }
    /// The next events of a watch are swallowed.
    void swallowOnce() { m_swallows = true; }
    bool isSwallowing() const { return m_swallows; }
    apiserver::Deed sending(const apiserver::Request &, apiserver::Part part, std::string_view) override
    {
        if (part != apiserver::Part::Frames || !m_swallows.exchange(false))
            return {};
        return {.upTo = 0};
    }
    void refuseOnce(const QString &word, const char *answer)
    {
        const std::lock_guard lock(m_mutex);
        m_refused = word;
        m_answer = answer;
    }
    /// How often it was asked which groups there are.
    int discoveries() const { return m_discoveries; }
    QString words() const
    {
        const std::lock_guard lock(m_mutex);
        return m_words.join(u' ');
    }

private:
    mutable std::mutex m_mutex;
    std::atomic<bool> m_swallows = false;
    std::atomic<int> m_discoveries = 0;
    QStringList m_words;
    QString m_refused;
    std::string m_answer;
};

/// An embedded server with two pods, and a session that is connected to it.
struct Rig {
    Rig()
    {
        apiserver::ServerFixture::allowManyFiles();
        ApiServer::Options options;
        options.failpoints = &requests;
        fixture.restart(std::move(options));
        storage().create("pods", pod("a/x", "app=web"));
        storage().create("pods", pod("a/y", "app=web"));
        ClusterAccess access;
        access.server = QUrl(QString::fromStdString(fixture.endpoint.url));
        access.signIn = fixture.endpoint.readToken;
        session = std::make_unique<ClusterSession>(access, kubeBackend(access, {}));
        QObject::connect(session.get(), &ClusterSession::batchReady, session.get(), [this](const Batch &batch) {
            for (const EntryPtr &entry : batch.entries) {
                entries.push_back(entry);
                heard.append(word(*entry));
            }
        });
        QObject::connect(session.get(), &ClusterSession::audited, session.get(),
                         [this](WatchId, const Result<AuditReport> &report) { reports.push_back(report); });
        session->start();
    }
    ~Rig()
    {
        session.reset();
        fixture.end();
    }
    apiserver::Storage &storage() { return fixture.server->storage(); }
    WatchId open(const char *labels = "", const char *kind = "pods")
    {
        WatchScope scope;
        for (const ResourceInfo &resource : session->resources()) {
            if (resource.gvr.group.empty() && resource.gvr.resource == kind)
                scope.resource = resource;
        }
        scope.labelSelector = labels;
        return session->open(scope);
    }
    static QString word(const Entry &entry)
    {
        QString text = QString::fromLatin1(typeName(entry.type));
        if (entry.object)
            text += u' ' + QString::fromStdString(entry.object->name);
        return entry.objects ? text + QStringLiteral(" %1").arg(entry.objects->size()) : text;
    }

    PodRequests requests;
    apiserver::ServerFixture fixture;
    std::unique_ptr<ClusterSession> session;
    std::vector<EntryPtr> entries;
    QStringList heard;
    std::vector<Result<AuditReport>> reports;
};


/// A backend whose warm connections die without a word: new ones are answered.
struct DeadConnections {
    DeadConnections()
    {
        ClusterAccess access;
        access.server = server.url();
        backend = kubeBackend(access, {})(clock).value();
        backend->discover([this](const Result<ServerFacts> &facts) { isDiscovered = bool(facts); });
    }
    void kill()
    {
        for (QSslSocket *socket : server.findChildren<QSslSocket *>())
            dead.append(socket);
        server.onAny = [this](QSslSocket &socket, const ScriptServer::Request &) {
            ++knocks;
            areAllDead = dead.contains(&socket);
            if (!areAllDead)
                socket.write(ScriptServer::answer(200, "Content-Type: text/plain\r\n", "ok"));
        };
    }
    void knock()
    {
        backend->probe([this](const std::optional<Error> &error) { answers.push_back(error); });
    }

    FaultServer server;
    ManualClock clock;
    std::unique_ptr<Backend> backend;
    bool isDiscovered = false;
    QList<QPointer<QSslSocket>> dead; ///< a fresh one may come to lie where one of them lay
    int knocks = 0;
    bool areAllDead = true; ///< those that have been tried
    std::vector<std::optional<Error>> answers;
};

} // namespace

class TestKubeBackend : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C13_theFirstListIsAStreamThatGoesOnAsItsWatch();
    void C13_aRelistIsAStreamToo();
    void C13_aServerThatRefusesIsListed();
    void C29_anEventThatWasNeverSentIsFound();
    void C29_secretsAreAuditedToo();
    void C26_whatLeavesASelectorSaysSo();
    void C27_aDeletionHasItsOwnVersion();
    void C30_aKindThatIsGoneIsLookedForAgain();
    void C22_theKnockAfterOneWithoutAnswerHasAFreshConnection();
    void C22_aKnockOnADeadConnectionIsToldThoughALaterOneIsAnswered();
};

void TestKubeBackend::C13_theFirstListIsAStreamThatGoesOnAsItsWatch()
{
    Rig rig;
    QTRY_VERIFY(rig.session->state() == SessionState::Connected);
    rig.open();
    QTRY_COMPARE(rig.heard, QStringList(QStringLiteral("LIST 2")));
    QVERIFY(rig.entries[0]->columns && rig.entries[0]->columns->size() > 2);
    rig.storage().create("pods", pod("a/z"));
    QTRY_COMPARE(rig.heard.last(), QStringLiteral("ADDED z"));
    QVERIFY(rig.entries.back()->origin == EntryClass::Live);
    QCOMPARE(rig.requests.words(), QStringLiteral("stream"));
}

void TestKubeBackend::C13_aRelistIsAStreamToo()
{
    Rig rig;
    QTRY_VERIFY(rig.session->state() == SessionState::Connected);
    rig.open();
    QTRY_COMPARE(rig.heard.size(), 1);
    rig.storage().create("pods", pod("a/z"));
    QTRY_COMPARE(rig.heard.size(), 2);
    rig.requests.refuseOnce(QStringLiteral("watch"), Gone);
    rig.fixture.server->watchCache().end("pods");
    QTRY_VERIFY(rig.heard.contains(QStringLiteral("RELIST")));
    QCOMPARE(rig.requests.words(), QStringLiteral("stream watch stream"));
    rig.storage().remove("pods", "a/z", 0);
    QTRY_COMPARE(rig.heard.last(), QStringLiteral("DELETED z"));
}

void TestKubeBackend::C13_aServerThatRefusesIsListed()
{
    Rig rig;
    rig.requests.refuseOnce(QStringLiteral("stream"), Unprocessable);
    QTRY_VERIFY(rig.session->state() == SessionState::Connected);
    rig.open();
    QTRY_COMPARE(rig.heard, QStringList(QStringLiteral("LIST 2")));
    rig.storage().create("pods", pod("a/z"));
    QTRY_COMPARE(rig.heard.last(), QStringLiteral("ADDED z"));
    QCOMPARE(rig.requests.words(), QStringLiteral("stream list watch"));
}

void TestKubeBackend::C29_anEventThatWasNeverSentIsFound()
{
    Rig rig;
    QTRY_VERIFY(rig.session->state() == SessionState::Connected);
    const WatchId watch = rig.open();
    QTRY_COMPARE(rig.heard.size(), 1);
    rig.session->verify(watch);
    QTRY_COMPARE(rig.reports.size(), 1u);
    QVERIFY(rig.reports[0]->verdict == AuditReport::Verdict::Equal && rig.reports[0]->asked);
    QCOMPARE(rig.reports[0]->objects, std::uint64_t(2));
    QCOMPARE(rig.reports[0]->version.text(), std::to_string(rig.storage().revision()));

    rig.requests.swallowOnce();
    rig.storage().create("pods", pod("a/unseen"));
    QTRY_VERIFY(!rig.requests.isSwallowing());
    rig.storage().create("pods", pod("a/seen"));
    QTRY_COMPARE(rig.heard.last(), QStringLiteral("ADDED seen"));
    rig.session->verify(watch);
    QTRY_COMPARE(rig.reports.size(), 2u);
    QVERIFY(rig.reports[1]->verdict == AuditReport::Verdict::Drifted);
    QCOMPARE(rig.reports[1]->differences.size(), 1u);
    QCOMPARE(rig.reports[1]->differences[0].name, std::string("unseen"));
    QTRY_COMPARE(rig.heard.last(), QStringLiteral("ADDED unseen"));
    QVERIFY(rig.entries.back()->origin == EntryClass::Inferred);
    QVERIFY(rig.heard.contains(QStringLiteral("GAP")));
    rig.session->verify(watch);
    QTRY_COMPARE(rig.reports.size(), 3u);
    QVERIFY(rig.reports[2]->verdict == AuditReport::Verdict::Equal);
}

void TestKubeBackend::C29_secretsAreAuditedToo()
{
    Rig rig;
    QTRY_VERIFY(rig.session->state() == SessionState::Connected);
    const WatchId watch = rig.open("", "secrets");
    QTRY_COMPARE(rig.heard, QStringList(QStringLiteral("LIST 0")));
    rig.session->verify(watch);
    QTRY_COMPARE(rig.reports.size(), 1u);
    QVERIFY(rig.reports[0].ok() && rig.reports[0]->verdict == AuditReport::Verdict::Equal);
}

void TestKubeBackend::C26_whatLeavesASelectorSaysSo()
{
    Rig rig;
    QTRY_VERIFY(rig.session->state() == SessionState::Connected);
    rig.open("app=web");
    QTRY_COMPARE(rig.heard.size(), 1);
    rig.storage().update("pods", pod("a/x", "app=db"), 0);
    QTRY_COMPARE(rig.heard.last(), QStringLiteral("DELETED x"));
    const Entry &left = *rig.entries.back();
    QVERIFY(left.mayHaveLeftFilter);
    QCOMPARE(*labelValue(*left.object, "app"), std::string("web"));
    QVERIFY(!isNotNewer(left.version, left.previous->version));
}

void TestKubeBackend::C27_aDeletionHasItsOwnVersion()
{
    Rig rig;
    QTRY_VERIFY(rig.session->state() == SessionState::Connected);
    rig.open();
    QTRY_COMPARE(rig.heard.size(), 1);
    rig.storage().remove("pods", "a/x", 0);
    QTRY_COMPARE(rig.heard.last(), QStringLiteral("DELETED x"));
    const Entry &gone = *rig.entries.back();
    QVERIFY(!gone.mayHaveLeftFilter);
    QCOMPARE(gone.version.text(), std::to_string(rig.storage().revision()));
    QVERIFY(!isNotNewer(gone.version, gone.previous->version));
}

void TestKubeBackend::C30_aKindThatIsGoneIsLookedForAgain()
{
    Rig rig;
    QTRY_VERIFY(rig.session->state() == SessionState::Connected);
    rig.open();
    QTRY_COMPARE(rig.heard.size(), 1);
    const int before = rig.requests.discoveries();
    rig.requests.refuseOnce(QStringLiteral("watch"), NotFound);
    rig.fixture.server->watchCache().end("pods");
    QTRY_VERIFY(rig.heard.size() >= 3);
    // The server has the kind all the while: on a slow machine it may be back by now.
    QCOMPARE(rig.heard.first(3),
             QStringList({QStringLiteral("LIST 2"), QStringLiteral("DELETED x"), QStringLiteral("DELETED y")}));
    QVERIFY(rig.entries[2]->origin == EntryClass::Inferred);
    QTRY_VERIFY(rig.requests.discoveries() > before);
}

void TestKubeBackend::C22_theKnockAfterOneWithoutAnswerHasAFreshConnection()
{
    DeadConnections rig;
    QTRY_VERIFY(rig.isDiscovered);
    rig.kill();
    QVERIFY2(rig.dead.size() > 1, "there are several to go wrong");
    rig.knock();
    QTRY_COMPARE(rig.knocks, 1);
    QVERIFY(rig.answers.empty());
    rig.clock.advance(std::chrono::seconds(10));
    QCOMPARE(rig.answers.size(), 1u);
    QVERIFY(rig.answers[0] && rig.answers[0]->kind == ErrorKind::TimedOut);
    rig.knock();
    QTRY_COMPARE(rig.answers.size(), 2u);
    QVERIFY(!rig.answers[1]);
}

void TestKubeBackend::C22_aKnockOnADeadConnectionIsToldThoughALaterOneIsAnswered()
{
    DeadConnections rig;
    QTRY_VERIFY(rig.isDiscovered);
    rig.kill();
    for (int i = 1; rig.answers.empty() && i < 6; ++i) { // the later ones go beside it, the last on a fresh connection
        rig.knock();
        QTRY_COMPARE(rig.knocks, i);
        QTRY_VERIFY(rig.areAllDead || !rig.answers.empty());
        rig.clock.advance(std::chrono::milliseconds(1500));
    }
    QCOMPARE(rig.answers.size(), 1u);
    QVERIFY(!rig.answers[0]);
    rig.clock.advance(std::chrono::seconds(10));
    QCOMPARE(rig.answers.size(), 2u);
    QVERIFY(rig.answers[1] && rig.answers[1]->kind == ErrorKind::TimedOut);
}

} // namespace tst_kubebackend

WK_TEST(tst_kubebackend, TestKubeBackend, QCoreApplication)
#include "tst_kubebackend.moc"
