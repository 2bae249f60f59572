// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/resourcematch.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_resourcematch {

using namespace wk;

namespace {

ResourceInfo kind(GroupVersionResource gvr, const char *name, const char *singular,
                  std::vector<std::string> shortNames = {}, std::vector<std::string> categories = {})
{
    return {std::move(gvr), name, singular, std::move(shortNames), std::move(categories), {"list", "watch"}, true};
}

ServerFacts factsOf(std::vector<ResourceInfo> served)
{
    ServerFacts facts;
    facts.resources = served;
    facts.served = std::move(served);
    return facts;
}

QString nameOf(const Result<ResourceInfo> &match)
{
    return match ? QString::fromStdString(match->gvr.groupVersion() + "/" + match->gvr.resource) : QString();
}

} // namespace

class TestResourceMatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatKubectlWould_data();
    void findsWhatKubectlWould();
    void namesThatSeveralHave_data();
    void namesThatSeveralHave();
    void everyServedVersionIsFoundByItsName_data();
    void everyServedVersionIsFoundByItsName();
    void whatIsBehindASilentVersionIsNotFoundYet();
    void aCategoryIsItsKinds();
};

void TestResourceMatch::findsWhatKubectlWould_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("found");
    const auto row = [](const char *name, const char *found) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(found);
    };
    row("pods", "v1/pods");
    row("po", "v1/pods");
    row("Pod", "v1/pods");
    row("pods.", "v1/pods");
    row("pods.v1.", "v1/pods");
    row("events", "v1/events");
    row("ev", "v1/events");
    row("events.events.k8s.io", "events.k8s.io/v1/events");
    row("deploy", "apps/v1/deployments");
    row("deployments.apps", "apps/v1/deployments");
    row("deployments.app", "apps/v1/deployments");
    row("deployment.v1.apps", "apps/v1/deployments");
    row("widgets.realk8s", "realk8s.test/v1/widgets");
    row("deployments.batch", "");
    row("deployments.v2.apps", "");
    row("nothing", "");
}

void TestResourceMatch::findsWhatKubectlWould()
{
    const ServerFacts facts =
        factsOf({kind({"events.k8s.io", "v1", "events"}, "Event", "event", {"ev"}),
                 kind({"", "v1", "pods"}, "Pod", "pod", {"po"}), kind({"", "v1", "events"}, "Event", "event", {"ev"}),
                 kind({"apps", "v1", "deployments"}, "Deployment", "deployment", {"deploy"}),
                 kind({"realk8s.test", "v1", "widgets"}, "Widget", "widget")});
    QFETCH(QString, name);
    const auto match = matchResource(facts, name.toStdString());
    QTEST(nameOf(match), "found");
    QVERIFY(match || match.error().kind == ErrorKind::NotFound);
}

/// As kubectl 1.32 answers where these are defined.
void TestResourceMatch::namesThatSeveralHave_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("found");
    const auto row = [](const char *name, const char *found) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(found);
    };
    row("constraints", "bbb.example.com/v1/constraints");
    row("Constraint", "bbb.example.com/v1/constraints");
    row("gadget", "bbb.example.com/v1/gadgets");
    row("GADGETS", "bbb.example.com/v1/gadgets");
    row("gd", "bbb.example.com/v1/gadgets");
    row("po", "v1/pods");
    row("po.bbb", "bbb.example.com/v1/gadgets");
    row("gd.ccc.example.com", "ccc.example.com/v1/gadgets");
    row("gadgets.cc", "ccc.example.com/v1/gadgets");
    row("gadgets.v1.ccc.example.com", "ccc.example.com/v1/gadgets");
    row("constraints.aaa.example.com", "aaa.example.com/v1/templates");
    row("template", "aaa.example.com/v1/templates");
}

void TestResourceMatch::namesThatSeveralHave()
{
    const ServerFacts facts =
        factsOf({kind({"", "v1", "pods"}, "Pod", "", {"po"}),
                 kind({"aaa.example.com", "v1", "templates"}, "Template", "template", {"constraints", "gadget"}),
                 kind({"bbb.example.com", "v1", "constraints"}, "Constraint", "constraint"),
                 kind({"bbb.example.com", "v1", "gadgets"}, "Gadget", "gadget", {"po", "gd"}),
                 kind({"ccc.example.com", "v1", "gadgets"}, "Gadget", "gadget", {"gd"})});
    QFETCH(QString, name);
    QTEST(nameOf(matchResource(facts, name.toStdString())), "found");
}

