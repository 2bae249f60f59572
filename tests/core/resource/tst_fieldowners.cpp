// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/fieldowners.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_fieldowners {

using namespace wk;

namespace {

/// JSON with ' for ", so that it reads well here.
std::string json(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

const std::string Pod =
    json("{'metadata': {'name': 'web', 'annotations': {'example.com/debug': '1'}, 'finalizers': ['b', 'a'], "
         "'managedFields': ["
         " {'manager': 'kubectl', 'time': '2026-11-21T10:00:00Z', 'fieldsV1': {"
         "  'f:metadata': {'f:annotations': {'.': {}, 'f:example.com/debug': {}}, 'f:finalizers': {'v:\\'a\\'': "
         "{}}},"
         "  'f:spec': {'f:containers': {'k:{\\'name\\':\\'web\\'}': {'.': {}, 'f:image': {}}}}}},"
         " {'manager': 'kubelet', 'subresource': 'status', 'time': '2026-11-21T10:41:11Z', 'fieldsV1': "
         "{'f:status': {"
         "  'f:conditions': {'k:{\\'type\\':\\'Ready\\'}': {'f:status': {}}}, 'f:podIP': {}, 'f:list': {'i:1': "
         "{}}}}},"
         " {'manager': 'kubectl', 'time': '2026-11-21T10:40:00Z', 'fieldsV1': {'f:status': {'f:podIP': {}}}}]},"
         "'spec': {'containers': [{'name': 'side', 'image': 'x'}, {'name': 'web', 'image': 'y'}]},"
         "'status': {'conditions': [{'type': 'PodScheduled', 'status': 'True'}, {'type': 'Ready', 'status': "
         "'True'}],"
         " 'podIP': '10.0.0.1', 'list': [1, 2]}}");

} // namespace

class tst_fieldowners : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aFieldIsFoundByItsPlace_data()
    {
        QTest::addColumn<QByteArray>("pointer");
        QTest::addColumn<QByteArray>("manager");
        QTest::newRow("a list item by its key") << QByteArray("/status/conditions/1/status") << QByteArray("kubelet");
        QTest::newRow("another item is nobody's") << QByteArray("/status/conditions/0/status") << QByteArray();
        QTest::newRow("a name with a slash")
            << QByteArray("/metadata/annotations/example.com/debug") << QByteArray("kubectl");
        QTest::newRow("a set's value") << QByteArray("/metadata/finalizers/1") << QByteArray("kubectl");
        QTest::newRow("another value is nobody's") << QByteArray("/metadata/finalizers/0") << QByteArray();
        QTest::newRow("a list item by its index") << QByteArray("/status/list/1") << QByteArray("kubelet");
        QTest::newRow("the newest of several") << QByteArray("/status/podIP") << QByteArray("kubelet");
        QTest::newRow("what is inside an owned field")
            << QByteArray("/spec/containers/1/image/x") << QByteArray("kubectl");
        QTest::newRow("a new field in an owned item") << QByteArray("/spec/containers/1/tty") << QByteArray("kubectl");
        QTest::newRow("nobody's") << QByteArray("/spec/containers/0/image") << QByteArray();
        QTest::newRow("the root") << QByteArray("") << QByteArray();
    }

    void aFieldIsFoundByItsPlace()
    {
        QFETCH(QByteArray, pointer);
        QFETCH(QByteArray, manager);
        const FieldOwners owners(Pod);
        const FieldOwner *owner = owners.ownerOf(pointer.toStdString(), {"kubelet", "kubectl"});
        QCOMPARE(owner ? QByteArray::fromStdString(owner->manager) : QByteArray(), manager);
    }

    void onlyTheManagersNamedAreAsked()
    {
        const FieldOwners owners(Pod);
        QCOMPARE(owners.ownerOf("/status/podIP", {"kubectl"})->time, parseTime("2026-11-21T10:40:00Z"));
        QCOMPARE(owners.ownerOf("/status/podIP", {}), nullptr);
        QCOMPARE(owners.newestOf("kubectl")->time, parseTime("2026-11-21T10:40:00Z"));
        QCOMPARE(owners.newestOf("nobody"), nullptr);
    }

    void oddInputKnowsNobody_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("no managedFields") << QByteArray("{}");
        QTest::newRow("managedFields of another type") << QByteArray("{'metadata':{'managedFields':{}}}");
        QTest::newRow("entries of another type") << QByteArray("{'metadata':{'managedFields':[1,'a',null]}}");
        QTest::newRow("field sets of another type")
            << QByteArray("{'metadata':{'managedFields':[{'manager':'m','fieldsV1':{'f:a':1,'k:{':{},'v:':{},"
                          "'':{},'x':{}}}]},'a':[]}");
    }

    void oddInputKnowsNobody()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(FieldOwners(json(text.toStdString())).ownerOf("/a", {"m"}), nullptr);
    }
};

} // namespace tst_fieldowners

WK_TEST(tst_fieldowners, tst_fieldowners, QCoreApplication)
#include "tst_fieldowners.moc"
