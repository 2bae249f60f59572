// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/accesschange.h"

#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <functional>

namespace tst_accesschange {

using namespace wk;

using Part = AccessChange::Part;

class TestAccessChange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatIsAskedAbout_data();
    void whatIsAskedAbout();
    void credentialsAreNotAskedAbout_data();
    void credentialsAreNotAskedAbout();

private:
    ClusterAccess access() const
    {
        ClusterAccess made;
        made.context = "c";
        made.user = "u";
        made.server = QUrl(QStringLiteral("https://one:6443"));
        made.caPem = m_keys->certificate(QStringLiteral("a"));
        made.signIn = Secret("CANARY-token");
        return made;
    }

    std::unique_ptr<TestKeys> m_keys;
};

void TestAccessChange::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("openssl is not installed");
    m_keys = std::make_unique<TestKeys>();
    for (const char *name : {"a", "b"})
        QVERIFY(m_keys->makeAuthority(QString::fromLatin1(name)));
}

using Change = std::function<void(ClusterAccess &before, ClusterAccess &now)>;

void TestAccessChange::whatIsAskedAbout_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<int>("part");
    QTest::addColumn<QByteArray>("words"); // before → now; a fingerprint is cut to its name
    const auto row = [](const char *name, Part part, const char *words, Change change) {
        QTest::newRow(name) << std::move(change) << int(part) << QByteArray(words);
    };
    row("the server", Part::Server, "https://one:6443 → https://two",
        [](auto &, ClusterAccess &now) { now.server = QUrl(QStringLiteral("https://two")); });
    row("the CA", Part::Authority, "SHA-256 → SHA-256",
        [this](auto &, ClusterAccess &now) { now.caPem = m_keys->certificate(QStringLiteral("b")); });
    row("no CA of its own any more", Part::Authority, "SHA-256 → ",
        [](auto &, ClusterAccess &now) { now.caPem.clear(); });
    row("a CA in another file", Part::Authority, "SHA-256 → SHA-256",
        [this](ClusterAccess &before, ClusterAccess &now) {
            before.files.authority = "/a";
            now.files.authority = "/b";
            now.caPem = m_keys->certificate(QStringLiteral("b"));
        });
    row("no verification any more", Part::Verification, "yes → no",
        [](auto &, ClusterAccess &now) { now.skipTlsVerify = true; });
    row("the name that is verified", Part::ServerName, " → other",
        [](auto &, ClusterAccess &now) { now.tlsServerName = "other"; });
    row("a proxy, without its password", Part::Proxy, " → http://p:3128",
        [](auto &, ClusterAccess &now) { now.proxy = QUrl(QStringLiteral("http://u:CANARY@p:3128")); });
    row("a plugin where there was none", Part::Plugin, " → /bin/p get A=…", [](auto &, ClusterAccess &now) {
        now.signIn = ExecPlugin{"v1", "p", "/bin/p", {"get"}, {{"A", "CANARY"}}, {}, {}, false, {}};
    });
    row("another plugin", Part::Plugin, "/bin/p → /bin/q", [](ClusterAccess &before, ClusterAccess &now) {
        before.signIn = ExecPlugin{"v1", "p", "/bin/p", {}, {}, {}, {}, false, {}};
        now.signIn = ExecPlugin{"v1", "q", "/bin/q", {}, {}, {}, {}, false, {}};
    });
    row("as whom it is asked", Part::ActsAs, " → jane (dev)", [](auto &, ClusterAccess &now) {
        now.as.user = "jane";
        now.as.groups = {"dev"};
    });
}

void TestAccessChange::whatIsAskedAbout()
{
    QFETCH(Change, change);
    QFETCH(int, part);
    QFETCH(QByteArray, words);
    ClusterAccess before = access();
    ClusterAccess now = access();
    change(before, now);
    const auto changes = wayChanges(before, now);
    QCOMPARE(changes.size(), 1u);
    QCOMPARE(int(changes.front().part), part);
    const auto cut = [](const std::string &text) {
        return QByteArray::fromStdString(text.starts_with("SHA-256 ") ? text.substr(0, 7) : text);
    };
    QCOMPARE(cut(changes.front().before) + " → " + cut(changes.front().now), words);
    QVERIFY(changes.front().before != changes.front().now);
}

void TestAccessChange::credentialsAreNotAskedAbout_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("isOther");
    const auto row = [](const char *name, bool isOther, Change change) {
        QTest::newRow(name) << std::move(change) << isOther;
    };
    row("nothing", false, [](auto &, auto &) {});
    row("the namespace, which says where to look first", false, [](auto &, ClusterAccess &now) { now.ns = "n"; });
    row("the CA's file is another one of that name, which is followed by itself", false,
        [this](ClusterAccess &before, ClusterAccess &now) {
            before.files.authority = now.files.authority = "/a";
            now.caPem = m_keys->certificate(QStringLiteral("b"));
        });
    row("a token", true, [](auto &, ClusterAccess &now) { now.signIn = Secret("CANARY-2"); });
    row("a password for a token", true, [](auto &, ClusterAccess &now) { now.signIn = BasicAuth{"u", Secret("p")}; });
    row("a client certificate", true, [](auto &, ClusterAccess &now) { now.clientCertPem = "x"; });
    row("its key", true, [](auto &, ClusterAccess &now) { now.clientKeyPem = Secret("x"); });
    row("another user entry", true, [](auto &, ClusterAccess &now) { now.user = "v"; });
}

void TestAccessChange::credentialsAreNotAskedAbout()
{
    QFETCH(Change, change);
    QFETCH(bool, isOther);
    ClusterAccess before = access();
    ClusterAccess now = access();
    change(before, now);
    QVERIFY(wayChanges(before, now).empty());
    QCOMPARE(hasOtherCredentials(before, now), isOther);
    QCOMPARE(reachesAlike(before, now), before.ns != now.ns || before == now);
}

} // namespace tst_accesschange

WK_TEST(tst_accesschange, TestAccessChange, QCoreApplication)
#include "tst_accesschange.moc"
