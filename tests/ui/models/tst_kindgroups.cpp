// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/models/kindgroups.h"

#include <QTest>

namespace tst_kindgroups {

using namespace Qt::StringLiterals;
using namespace wk;

class tst_KindGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachKindHasItsGroup_data()
    {
        QTest::addColumn<QString>("group");
        QTest::addColumn<QString>("resource");
        QTest::addColumn<int>("where");
        const auto row = [](const char *name, const char *group, const char *resource, KindGroup where) {
            QTest::newRow(name) << QString::fromLatin1(group) << QString::fromLatin1(resource) << int(where);
        };
        row("pods", "", "pods", KindGroup::Workloads);
        row("whatever apps may serve one day", "apps", "somethings", KindGroup::Workloads);
        row("autoscalers", "autoscaling", "horizontalpodautoscalers", KindGroup::Workloads);
        row("disruption budgets", "policy", "poddisruptionbudgets", KindGroup::Workloads);
        row("pod security policies of old", "policy", "podsecuritypolicies", KindGroup::Access);
        row("services", "", "services", KindGroup::Network);
        row("endpoint slices", "discovery.k8s.io", "endpointslices", KindGroup::Network);
        row("secrets", "", "secrets", KindGroup::Config);
        row("claims", "", "persistentvolumeclaims", KindGroup::Storage);
        row("nodes", "", "nodes", KindGroup::Cluster);
        row("events", "", "events", KindGroup::Cluster);
        row("a core kind of tomorrow", "", "novelties", KindGroup::Cluster);
        row("roles", "rbac.authorization.k8s.io", "roles", KindGroup::Access);
        row("applications of Argo", "argoproj.io", "applications", KindGroup::Custom);
        row("a group that only looks built in", "example.k8s.io", "things", KindGroup::Custom);
    }
    void eachKindHasItsGroup()
    {
        QFETCH(QString, group);
        QFETCH(QString, resource);
        QTEST(int(groupOf({group.toStdString(), "v1", resource.toStdString()})), "where");
    }

    void prefixesOfKeysAreCalledByTheirLastParts()
    {
        ResourceInfo pods;
        pods.gvr = {"/registry/", "etcd", "/registry/pods/"};
        pods.kind = "Pod";
        QVERIFY(groupOf(pods.gvr) == KindGroup::Keys);
        QCOMPARE(pluralName(pods), QStringLiteral("pods/"));
        QCOMPARE(countOfKind(1, pods).replace(QChar(0x00a0), u' '), QStringLiteral("1 key"));
        QCOMPARE(countOfKind(48, pods).replace(QChar(0x00a0), u' '), QStringLiteral("48 keys"));
        pods.gvr = {{}, "etcd", {}};
        QCOMPARE(pluralName(pods), QStringLiteral("All keys"));
    }

    void wellKnownKindsComeFirst()
    {
        QVERIFY(rankOf({"", "v1", "pods"}) < rankOf({"apps", "v1", "deployments"}));
        QVERIFY(rankOf({"apps", "v1", "deployments"}) < rankOf({"apps", "v1", "controllerrevisions"}));
        QCOMPARE(rankOf({"a.example", "v1", "x"}), rankOf({"b.example", "v1", "y"}));
    }

    void pluralsKeepTheCapitalsOfTheKind_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("plural");
        QTest::addColumn<QString>("name");
        QTest::newRow("an s") << u"EndpointSlice"_s << u"endpointslices"_s << u"EndpointSlices"_s;
        QTest::newRow("an es") << u"Ingress"_s << u"ingresses"_s << u"Ingresses"_s;
        QTest::newRow("from y to ies") << u"NetworkPolicy"_s << u"networkpolicies"_s << u"NetworkPolicies"_s;
        QTest::newRow("already plural") << u"Endpoints"_s << u"endpoints"_s << u"Endpoints"_s;
        QTest::newRow("irregular") << u"Person"_s << u"people"_s << u"People"_s;
        QTest::newRow("nothing alike") << u"Ox"_s << u"cattle"_s << u"cattle"_s;
        QTest::newRow("empty") << QString() << QString() << QString();
    }
    void pluralsKeepTheCapitalsOfTheKind()
    {
        QFETCH(QString, kind);
        QFETCH(QString, plural);
        ResourceInfo info;
        info.kind = kind.toStdString();
        info.gvr.resource = plural.toStdString();
        QTEST(pluralName(info), "name");
    }

    void aCountKnowsOneFromMany()
    {
        ResourceInfo pods;
        pods.kind = "Pod";
        pods.gvr.resource = "pods";
        QCOMPARE(countOfKind(0, pods), u"0 pods"_s);
        QCOMPARE(countOfKind(1, pods), u"1 pod"_s);
        QCOMPARE(countOfKind(1, 412, pods), u"1 of 412 pods"_s);
        ResourceInfo metrics;
        metrics.kind = "NodeMetrics";
        metrics.gvr = {"metrics.k8s.io", "v1beta1", "nodes"};
        QCOMPARE(countOfKind(12, metrics), u"12 nodemetrics"_s);
    }
};

} // namespace tst_kindgroups

WK_TEST(tst_kindgroups, tst_KindGroups, NoApplication)
#include "tst_kindgroups.moc"
