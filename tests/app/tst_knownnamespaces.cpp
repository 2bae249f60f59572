// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/knownnamespaces.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"

#include <QTest>

namespace tst_knownnamespaces {

using namespace wk;
using namespace wk::sample;

namespace {

const WatchScope pods = scopeOf(podInfo());

ObjectPtr podIn(std::string ns)
{
    return shared(pod({.ns = std::move(ns), .name = "a"}));
}

WatchScope namespaces()
{
    ResourceInfo info;
    info.gvr = {"", "v1", "namespaces"};
    return scopeOf(info);
}

ObjectPtr namespaceNamed(std::string name)
{
    Object made;
    made.name = std::move(name);
    return shared(std::move(made));
}

} // namespace

class KnownNamespacesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyAreThoseOfEveryObjectSeen()
    {
        KnownNamespaces known;
        QVERIFY(known.learn(pods, *listed(1, podColumns(), {podIn("web"), podIn("payments")})));
        QVERIFY(known.learn(pods, *added(1, podIn("auth"))));
        QVERIFY(!known.learn(pods, *added(1, podIn("web"))));
        QVERIFY(!known.learn(pods, *bookmark(1, 3)));
        QCOMPARE(known.names(),
                 QStringList({QStringLiteral("auth"), QStringLiteral("payments"), QStringLiteral("web")}));
    }

    void aNamespaceIsKnownByItsOwnName()
    {
        KnownNamespaces known;
        QVERIFY(known.learn(namespaces(), *added(1, namespaceNamed("still-empty"))));
        QCOMPARE(known.names(), QStringList{QStringLiteral("still-empty")});
    }

    void oneThatWasDeletedIsForgotten()
    {
        const ObjectPtr gone = namespaceNamed("tmp-1");
        KnownNamespaces known;
        QVERIFY(known.learn(namespaces(), *added(1, gone)));
        QVERIFY(!known.learn(pods, *deleted(2, podIn("tmp-1"))));
        QVERIFY(known.learn(namespaces(), *deleted(1, gone)));
        QVERIFY(!known.learn(namespaces(), *deleted(1, gone)));
        QVERIFY2(!known.learn(pods, *deleted(2, podIn("tmp-1"))), "told of after its namespace went");
        QCOMPARE(known.names(), QStringList());
    }

    void objectsOfNoNamespaceAndHostileNamesDoNoHarm()
    {
        KnownNamespaces known;
        QVERIFY(!known.learn(scopeOf(nodeInfo()), *added(1, shared(node("node-01", "Ready")))));
        QVERIFY(known.learn("dev\n"));
        QCOMPARE(known.names(), QStringList{QStringLiteral("dev‹U+000A›")});
    }

    void ofNeighboursThatShareANamespaceOneIsLookedUp()
    {
        std::vector<ObjectPtr> objects(1000, podIn("payments"));
        objects.insert(objects.end(), 1000, podIn("web"));
        QStringList told;
        eachNamespace(pods, *listed(1, podColumns(), objects),
                      [&told](const std::string &name) { told += QString::fromStdString(name); });
        QCOMPARE(told, QStringList({QStringLiteral("payments"), QStringLiteral("web")}));
    }
};

} // namespace tst_knownnamespaces

WK_TEST(tst_knownnamespaces, KnownNamespacesTest, QCoreApplication)
#include "tst_knownnamespaces.moc"
