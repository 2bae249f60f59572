// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/displaysafe.h"
#include "core/cluster/kubetransport.h"
#include "core/cluster/renewablesource.h"
#include "core/informer/sharedinformer.h"
#include "core/source/kube/kubelisterwatcher.h"
#include "tests/contract/matrixcases.h"
#include "tests/support/entryledger.h"
#include "tests/support/faultserver.h"
#include "tests/support/manualclock.h"
#include "tests/support/soon.h"
#include "tests/support/testkeys.h"
#include "tests/support/testscript.h"

#include <QSslKey>

namespace wk::matrix {

/// A TLS server's side: a certificate of these keys, or a chain of them, the server's own first.
inline QSslConfiguration serverTls(const TestKeys &keys, const QByteArrayList &chain)
{
    QByteArray pem;
    for (const QByteArray &name : chain)
        pem += keys.certificate(QString::fromLatin1(name));
    QSslConfiguration configuration;
    configuration.setLocalCertificateChain(QSslCertificate::fromData(pem));
    configuration.setPrivateKey(QSslKey(keys.key(QString::fromLatin1(chain.front())), QSsl::Ec));
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    return configuration;
}

/// The keys that every scene needs: the authority "ca" with the server "good", and "stranger" with "foreign".
inline bool makeUsualKeys(TestKeys &keys)
{
    const QString address = QStringLiteral("IP:127.0.0.1,DNS:kubernetes");
    return keys.makeAuthority(QStringLiteral("ca")) && keys.makeAuthority(QStringLiteral("stranger")) &&
           keys.makeServer(QStringLiteral("good"), QStringLiteral("ca"), address) &&
           keys.makeServer(QStringLiteral("foreign"), QStringLiteral("stranger"), address);
}

/// A server on a real TLS socket that looks at who asks, and all of us between it and a view: the credentials of the
/// kubeconfig, the transport and as many watches as are wanted, on a clock that the test turns.
struct SecureScene {
    explicit SecureScene(const TestKeys &keys)
        : keys(keys)
    {
        clock.setWall(SystemClock().wallNow()); // that the certificates are made by
        server.setTls(serverTls(keys, {"good"}));
        access.server = server.url();
        access.user = "u";
        access.caPem = keys.certificate(QStringLiteral("ca"));
        server.guard = [this](QSslSocket &socket, const ScriptServer::Request &request) {
            if (letsIn.isEmpty() || request.header("authorization") == "Bearer " + letsIn)
                return false;
            socket.write(FaultServer::status(401, "Unauthorized", "Unauthorized"));
            return true;
        };
    }
    ~SecureScene()
    {
        informers.clear();
        transport.reset();
    }

