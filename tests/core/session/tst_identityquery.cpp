// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/identityquery.h"

#include "tests/support/fakesource.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_identityquery {

using namespace wk;

namespace {

/// A server whose namespaces the test plays.
struct PlayedBackend : Backend {
    void discover(std::function<void(Result<ServerFacts>)>) override {}
    void probe(std::function<void(std::optional<Error>)>) override {}
    std::unique_ptr<ListerWatcher> source(const WatchScope &scope, std::unique_ptr<BodyWriter>) override
    {
        asked.append(QString::fromStdString(scope.resource.gvr.qualifiedName()));
        auto made = std::make_unique<FakeSource>(&asked);
        namespaces = made.get();
        return made;
    }
    void forgetConnections() override {}

    QStringList asked;
    FakeSource *namespaces = nullptr;
};

struct Rig {
    void list(std::vector<ObjectPtr> objects)
    {
        ListPage page;
        page.version = ResourceVersion("7");
        page.objects = std::move(objects);
        (*backend.namespaces)->listed(std::move(page));
        clock.advance({});
    }
    void fail(ErrorKind kind)
    {
        (*backend.namespaces)->listFailed(makeError(kind));
        clock.advance({});
    }

    PlayedBackend backend;
    ManualClock clock;
    std::vector<std::optional<ClusterId>> answers;
    IdentityQuery query{backend, clock,
                        [this](std::optional<ClusterId> known) { answers.push_back(std::move(known)); }};
};

using Answers = std::vector<std::optional<ClusterId>>;

} // namespace

class TestIdentityQuery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClusterIsTheUidOfItsSystemNamespace();
    void oneNamespaceIsAskedForAndOnce();
    void whoMayNotReadItDoesNotLearnIt_data();
    void whoMayNotReadItDoesNotLearnIt();
    void anAnswerAboutSomethingElseIsNone();
    void nobodyWaitsLongForIt();
};

void TestIdentityQuery::aClusterIsTheUidOfItsSystemNamespace()
{
    Rig rig;
    rig.list({makeObject("", "kube-system", "6d1c", "4")});
    QVERIFY(rig.answers == Answers{ClusterId::known("6d1c")});
}

void TestIdentityQuery::oneNamespaceIsAskedForAndOnce()
{
    Rig rig;
    rig.fail(ErrorKind::ServerError);
    rig.clock.advance(std::chrono::minutes(1));
    QCOMPARE(rig.backend.asked, QStringList({QStringLiteral("namespaces"), QStringLiteral("get@kube-system")}));
}

void TestIdentityQuery::whoMayNotReadItDoesNotLearnIt_data()
{
    QTest::addColumn<ErrorKind>("kind");
    QTest::newRow("403") << ErrorKind::Forbidden;
    QTest::newRow("404, as of a server of extensions alone") << ErrorKind::NotFound;
    QTest::newRow("cut") << ErrorKind::ConnectionLost;
}

void TestIdentityQuery::whoMayNotReadItDoesNotLearnIt()
{
    QFETCH(const ErrorKind, kind);
    Rig rig;
    rig.fail(kind);
    QVERIFY(rig.answers == Answers{std::nullopt});
}

void TestIdentityQuery::anAnswerAboutSomethingElseIsNone()
{
    for (const ObjectPtr &other : {makeObject("", "default", "6d1c", "4"), makeObject("", "kube-system", "", "4")}) {
        Rig rig;
        rig.list({other});
        QVERIFY(rig.answers == Answers{std::nullopt});
    }
    Rig rig;
    rig.list({});
    QVERIFY(rig.answers == Answers{std::nullopt});
}

void TestIdentityQuery::nobodyWaitsLongForIt()
{
    Rig rig;
    rig.clock.advance(IdentityQuery::Patience - std::chrono::milliseconds(1));
    QVERIFY(rig.answers.empty());
    rig.clock.advance(std::chrono::milliseconds(1));
    QVERIFY(rig.answers == Answers{std::nullopt});
    rig.list({makeObject("", "kube-system", "6d1c", "4")});
    QCOMPARE(rig.answers.size(), std::size_t(1));
}

} // namespace tst_identityquery

WK_TEST(tst_identityquery, TestIdentityQuery, NoApplication)
#include "tst_identityquery.moc"
