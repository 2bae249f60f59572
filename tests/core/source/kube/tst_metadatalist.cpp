// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/kubelisterwatcher.h"
#include "tests/support/faketransport.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

namespace tst_metadatalist {

using namespace wk;

namespace {

struct Reader : SourceObserver {
    void listed(ListPage listed) override { page = std::move(listed); }
    void watchOpened() override {}
    void eventsArrived(std::vector<WatchEvent>) override {}
    void watchEnded(std::optional<Error>) override {}
    void listFailed(Error) override {}
    ListPage page;
};

} // namespace

/// A KubeListerWatcher for one who needs no bodies.
class TestMetadataList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C29_anAuditAsksForMetadata_data();
    void C29_anAuditAsksForMetadata();
    void oneObjectIsNotAskedForAsAList();
};

void TestMetadataList::C29_anAuditAsksForMetadata_data()
{
    QTest::addColumn<QByteArray>("resource");
    QTest::addColumn<QByteArray>("accept");
    const QByteArray metadata = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    QTest::newRow("whole objects where a server makes none") << QByteArray("pods") << metadata + ",application/json";
    QTest::newRow("never whole Secrets") << QByteArray("secrets") << metadata;
}

void TestMetadataList::C29_anAuditAsksForMetadata()
{
    QFETCH(QByteArray, resource);
    FakeTransport transport;
    ManualClock clock;
    WatchScope scope;
    scope.resource.gvr = {"", "v1", resource.toStdString()};
    KubeListerWatcher source(transport, clock, scope, KubeListerWatcher::Rendering::Metadata);
    Reader reader;
    source.setObserver(&reader);
    source.list({500, {}});
    QCOMPARE(transport.last().target(), "/api/v1/" + resource + "?limit=500");
    QTEST(transport.last().request.accept, "accept");
    transport.last().answer(
        R"({"metadata":{"resourceVersion":"9"},"items":[{"metadata":{"name":"a","uid":"u"},"data":{"k":"v"}}]})");
    QCOMPARE(reader.page.objects.size(), 1u);
    QCOMPARE(reader.page.objects[0]->uid, std::string("u"));
    QVERIFY(reader.page.objects[0]->body.isNull()); // whatever was sent
}

void TestMetadataList::oneObjectIsNotAskedForAsAList()
{
    FakeTransport transport;
    ManualClock clock;
    WatchScope scope;
    scope.resource.gvr = {"", "v1", "namespaces"};
    KubeListerWatcher source(transport, clock, scope, KubeListerWatcher::Rendering::Metadata);
    Reader reader;
    source.setObserver(&reader);
    ListOptions options;
    options.name = "kube-system";
    source.list(options);
    QCOMPARE(transport.last().request.accept,
             QByteArray("application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json"));
    transport.last().answer(
        R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":{"name":"kube-system","uid":"u"}})");
    QCOMPARE(reader.page.objects.size(), 1u);
    QCOMPARE(reader.page.objects[0]->uid, std::string("u"));
}

} // namespace tst_metadatalist

WK_TEST(tst_metadatalist, TestMetadataList, QCoreApplication)
#include "tst_metadatalist.moc"
