// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/knownnamespaces.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/style/safetext.h"

#include <QTest>

#include <ctime>

namespace tst_knownnamespaces {

using namespace wk;
using namespace wk::sample;

namespace {

const WatchScope pods = scopeOf(podInfo());

/// Of this process alone: a busy machine does not lengthen it.
template <class Work>
std::clock_t processorTimeOf(Work &&work)
{
    const std::clock_t start = std::clock();
    work();
    return std::clock() - start;
}

ObjectPtr podIn(std::string ns)
{
    return shared(pod({.ns = std::move(ns), .name = "a"}));
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
        ResourceInfo namespaces;
        namespaces.gvr = {"", "v1", "namespaces"};
        Object empty;
        empty.name = "still-empty";
        KnownNamespaces known;
        QVERIFY(known.learn(scopeOf(namespaces), *added(1, shared(empty))));
        QCOMPARE(known.names(), QStringList{QStringLiteral("still-empty")});
    }

    void objectsOfNoNamespaceAndHostileNamesDoNoHarm()
    {
        KnownNamespaces known;
        QVERIFY(!known.learn(scopeOf(nodeInfo()), *added(1, shared(node("node-01", "Ready")))));
        QVERIFY(known.learn("dev\n"));
        QCOMPARE(known.names(), QStringList{QStringLiteral("dev‹U+000A›")});
    }

    void whatIsKnownIsNotPutIntoTextAgain()
    {
        const std::vector<ObjectPtr> objects(200'000, podIn("a-namespace-with-an-ordinary-name"));
        const EntryPtr list = listed(1, podColumns(), objects);
        KnownNamespaces known;
        const std::clock_t learning = processorTimeOf([&] { known.learn(pods, *list); });
        qsizetype letters = 0;
        const std::clock_t texts = processorTimeOf([&] {
            for (const ObjectPtr &object : objects)
                letters += displayText(object->ns).size();
        });
        QVERIFY(letters > 0);
        QVERIFY2(learning < texts, qPrintable(QStringLiteral("%1 against %2 for the texts").arg(learning).arg(texts)));
    }
};

} // namespace tst_knownnamespaces

WK_TEST(tst_knownnamespaces, KnownNamespacesTest, QCoreApplication)
#include "tst_knownnamespaces.moc"
