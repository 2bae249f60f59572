// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/remover.h"

#include "tests/core/apiserver/writefixture.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_remover {

using namespace wk;
using namespace wk::apiserver;
using namespace std::chrono_literals;

/// How objects leave, and what leaves with them.
class TestRemover : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { m = std::make_unique<WriteFixture>(); }

    void aPodLeavesInGrace();
    void aPodThatNeverCameToANodeIsGoneAtOnce();
    void finalizersHoldAnObject();
    void dependentsFollowTheirOwner();
    void aDependentWithAnotherOwnerStays();
    void orphansStay();
    void aForegroundOwnerWaitsForItsDependents();
    void aDependentThatComesTooLateIsCollected();
    void aLongChainOfOwnersIsCollected();
    void preconditionsAreHeld();
    void aNamespaceGoesWithEverythingInIt();

private:
    std::unique_ptr<WriteFixture> m;
};

void TestRemover::aPodLeavesInGrace()
{
    m->make("pods", podText("x", "", "n1"));
    QVERIFY(m->writer.remove({"pods", "a", "x"}));
    const Json leaving = m->get("pods", "a/x");
    QCOMPARE(textOf(find(leaving, {"metadata", "deletionTimestamp"})), formatTime(m->clock.wallNow() + 30s));
    QCOMPARE(numberOf(find(leaving, {"metadata", "deletionGracePeriodSeconds"})), 30);
    const auto revision = m->server.storage().revision();
    QVERIFY(m->writer.remove({"pods", "a", "x"})); // Again: nothing new.
    QCOMPARE(m->server.storage().revision(), revision);
    QVERIFY(m->writer.mergePatch({"pods", "a", "x"}, {{"status", {{"phase", "Running"}}}}, "status"));
    QVERIFY(m->has("pods", "a/x"));
    QVERIFY(m->writer.remove({"pods", "a", "x"}, {.graceSeconds = 0}));
    QVERIFY(!m->has("pods", "a/x"));
}

void TestRemover::aPodThatNeverCameToANodeIsGoneAtOnce()
{
    m->make("pods", podText("x"));
    QVERIFY(m->writer.remove({"pods", "a", "x"}));
    QVERIFY(!m->has("pods", "a/x"));
    QCOMPARE(m->writer.remove({"pods", "a", "x"}).error().httpStatus, 404);
}

void TestRemover::finalizersHoldAnObject()
{
    m->make("configmaps", R"({"metadata":{"name":"c","finalizers":["test/hold"]}})");
    QVERIFY(m->writer.remove({"configmaps", "a", "c"}));
    QVERIFY(m->has("configmaps", "a/c"));
    QVERIFY(m->writer.mergePatch({"configmaps", "a", "c"}, {{"metadata", {{"finalizers", nullptr}}}}));
    QVERIFY(!m->has("configmaps", "a/c"));
}

void TestRemover::dependentsFollowTheirOwner()
{
    const std::string owner = m->make("replicasets.apps", SetText);
    m->make("pods", podText("waiting", ownerText(owner)));
    m->make("pods", podText("running", ownerText(owner), "n1"));
    m->make("pods", podText("stranger"));
    QVERIFY(m->writer.remove({"replicasets.apps", "a", "web"}));
    QVERIFY(!m->has("replicasets.apps", "a/web"));
    QVERIFY(!m->has("pods", "a/waiting"));
    QVERIFY(!find(m->get("pods", "a/running"), {"metadata", "deletionTimestamp"}).is_null());
    QVERIFY(find(m->get("pods", "a/stranger"), {"metadata", "deletionTimestamp"}).is_null());
}

void TestRemover::aDependentWithAnotherOwnerStays()
{
    const std::string first = m->make("configmaps", R"({"metadata":{"name":"one"}})");
    const std::string second = m->make("configmaps", R"({"metadata":{"name":"two"}})");
    m->make("pods", podText("x", R"("ownerReferences":[{"uid":")" + first + R"("},{"uid":")" + second + R"("}])"));
    QVERIFY(m->writer.remove({"configmaps", "a", "one"}));
    const Json pod = m->get("pods", "a/x");
    QCOMPARE(find(pod, {"metadata", "ownerReferences"}).size(), 1u);
    QVERIFY(m->writer.remove({"configmaps", "a", "two"}));
    QVERIFY(!m->has("pods", "a/x"));
}

void TestRemover::orphansStay()
{
    const std::string owner = m->make("replicasets.apps", SetText);
    m->make("pods", podText("x", ownerText(owner)));
    QVERIFY(m->writer.remove({"replicasets.apps", "a", "web"}, {.propagation = Propagation::Orphan}));
    QVERIFY(!m->has("replicasets.apps", "a/web"));
    QVERIFY(find(m->get("pods", "a/x"), {"metadata", "ownerReferences"}).is_null());
}

void TestRemover::aForegroundOwnerWaitsForItsDependents()
{
    const std::string owner = m->make("replicasets.apps", SetText);
    m->make("pods", podText("x", ownerText(owner), "n1"));
    QVERIFY(m->writer.remove({"replicasets.apps", "a", "web"}, {.propagation = Propagation::Foreground}));
    QCOMPARE(find(m->get("replicasets.apps", "a/web"), {"metadata", "finalizers"}).dump(),
             std::string(R"(["foregroundDeletion"])"));
    QVERIFY(m->writer.remove({"pods", "a", "x"}, {.graceSeconds = 0}));
    QVERIFY(!m->has("replicasets.apps", "a/web"));
}

void TestRemover::aDependentThatComesTooLateIsCollected()
{
    m->make("pods", podText("x", ownerText("nobody")));
    QVERIFY(!m->has("pods", "a/x"));
}

void TestRemover::aLongChainOfOwnersIsCollected()
{
    std::string owner = m->make("configmaps", R"({"metadata":{"name":"c0"}})");
    for (int i = 1; i <= 2000; ++i)
        owner =
            m->make("configmaps", R"({"metadata":{"name":"c)" + std::to_string(i) + "\"," + ownerText(owner) + "}}");
    QVERIFY(m->writer.remove({"configmaps", "a", "c0"}));
    QCOMPARE(m->server.storage().list("configmaps").objects.size(), 0u);
}

void TestRemover::preconditionsAreHeld()
{
    m->make("configmaps", R"({"metadata":{"name":"c"}})");
    QCOMPARE(m->writer.remove({"configmaps", "a", "c"}, {.uid = "another"}).error().httpStatus, 409);
    QCOMPARE(m->writer.remove({"configmaps", "a", "c"}, {.revision = 1}).error().httpStatus, 409);
    QVERIFY(m->has("configmaps", "a/c"));
}

void TestRemover::aNamespaceGoesWithEverythingInIt()
{
    m->make("configmaps", R"({"metadata":{"name":"c"}})");
    m->make("pods", podText("x", "", "n1"));
    QVERIFY(m->writer.remove({"namespaces", "", "a"}));
    QVERIFY(!m->has("configmaps", "a/c"));
    QCOMPARE(textOf(find(m->get("namespaces", "a"), {"status", "phase"})), std::string("Terminating"));
    const auto late = m->writer.create("configmaps", "a", parsed(R"({"metadata":{"name":"late"}})"));
    QVERIFY(!late);
    QVERIFY(late.error().kind == ErrorKind::Forbidden);
    QVERIFY(m->writer.remove({"pods", "a", "x"}, {.graceSeconds = 0}));
    QVERIFY(!m->has("namespaces", "a"));
}

} // namespace tst_remover

WK_TEST(tst_remover, TestRemover, QCoreApplication)
#include "tst_remover.moc"
