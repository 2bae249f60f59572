// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/knownnamespaces.h"

#include "core/history/eventlog.h"
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

/// What a history makes known.
class Known
{
public:
    bool learn(const WatchScope &scope, const EntryPtr &entry)
    {
        m_log.setWatch(entry->watch, scope);
        m_log.append(entry);
        const std::uint64_t before = m_known.changes();
        const HistoryPtr now = m_log.snapshot();
        m_known.follow(now, now->end());
        return m_known.changes() > before;
    }
    bool learn(const std::string &name) { return m_known.learn(name); }
    QStringList names() const { return m_known.names(); }

private:
    EventLog m_log;
    KnownNamespaces m_known;
};

} // namespace

class KnownNamespacesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyAreThoseOfEveryObjectSeen()
    {
        Known known;
        QVERIFY(known.learn(pods, listed(2, podColumns(), {podIn("web"), podIn("payments")})));
        QVERIFY(known.learn(pods, added(2, podIn("auth"))));
        QVERIFY(!known.learn(pods, added(2, podIn("web"))));
        QVERIFY(!known.learn(pods, bookmark(1, 3)));
        QCOMPARE(known.names(),
                 QStringList({QStringLiteral("auth"), QStringLiteral("payments"), QStringLiteral("web")}));
    }

    void aNamespaceIsKnownByItsOwnName()
    {
        Known known;
        QVERIFY(known.learn(namespaces(), added(1, namespaceNamed("still-empty"))));
        QCOMPARE(known.names(), QStringList{QStringLiteral("still-empty")});
    }

    void oneThatWasDeletedIsForgotten()
    {
        const ObjectPtr gone = namespaceNamed("tmp-1");
        Known known;
        QVERIFY(known.learn(namespaces(), added(1, gone)));
        QVERIFY(!known.learn(pods, deleted(2, podIn("tmp-1"))));
        QVERIFY(known.learn(namespaces(), deleted(1, gone)));
        QVERIFY(!known.learn(namespaces(), deleted(1, gone)));
        QVERIFY2(!known.learn(pods, deleted(2, podIn("tmp-1"))), "told of after its namespace went");
        QCOMPARE(known.names(), QStringList());
    }

    void objectsOfNoNamespaceAndHostileNamesDoNoHarm()
    {
        Known known;
        QVERIFY(!known.learn(scopeOf(nodeInfo()), added(1, shared(node("node-01", "Ready")))));
        QVERIFY(known.learn("dev\n"));
        QCOMPARE(known.names(), QStringList{QStringLiteral("dev‹U+000A›")});
    }
};

} // namespace tst_knownnamespaces

WK_TEST(tst_knownnamespaces, KnownNamespacesTest, QCoreApplication)
#include "tst_knownnamespaces.moc"
