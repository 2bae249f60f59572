// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/kubelisterwatcher.h"
#include "tests/support/faketransport.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

namespace tst_oneobject {

using namespace wk;

namespace {

struct Hearer : SourceObserver {
    void listed(ListPage listed) override { page = std::move(listed); }
    void watchOpened() override {}
    void eventsArrived(std::vector<WatchEvent>) override {}
    void watchEnded(std::optional<Error>) override {}
    void listFailed(Error failed) override { error = std::move(failed); }
    std::optional<ListPage> page;
    std::optional<Error> error;
};

ResourceInfo named(const char *resource, const char *kind)
{
    ResourceInfo info;
    info.gvr = {"", "v1", resource};
    info.kind = kind;
    info.namespaced = true;
    return info;
}

struct Asking {
    explicit Asking(const ResourceInfo &resource)
        : source(transport, clock, WatchScope{resource, "web", {}, {}})
    {
        source.setObserver(&hearer);
        ListOptions options{500, {}};
        options.name = "one";
        source.list(options);
    }
    void refuse() { transport.last().end(Error{ErrorKind::NotAcceptable, {}, {}, 406, {}}); }

    ManualClock clock;
    FakeTransport transport;
    Hearer hearer;
    KubeListerWatcher source;
};

} // namespace

/// A KubeListerWatcher that is asked for one object by its name.
class TestOneObject : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsAskedForAtItsOwnPath();
    void theAnswerIsAPageOfIt_data();
    void theAnswerIsAPageOfIt();
    void aSecretIsAskedForAsMetadata();
    void anotherAnswerIsNone_data();
    void anotherAnswerIsNone();
};

void TestOneObject::itIsAskedForAtItsOwnPath()
{
    Asking asking(named("configmaps", "ConfigMap"));
    QCOMPARE(asking.transport.last().target(),
             QByteArray("/api/v1/namespaces/web/configmaps/one?includeObject=Object"));
    QCOMPARE(asking.transport.last().request.accept,
             QByteArray("application/json;as=Table;v=v1;g=meta.k8s.io,application/json"));
    asking.refuse();
    QCOMPARE(asking.transport.last().target(), QByteArray("/api/v1/namespaces/web/configmaps/one"));
    asking.source.list({500, {}}); // and what is listed next is a list
    QCOMPARE(asking.transport.last().target(), QByteArray("/api/v1/namespaces/web/configmaps?limit=500"));
}

void TestOneObject::theAnswerIsAPageOfIt_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("columns");
    const QByteArray object =
        R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"one","namespace":"web","uid":"u","resourceVersion":"5"},"data":{"k":"v"}})";
    QTest::newRow("a Table")
        << R"({"kind":"Table","metadata":{"resourceVersion":"5"},"columnDefinitions":[{"name":"Name"},)"
           R"({"name":"Data"},{"name":"Age"}],"rows":[{"cells":["one",1,"2m"],"object":)" +
               object + "}]}\n"
        << 3;
    QTest::newRow("the object, plainly") << object + "\n" << 2;
}

void TestOneObject::theAnswerIsAPageOfIt()
{
    QFETCH(QByteArray, answer);
    Asking asking(named("configmaps", "ConfigMap"));
    asking.transport.last().answer(answer);
    QVERIFY(asking.hearer.page && !asking.hearer.error);
    QTEST(int(asking.hearer.page->columns->size()), "columns");
    QCOMPARE(asking.hearer.page->objects.size(), 1u);
    const Object &object = *asking.hearer.page->objects.front();
    QCOMPARE(std::string(object.name), std::string("one"));
    QCOMPARE(asking.hearer.page->version.text(), std::string("5"));
    QCOMPARE(object.cells.size(), asking.hearer.page->columns->size());
    QVERIFY(object.body.object().starts_with(R"({"kind":"ConfigMap")") && object.body.object().ends_with("}}"));
}

void TestOneObject::aSecretIsAskedForAsMetadata()
{
    Asking asking(named("secrets", "Secret"));
    QCOMPARE(asking.transport.last().target(), QByteArray("/api/v1/namespaces/web/secrets/one?includeObject=Metadata"));
    QCOMPARE(asking.transport.last().request.accept, QByteArray("application/json;as=Table;v=v1;g=meta.k8s.io"));
    asking.refuse();
    QCOMPARE(asking.transport.last().request.accept,
             QByteArray("application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"));
    asking.transport.last().answer(
        R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":{"name":"one","annotations":{"a":"canary"}}})");
    QVERIFY(asking.hearer.page);
    QCOMPARE(std::string(asking.hearer.page->objects.front()->name), std::string("one"));
    QVERIFY(asking.hearer.page->objects.front()->body.isNull());
}

void TestOneObject::anotherAnswerIsNone_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("kind");
    QTest::newRow("a list") << QByteArray(R"({"kind":"ConfigMapList","metadata":{},"items":[]})")
                            << int(ErrorKind::NotKubernetes);
    QTest::newRow("an empty object") << QByteArray("{}") << int(ErrorKind::NotKubernetes);
    QTest::newRow("a web page") << QByteArray("<html>") << int(ErrorKind::BrokenFrame);
    QTest::newRow("half of it") << QByteArray(R"({"kind":"ConfigMap","metadata":{"na)") << int(ErrorKind::BrokenFrame);
}

void TestOneObject::anotherAnswerIsNone()
{
    QFETCH(QByteArray, answer);
    QFETCH(int, kind);
    Asking asking(named("configmaps", "ConfigMap"));
    asking.transport.last().answer(answer);
    QVERIFY(!asking.hearer.page && asking.hearer.error);
    QCOMPARE(int(asking.hearer.error->kind), kind);
}

} // namespace tst_oneobject

WK_TEST(tst_oneobject, TestOneObject, NoApplication)
#include "tst_oneobject.moc"
