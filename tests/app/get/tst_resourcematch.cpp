// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/resourcematch.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_resourcematch {

using namespace wk;

class TestResourceMatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatKubectlWould_data();
    void findsWhatKubectlWould();
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
    row("events", "v1/events");
    row("ev", "v1/events");
    row("events.events.k8s.io", "events.k8s.io/v1/events");
    row("deploy", "apps/v1/deployments");
    row("deployments.apps", "apps/v1/deployments");
    row("deployment.v1.apps", "apps/v1/deployments");
    row("widgets.realk8s", "realk8s.test/v1/widgets");
    row("deployments.batch", "");
    row("nothing", "");
}

void TestResourceMatch::findsWhatKubectlWould()
{
    const std::vector<ResourceInfo> served{
        {{"events.k8s.io", "v1", "events"}, "Event", "event", {"ev"}, {}, {}, true},
        {{"", "v1", "pods"}, "Pod", "pod", {"po"}, {}, {}, true},
        {{"", "v1", "events"}, "Event", "event", {"ev"}, {}, {}, true},
        {{"apps", "v1", "deployments"}, "Deployment", "deployment", {"deploy"}, {}, {}, true},
        {{"realk8s.test", "v1", "widgets"}, "Widget", "widget", {}, {}, {}, true}};
    QFETCH(QString, name);
    const auto match = matchResource(served, name.toStdString());
    QTEST(match ? QString::fromStdString(match->gvr.groupVersion() + "/" + match->gvr.resource) : QString(), "found");
}

void TestResourceMatch::aCategoryIsItsKinds()
{
    const std::vector<ResourceInfo> served{
        {{"", "v1", "pods"}, "Pod", "pod", {"po"}, {"all"}, {}, true},
        {{"", "v1", "events"}, "Event", "event", {"ev"}, {}, {}, true},
        {{"apps", "v1", "deployments"}, "Deployment", "deployment", {"deploy"}, {"all"}, {}, true}};
    QCOMPARE(*matchResources(served, "all"), (std::vector{served[0], served[2]}));
    QCOMPARE(*matchResources(served, "ev"), std::vector{served[1]});
    QVERIFY(!matchResources(served, "nothing"));
}

} // namespace tst_resourcematch

WK_TEST(tst_resourcematch, TestResourceMatch, QCoreApplication)
#include "tst_resourcematch.moc"
