// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/requestguard.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_requestguard {

using namespace wk;

namespace {

constexpr char TableOnly[] = "application/json;as=Table;v=v1;g=meta.k8s.io";
constexpr char MetaOnly[] = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
constexpr char TableFirst[] = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

} // namespace

class TestRequestGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyListedShapesPass_data();
    void onlyListedShapesPass();
    void onlyTheClustersOwnServerIsAsked_data();
    void onlyTheClustersOwnServerIsAsked();
    void secretsAreHadAsMetadataOnly_data();
    void secretsAreHadAsMetadataOnly();
};

void TestRequestGuard::onlyListedShapesPass_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<bool>("allowed");
    int number = 0;
    const auto row = [&number](bool allowed, const char *target) {
        QTest::addRow("%02d %s %s", ++number, allowed ? "passes" : "is refused", target)
            << QByteArray(target) << allowed;
    };
    row(true, "/version");
    row(true, "/livez");
    row(true, "/readyz");
    row(true, "/api");
    row(true, "/apis");
    row(true, "/api/v1");
    row(true, "/apis/apps");
    row(true, "/apis/apps/v1");
    row(true, "/apis/metrics.k8s.io/v1beta1");
    row(true, "/api/v1/pods");
    row(true, "/api/v1/namespaces");
    row(true, "/api/v1/namespaces/shop");
    row(true, "/api/v1/namespaces/shop/pods");
    row(true, "/api/v1/namespaces/shop/pods/web-1");
    row(true, "/api/v1/nodes/node-01.example.com");
    row(true, "/apis/apps/v1/deployments");
    row(true, "/apis/apps/v1/namespaces/shop/deployments/web");
    row(true, "/apis/rbac.authorization.k8s.io/v1/clusterroles/system:node");
    row(true, "/api/v1/pods?limit=500");
    row(true, "/api/v1/pods?watch=true&resourceVersion=7&allowWatchBookmarks=true&timeoutSeconds=300");
    row(true, "/api/v1/pods?labelSelector=app%20in%20%28web%2Capi%29&fieldSelector=spec.nodeName%3Dn1");
    row(true, "/api/v1/pods?includeObject=Object&continue=eyJ2IjoibWV0YSJ9");
    row(true, "/api/v1/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan");
    // Subresources and what streams.
    row(false, "/api/v1/namespaces/shop/pods/web-1/exec?command=sh");
    row(false, "/api/v1/namespaces/shop/pods/web-1/exec");
    row(false, "/api/v1/namespaces/shop/pods/web-1/attach");
    row(false, "/api/v1/namespaces/shop/pods/web-1/portforward");
    row(false, "/api/v1/namespaces/shop/pods/web-1/proxy");
    row(false, "/api/v1/namespaces/shop/pods/web-1/log");
    row(false, "/api/v1/namespaces/shop/pods/web-1/status");
    row(false, "/api/v1/namespaces/shop/pods/web-1/eviction");
    row(false, "/api/v1/namespaces/shop/services/web:80/proxy");
    row(false, "/api/v1/namespaces/shop/services/web/proxy/admin");
    row(false, "/api/v1/nodes/n1/proxy");
    row(false, "/api/v1/nodes/n1/proxy/run/shop/web-1/web");
    row(false, "/api/v1/namespaces/shop/status");
    row(false, "/api/v1/namespaces/shop/finalize");
    row(false, "/apis/apps/v1/namespaces/shop/deployments/web/scale");
    row(false, "/api/v1/watch/pods");
    row(false, "/api/v1/watch/namespaces/shop/pods");
    row(false, "/apis/apps/v1/watch/deployments");
    row(false, "/api/v1/proxy/nodes/n1");
    row(false, "/api/v1/redirect/nodes");
    // Other doors of the same house.
    row(false, "/");
    row(false, "");
    row(false, "/metrics");
    row(false, "/logs/kube-apiserver.log");
    row(false, "/debug/pprof/profile");
    row(false, "/healthz");
    row(false, "/livez/ping");
    row(false, "/openapi/v2");
    row(false, "/swagger.json");
    row(false, "/api/v2/pods");
    row(false, "/API/v1/pods");
    row(false, "/api/v1/PODS");
    row(false, "/apis/Apps/v1/deployments");
    // Ways to write a path that another reads differently.
    row(false, "/api/v1/pods/");
    row(false, "/api//v1/pods");
    row(false, "//api/v1/pods");
    row(false, "/api/v1/../../metrics");
    row(false, "/api/v1/pods/..");
    row(false, "/api/v1/./pods");
    row(false, "/api/v1/namespaces/%2e%2e/pods");
    row(false, "/api/v1/namespaces/shop%2Fpods");
    row(false, "/api/v1/namespaces/shop%2fpods%2fweb%2fexec");
    row(false, "/api/v1/namespaces/shop%252Fpods");
    row(false, "/api/v1/pods%00");
    row(false, "/api/v1/pods%3Fwatch=1");
    row(false, "/api/v1/pods;v=1");
    row(false, "/api/v1/pods\\exec");
    row(false, "/api/v1/pods/a b");
    // Query keys.
    row(false, "/api/v1/pods?watch=1?exec");
    row(false, "/api/v1/pods?command=sh");
    row(false, "/api/v1/pods?watch");
    row(false, "/api/v1/pods?watch=yes");
    row(false, "/api/v1/pods?limit=-1");
    row(false, "/api/v1/pods?limit=1&limit=2");
    row(false, "/api/v1/pods?dryRun=All");
    row(false, "/api/v1/pods?Watch=1");
    row(false, "/api/v1/pods?includeObject=All");
    row(false, "/api/v1/pods?follow=true");
    row(false, "/api/v1/pods?access_token=x");
}