    /// A plugin that counts its runs in $DIR/runs and then does that.
    void usePlugin(const QByteArray &script)
    {
        ExecPlugin plugin;
        plugin.apiVersion = "client.authentication.k8s.io/v1";
        plugin.command = "plugin";
        plugin.installHint = "brew install it";
        plugin.program = writePlugin(script);
        plugin.env = {{"DIR", scripts.path(QString()).toStdString()}};
        access.signIn = plugin;
    }
    /// … which does something else from now on.
    std::string writePlugin(const QByteArray &script, const QString &name = QStringLiteral("plugin"))
    {
        return scripts.write(name, "echo run >> $DIR/runs\n" + script);
    }
    static QByteArray gives(const QByteArray &status, const QByteArray &version = "v1")
    {
        return R"(echo '{"apiVersion":"client.authentication.k8s.io/)" + version +
               R"(","kind":"ExecCredential","status":)" + status + "}'\n";
    }
    static QByteArray givesToken(const QByteArray &token) { return gives(R"({"token":")" + token + R"("})"); }
    int runs() const { return int(scripts.read(QStringLiteral("runs")).count('\n')); }
    /// The number that a script wrote into a file.
    qint64 processIn(const char *file) const { return scripts.read(QString::fromLatin1(file)).trimmed().toLongLong(); }

    void connect()
    {
        const auto mayRun = [this](const ExecRequest &request) {
            asked.push_back(request);
            return consent(request);
        };
        credentials = std::make_unique<RenewableSource>(access, clock, PluginRules{mayRun});
        transport = std::make_unique<KubeTransport>(access, clock, *credentials);
    }
    void addWatch(const std::string &ns, const std::string &selector = {})
    {
        ResourceInfo info;
        info.gvr = {"", "v1", "configmaps"};
        info.kind = "ConfigMap";
        info.namespaced = true;
        SharedInformer::Options options;
        options.random = [] { return 0.0; };
        options.statusChanged = [this](const WatchStatus &status) { told.push_back(status); };
        auto source = std::make_unique<KubeListerWatcher>(*transport, clock, WatchScope{info, ns, selector, {}});
        informers.push_back(std::make_unique<SharedInformer>(WatchId(informers.size() + 1), std::move(source), clock,
                                                             std::move(options)));
        if (informers.size() == 1)
            informers[0]->addHandler(
                [this](const std::vector<EntryPtr> &turn) { entries.insert(entries.end(), turn.begin(), turn.end()); });
        informers.back()->start();
    }
    void start(int watches = 1)
    {
        connect();
        for (int i = 0; i < watches; ++i)
            addWatch("web", i == 0 ? std::string() : "kind=" + std::to_string(i));
    }
    /// Whether all get so far that their streams are open and have been for ten seconds.
    bool watches(int count = 1)
    {
        start(count);
        return settles();
    }
    bool settles()
    {
        const auto streams = informers.size();
        if (!soon([this, streams] { return isLive() && server.streams() >= int(streams); }))
            return false;
        server.put("settings"); // heard: the head has been, too
        if (!soon([this] { return isLive(); }))
            return false;
        clock.advance(std::chrono::seconds(10));
        told.clear();
        return true;
    }

    static bool isCurrent(const WatchStatus &status)
    {
        return status.state == WatchState::Live && !status.error && !status.staleSince;
    }
    bool isLive() const
    {
        return std::all_of(informers.begin(), informers.end(), [this](const auto &informer) {
            return isCurrent(informer->status()) && versionsOf(informer->store()) == server.truth();
        });
    }
    /// The same, waiting out what is waited for.
    bool isLiveInTime()
    {
        for (const auto &informer : informers) {
            if (const auto next = informer->status().nextTry)
                clock.advance(std::chrono::ceil<std::chrono::milliseconds>(*next - clock.wallNow()));
        }
        return isLive();
    }
    /// Time goes by, and the sockets and plugins keep up with it.
    void pass(std::chrono::seconds time, std::chrono::seconds step = std::chrono::seconds(5))
    {
        for (; time > std::chrono::seconds(0); time -= step) {
            clock.advance(step);
            soon([] { return false; }, std::chrono::milliseconds(15));
            soon([this] { return !isAwaited(); }, std::chrono::seconds(5));
        }
    }
    /// Whether a watch waits for an answer: on a busy machine the next step of time would be too late for it.
    bool isAwaited() const
    {
        return std::ranges::any_of(informers,
                                   [](const auto &informer) { return informer->status().awaited.has_value(); });
    }
    /// What was told first of that state for that reason; null when nothing was.
    const WatchStatus *said(WatchState state, ErrorKind kind) const
    {
        const auto found = std::find_if(told.begin(), told.end(), [state, kind](const WatchStatus &status) {
            return status.state == state && status.error && status.error->kind == kind;
        });
        return found == told.end() ? nullptr : &*found;
    }
    /// Nothing but that all is well.
    bool saidNothing() const
    {
        return std::none_of(told.begin(), told.end(),
                            [](const WatchStatus &status) { return status.error || status.staleSince; });
    }
    /// For a failure's message; good until the next call.
    const char *words() const
    {
        QByteArray &text = m_words = "requests " + QByteArray::number(qulonglong(server.requests.size())) +
                                     ", connections " + QByteArray::number(server.connections) + ", runs " +
                                     QByteArray::number(runs()) + "\n";
        for (const WatchStatus &status : told) {
            text += QByteArray::number(qulonglong(status.watch)) + " state " + QByteArray::number(int(status.state));
            text += status.error ? ": " + QByteArray::fromStdString(describe(*status.error)) + "\n" : QByteArray("\n");
        }
        return text.constData();
    }
    /// Empty when every change came once and in order or lies in a gap, and the entries add up to the truth.
    QString wrongs() const
    {
        QStringList problems = losses(server.log(), entries);
        if (sumOf(entries) != server.truth())
            problems << QStringLiteral("the entries do not add up to what is there");
        return problems.join(u'\n');
    }

    const TestKeys &keys;
    ManualClock clock;
    FaultServer server;
    QByteArray letsIn; ///< whom: who shows this bearer token; empty: everybody
    ClusterAccess access;
    TestScripts scripts;
    ExecConsent consent = [](const ExecRequest &) { return ExecAnswer::Allow; };
    std::vector<ExecRequest> asked; ///< of whoever consents
    std::unique_ptr<RenewableSource> credentials;
    std::unique_ptr<KubeTransport> transport;
    std::vector<std::unique_ptr<SharedInformer>> informers;
    std::vector<EntryPtr> entries; ///< of the first watch
    std::vector<WatchStatus> told;

private:
    mutable QByteArray m_words;
};

/// What is said holds these words, and nothing that a terminal or a text view would take for more than text.
inline void verifyWords(const Error &error, const std::vector<const char *> &words)
{
    for (const char *word : words)
        QVERIFY2(error.text.find(word) != std::string::npos, describe(error).c_str());
    QVERIFY(displaySafe(error.text).find('\x1b') == std::string::npos);
}

/// All is well again, without anything lost.
inline void verifyMended(SecureScene &scene)
{
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    scene.server.put("made-later");
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
}

} // namespace wk::matrix
