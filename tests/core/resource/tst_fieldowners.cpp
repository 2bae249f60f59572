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

QByteArray names(const std::vector<FieldOwner> &owners)
{
    QByteArray text;
    for (const FieldOwner &owner : owners)
        text += (text.isEmpty() ? "" : " ") + QByteArray::fromStdString(owner.manager);
    return text;
}

} // namespace

class tst_fieldowners : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aFieldIsFoundByItsPlace_data()
    {
        QTest::addColumn<QByteArray>("pointer");
        QTest::addColumn<QByteArray>("managers");
        const auto row = [](const char *name, const char *pointer, const char *managers) {
            QTest::newRow(name) << QByteArray(pointer) << QByteArray(managers);
        };
        row("a list item by its key", "/status/conditions/1/status", "kubelet");
        row("another item is nobody's", "/status/conditions/0/status", "");
        row("a name with a slash", "/metadata/annotations/example.com~1debug", "kubectl");
        row("a set's value", "/metadata/finalizers/1", "kubectl");
        row("another value is nobody's", "/metadata/finalizers/0", "");
        row("a list item by its index", "/status/list/1", "kubelet");
        row("all who own it, the newest first", "/status/podIP", "kubelet kubectl");
        row("what is inside an owned field that no set goes into", "/spec/containers/1/image/x", "kubectl");
        row("a new field in an owned item is not its owner's", "/spec/containers/1/tty", "");
        row("an item that is owned as such", "/spec/containers/1", "kubectl");
        row("nobody's", "/spec/containers/0/image", "");
        row("the root", "", "");
    }

    void aFieldIsFoundByItsPlace()
    {
        QFETCH(QByteArray, pointer);
        QFETCH(QByteArray, managers);
        QCOMPARE(names(FieldOwners(Pod).blame(pointer.toStdString())), managers);
    }

    void whoAsksForFewPlacesIsToldTheSameOfThem_data() { aFieldIsFoundByItsPlace_data(); }
    void whoAsksForFewPlacesIsToldTheSameOfThem()
    {
        QFETCH(QByteArray, pointer);
        QFETCH(QByteArray, managers);
        const std::string place = pointer.toStdString();
        for (const std::string_view other : {"", "/status", "/spec/containers/1/image", "/sta"}) {
            const FieldOwners few(Pod, {place, other});
            QCOMPARE(names(few.blame(place)), managers);
            QCOMPARE(few.ownersWithin(place), FieldOwners(Pod).ownersWithin(place));
            QCOMPARE(few.ownersWithin(other), FieldOwners(Pod).ownersWithin(other));
        }
        QCOMPARE(FieldOwners(Pod, {}).owners(), FieldOwners(Pod).owners());
    }

    void aCollectionIsOwnedByWhoeverOwnsAPartOfIt()
    {
        const FieldOwners owners(Pod);
        QCOMPARE(owners.ownersWithin("/status").size(), std::size_t(2));
        QCOMPARE(owners.ownersWithin("/spec/containers"), FieldOwners::Indexes{0});
        QCOMPARE(owners.ownersWithin("/metadata/name"), FieldOwners::Indexes{});
        QCOMPARE(owners.ownersWithin("/sta"), FieldOwners::Indexes{});
    }

    void anOwnerIsAllThatItsEntrySays()
    {
        const FieldOwners owners(
            json("{'metadata':{'managedFields':[{'manager':'kubelet','operation':'Update','subresource':'status',"
                 "'apiVersion':'v1','time':'2026-11-21T10:41:11Z','fieldsV1':{'f:a':{}}}]},'a':1}"));
        const FieldOwner kubelet{"kubelet", "Update", "status", "v1", parseTime("2026-11-21T10:41:11Z")};
        QCOMPARE(owners.owners(), std::vector<FieldOwner>{kubelet});
        QCOMPARE(owners.blame("/a"), std::vector<FieldOwner>{kubelet});
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
        const FieldOwners owners(json(text.toStdString()));
        QVERIFY(owners.blame("/a").empty());
        QVERIFY(owners.blame("nonsense").empty());
    }
};

} // namespace tst_fieldowners

WK_TEST(tst_fieldowners, tst_fieldowners, QCoreApplication)
#include "tst_fieldowners.moc"
