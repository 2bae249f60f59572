// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/serverfacts.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_serverfacts {

using namespace wk;

namespace {

ResourceInfo info(const char *group, const char *version, const char *resource)
{
    ResourceInfo made;
    made.gvr = {group, version, resource};
    return made;
}

QString named(const ServerFacts &facts)
{
    QStringList names;
    for (const ResourceInfo &resource : facts.resources)
        names << QString::fromStdString(resource.gvr.resource);
    return names.join(u' ');
}

} // namespace

class TestServerFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGroupThatDoesNotAnswerKeepsItsKinds();
    void aGroupThatHasNotAnsweredYetIsAsItWas();
    void anotherVersionDoesNotStandInForOneThatIsSilent();
    void C13_theVersionTellsWhetherInitialEventsAreOffered_data();
    void C13_theVersionTellsWhetherInitialEventsAreOffered();
};

void TestServerFacts::aGroupThatDoesNotAnswerKeepsItsKinds()
{
    ServerFacts before;
    before.resources = {info("", "v1", "pods"), info("metrics.k8s.io", "v1beta1", "nodes"),
                        info("example.com", "v1", "gone")};
    ServerFacts now;
    now.resources = {info("", "v1", "pods")};
    Error down;
    down.kind = ErrorKind::ServerError;
    now.failedGroups = {{"metrics.k8s.io/v1beta1", down}};
    before.served = before.resources;
    keepSilentGroups(now, before);
    QCOMPARE(named(now), QStringLiteral("pods nodes"));
    QCOMPARE(now.served, std::vector{before.served[1]});
}

void TestServerFacts::aGroupThatHasNotAnsweredYetIsAsItWas()
{
    Error down;
    down.kind = ErrorKind::ServerError;
    ServerFacts before;
    before.version = "v1.20.2";
    before.resources = {info("", "v1", "pods"), info("metrics.k8s.io", "v1beta1", "nodes")};
    before.failedGroups = {{"metrics.k8s.io/v1beta1", down}, {"example.com/v1", down}};
    ServerFacts now;
    now.resources = {info("", "v1", "pods")};
    now.pendingGroups = {"metrics.k8s.io/v1beta1"};
    keepSilentGroups(now, before);
    QCOMPARE(named(now), QStringLiteral("pods nodes"));
    QCOMPARE(now.failedGroups.size(), 1u);
    QCOMPARE(now.failedGroups[0].first, std::string("metrics.k8s.io/v1beta1"));
    QCOMPARE(now.version, std::string("v1.20.2"));
}

void TestServerFacts::anotherVersionDoesNotStandInForOneThatIsSilent()
{
    ServerFacts before;
    before.resources = {info("example.com", "v1", "widgets")};
    ServerFacts now;
    now.resources = {info("example.com", "v1beta1", "widgets"), info("example.com", "v1beta1", "others")};
    now.failedGroups = {{"example.com/v1", Error{}}};
    keepSilentGroups(now, before);
    QCOMPARE(named(now), QStringLiteral("others widgets"));
    QCOMPARE(now.resources[1].gvr.version, std::string("v1"));
}

void TestServerFacts::C13_theVersionTellsWhetherInitialEventsAreOffered_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<bool>("offered");
    const auto row = [](const char *version, bool offered) {
        QTest::newRow(version) << QString::fromLatin1(version) << offered;
    };
    row("v1.20.2", false);
    row("v1.31.4", false);
    row("v1.32.0+watchkeeper", true);
    row("v1.33.1", false);
    row("v1.34.0-gke.1", true);
    row("v1.36.0", true);
    row("1.36.0", false);
    row("v1.", false);
    row("", false);
}

void TestServerFacts::C13_theVersionTellsWhetherInitialEventsAreOffered()
{
    QFETCH(QString, version);
    QTEST(offersWatchList(version.toStdString()), "offered");
}

} // namespace tst_serverfacts

WK_TEST(tst_serverfacts, TestServerFacts, NoApplication)
#include "tst_serverfacts.moc"
