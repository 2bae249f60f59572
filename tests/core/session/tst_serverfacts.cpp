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
    keepFailedGroups(now, before);
    QCOMPARE(named(now), QStringLiteral("pods nodes"));
}

} // namespace tst_serverfacts

WK_TEST(tst_serverfacts, TestServerFacts, NoApplication)
#include "tst_serverfacts.moc"