void TestResourceMatch::everyServedVersionIsFoundByItsName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("found");
    const auto row = [](const char *name, const char *found) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(found);
    };
    row("cs", "v1/componentstatuses"); // whatever can be done with it
    row("bindings", "v1/bindings");
    row("bindings.v1.", "v1/bindings");
    row("jobs", "batch/v1/jobs");
    row("jobs.batch", "batch/v1/jobs");
    row("jobs.v1.batch", "batch/v1/jobs");
    row("jobs.v1beta1.batch", "batch/v1beta1/jobs");
    row("jo.v1beta1.batch", "batch/v1beta1/jobs");
    row("Job.v1beta1.batch", "batch/v1beta1/jobs");
    row("jobs.v2.batch", "");
    row("old", "batch/v1beta1/old");
    row("old.v1beta1.batch", "batch/v1beta1/old");
    row("old.v1.batch", "");
    row("events", "v1/events");
    row("events.v1.", "v1/events");
    row("events.v1.events.k8s.io", "events.k8s.io/v1/events");
    row("events.v1beta1.events.k8s.io", "events.k8s.io/v1beta1/events");
    row("reviews", "auth/v1/reviews"); // the preferred version, though it can do no more than the other
}

void TestResourceMatch::everyServedVersionIsFoundByItsName()
{
    ServerFacts facts =
        factsOf({kind({"", "v1", "pods"}, "Pod", "pod"), kind({"", "v1", "events"}, "Event", "event", {"ev"}),
                 kind({"", "v1", "componentstatuses"}, "ComponentStatus", "componentstatus", {"cs"}),
                 kind({"batch", "v1", "jobs"}, "Job", "job", {"jo"}), kind({"batch", "v1beta1", "old"}, "Old", "old"),
                 kind({"events.k8s.io", "v1", "events"}, "Event", "event", {"ev"})});
    facts.served.push_back(kind({"batch", "v1beta1", "jobs"}, "Job", "job", {"jo"}));
    facts.served.push_back(kind({"events.k8s.io", "v1beta1", "events"}, "Event", "event", {"ev"}));
    for (const char *version : {"v1", "v1beta1"}) {
        facts.served.push_back(kind({"auth", version, "reviews"}, "Review", "review"));
        facts.served.back().verbs = {"create"};
    }
    facts.served.push_back(kind({"", "v1", "bindings"}, "Binding", "binding"));
    facts.served.back().verbs = {"create"};
    QFETCH(QString, name);
    const auto match = matchResource(facts, name.toStdString());
    QTEST(nameOf(match), "found");
    QVERIFY(match || match.error().kind == ErrorKind::NotFound);
}

/// It may have the kind, and is preferred.
void TestResourceMatch::whatIsBehindASilentVersionIsNotFoundYet()
{
    ServerFacts facts = factsOf({kind({"", "v1", "pods"}, "Pod", "pod")});
    facts.served.push_back(kind({"batch", "v1beta1", "jobs"}, "Job", "job"));
    facts.pendingGroups = {"batch/v1"};
    QCOMPARE(nameOf(matchResource(facts, "jobs")), QString());
    QCOMPARE(nameOf(matchResource(facts, "jobs.v1beta1.batch")), QStringLiteral("batch/v1beta1/jobs"));
}

void TestResourceMatch::aCategoryIsItsKinds()
{
    const ServerFacts facts = factsOf(
        {kind({"", "v1", "pods"}, "Pod", "pod", {"po"}, {"all"}), kind({"", "v1", "events"}, "Event", "event", {"ev"}),
         kind({"apps", "v1", "deployments"}, "Deployment", "deployment", {"deploy"}, {"all"})});
    QCOMPARE(*matchResources(facts, "all"), (std::vector{facts.served[0], facts.served[2]}));
    QCOMPARE(*matchResources(facts, "ev"), std::vector{facts.served[1]});
    QVERIFY(!matchResources(facts, "nothing"));
}

} // namespace tst_resourcematch

WK_TEST(tst_resourcematch, TestResourceMatch, QCoreApplication)
#include "tst_resourcematch.moc"