void TestRequestGuard::onlyListedShapesPass()
{
    QFETCH(QByteArray, target);
    QFETCH(bool, allowed);
    const std::string text = target.toStdString();
    const std::size_t mark = std::min(text.find('?'), text.size());
    const auto path = RequestGuard::checkPath(std::string_view(text).substr(0, mark));
    const auto query = RequestGuard::checkQuery(std::string_view(text).substr(std::min(mark + 1, text.size())));
    QCOMPARE(path.ok() && query.ok(), allowed);
    const Result<> &failed = path.ok() ? query : path;
    if (!allowed)
        QCOMPARE(int(failed.error().kind), int(ErrorKind::ReadOnlyViolation));
    // What the table says must hold for the URL as it goes onto the wire, too; QUrl may only make it stricter or equal.
    const QUrl url = QUrl::fromEncoded(QByteArray("https://cluster.test:6443" + target), QUrl::StrictMode);
    const RequestGuard guard(QUrl(QStringLiteral("https://cluster.test:6443")));
    if (!target.isEmpty())
        QCOMPARE(url.isValid() && guard.check(url, "application/json").ok(), allowed);
}

void TestRequestGuard::onlyTheClustersOwnServerIsAsked_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("allowed");
    const auto row = [](const char *name, const char *server, const char *url, bool allowed) {
        QTest::newRow(name) << QString::fromLatin1(server) << QString::fromLatin1(url) << allowed;
    };
    row("same", "https://a:6443", "https://a:6443/version", true);
    row("server with a slash", "https://a:6443/", "https://a:6443/version", true);
    row("other host", "https://a:6443", "https://b:6443/version", false);
    row("other port", "https://a:6443", "https://a/version", false);
    row("other scheme", "https://a:6443", "http://a:6443/version", false);
    row("a user in the URL", "https://a", "https://u@a/version", false);
    row("a fragment", "https://a", "https://a/version#x", false);
    row("below the server's own path", "https://a/k8s/clusters/c-1", "https://a/k8s/clusters/c-1/api/v1/pods", true);
    row("beside the server's own path", "https://a/k8s/clusters/c-1", "https://a/k8s/clusters/c-2/api/v1/pods", false);
    row("the prefix is a whole segment", "https://a/k8s", "https://a/k8sx/version", false);
}

void TestRequestGuard::onlyTheClustersOwnServerIsAsked()
{
    QFETCH(QString, server);
    QFETCH(QString, url);
    QTEST(RequestGuard(QUrl(server)).check(QUrl(url), "application/json").ok(), "allowed");
}

void TestRequestGuard::secretsAreHadAsMetadataOnly_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QByteArray>("accept");
    QTest::addColumn<bool>("allowed");
    const auto row = [](const char *name, const char *target, const char *accept, bool allowed) {
        QTest::newRow(name) << QString::fromLatin1(target) << QByteArray(accept) << allowed;
    };
    row("as a table", "/api/v1/secrets", TableOnly, true);
    row("as a table of metadata", "/api/v1/secrets?includeObject=Metadata", TableOnly, true);
    row("as a table of whole objects", "/api/v1/secrets?includeObject=Object", TableOnly, false);
    row("as metadata", "/api/v1/namespaces/a/secrets?watch=true", MetaOnly, true);
    row("as a table or else whole", "/api/v1/secrets", TableFirst, false);
    row("as plain JSON", "/api/v1/secrets", "application/json", false);
    row("one of them", "/api/v1/namespaces/a/secrets/b", "application/json", false);
    row("one of them as a table of metadata", "/api/v1/namespaces/a/secrets/b?includeObject=Metadata", TableOnly, true);
    row("one of them as a table of the whole", "/api/v1/namespaces/a/secrets/b?includeObject=Object", TableOnly, false);
    row("a namespace of that name", "/api/v1/namespaces/secrets/pods", "application/json", true);
    row("a pod of that name", "/api/v1/namespaces/a/pods/secrets", "application/json", true);
    row("another group's", "/apis/x.test/v1/secrets", "application/json", true);
    row("nothing asked for", "/api/v1/secrets", "", false);
}

void TestRequestGuard::secretsAreHadAsMetadataOnly()
{
    QFETCH(QString, target);
    QFETCH(QByteArray, accept);
    const RequestGuard guard(QUrl(QStringLiteral("https://a")));
    QTEST(guard.check(QUrl(QStringLiteral("https://a") + target), accept).ok(), "allowed");
}

} // namespace tst_requestguard

WK_TEST(tst_requestguard, TestRequestGuard, QCoreApplication)
#include "tst_requestguard.moc"
