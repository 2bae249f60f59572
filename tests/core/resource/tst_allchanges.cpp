// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/allchanges.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_allchanges {

using namespace wk;

class TestAllChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changes_data();
    void changes();
    void worths_data();
    void worths();
    void valuesAreWholeBehindTheirPointers();
    void aFloodIsCounted();
};

namespace {

/// JSON with ' for ", so that it reads well here.
QByteArray json(const char *text)
{
    return QByteArray(text).replace('\'', '"');
}

/// One change a line: its kind, path, and pointers.
QString told(const AllChanges &all)
{
    QStringList lines;
    for (const PathChange &change : all.changes)
        lines +=
            QStringLiteral("%1 %2 %3 %4")
                .arg(QStringLiteral("+-~").mid(int(change.field.kind), 1), QString::fromStdString(change.field.path),
                     QString::fromStdString(change.pointerBefore), QString::fromStdString(change.pointerAfter))
                .simplified();
    return lines.join(u'\n');
}

} // namespace

void TestAllChanges::changes_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("changes");
    const auto row = [](const char *name, const char *before, const char *after, const char *changes) {
        QTest::newRow(name) << json(before) << json(after) << QString::fromUtf8(changes);
    };
    row("equal objects", "{'a':1}", "{'a':1}", "");
    row("a value", "{'status':{'phase':'Pending'}}", "{'status':{'phase':'Running'}}",
        "~ status.phase /status/phase /status/phase");
    row("an object that came, leaf by leaf", "{}", "{'spec':{'a':1,'b':{'c':2},'d':{}}}",
        "+ spec.a /spec/a\n+ spec.b.c /spec/b/c\n+ spec.d /spec/d");
    row("an object that went", "{'spec':{'a':1,'b':[2]}}", "{}", "- spec.a /spec/a\n- spec.b /spec/b");
    row("elements that moved are found at both places", "{'c':[{'name':'a','v':1},{'name':'b','v':1}]}",
        "{'c':[{'name':'b','v':2},{'name':'x'},{'name':'a','v':1}]}",
        "~ c[name=b].v /c/1/v /c/0/v\n+ c[name=x].name /c/1/name\n~ c /c /c");
    row("a slash in a key is escaped", "{'metadata':{'annotations':{'a/b~c':'1'}}}",
        "{'metadata':{'annotations':{'a/b~c':'2'}}}",
        "~ metadata.annotations[\"a/b~c\"] /metadata/annotations/a~1b~0c /metadata/annotations/a~1b~0c");
    row("bookkeeping is told, each as one", "{'metadata':{'resourceVersion':'1','generation':1,'managedFields':[1,2]}}",
        "{'metadata':{'resourceVersion':'2','generation':2,'managedFields':[1,3]}}",
        "~ metadata.resourceVersion /metadata/resourceVersion /metadata/resourceVersion\n"
        "~ metadata.generation /metadata/generation /metadata/generation\n"
        "~ metadata.managedFields /metadata/managedFields /metadata/managedFields");
    row("what is no JSON", "{", "{}", "");
}

void TestAllChanges::changes()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, changes);
    QCOMPARE(told(allChanges(before.toStdString(), after.toStdString())), changes);
}

void TestAllChanges::worths_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<int>("worth");
    const auto row = [](const char *name, const char *before, const char *after, ChangeWorth worth) {
        QTest::newRow(name) << json(before) << json(after) << int(worth);
    };
    row("nothing but the version", "{'metadata':{'resourceVersion':'1'}}", "{'metadata':{'resourceVersion':'2'}}",
        ChangeWorth::Bookkeeping);
    row("only who owns what", "{'metadata':{'resourceVersion':'1','managedFields':[1]}}",
        "{'metadata':{'resourceVersion':'2','managedFields':[2]}}", ChangeWorth::ManagedFields);
    row("a lease renewed", "{'spec':{'renewTime':'1','holderIdentity':'a'}}",
        "{'spec':{'renewTime':'2','holderIdentity':'a'}}", ChangeWorth::Heartbeat);
    row("a lease taken over", "{'spec':{'renewTime':'1','holderIdentity':'a'}}",
        "{'spec':{'renewTime':'2','holderIdentity':'b'}}", ChangeWorth::Substance);
    row("a first renewal", "{'spec':{}}", "{'spec':{'renewTime':'2'}}", ChangeWorth::Substance);
    row("a node that is still there", "{'status':{'conditions':[{'type':'Ready','lastHeartbeatTime':'1'}]}}",
        "{'status':{'conditions':[{'type':'Ready','lastHeartbeatTime':'2'}]}}", ChangeWorth::Heartbeat);
    row("a node that is not", "{'status':{'conditions':[{'type':'Ready','lastHeartbeatTime':'1','status':'True'}]}}",
        "{'status':{'conditions':[{'type':'Ready','lastHeartbeatTime':'2','status':'False'}]}}", ChangeWorth::Status);
    row("a leader that is still there",
        "{'metadata':{'annotations':{'control-plane.alpha.kubernetes.io/"
        "leader':'{\\'holderIdentity\\':\\'a\\',\\'renewTime\\':\\'1\\',\\'x\\':0}'}}}",
        "{'metadata':{'annotations':{'control-plane.alpha.kubernetes.io/"
        "leader':'{\\'holderIdentity\\':\\'a\\',\\'renewTime\\':\\'2\\',\\'x\\':0}'}}}",
        ChangeWorth::Heartbeat);
    row("another leader",
        "{'metadata':{'annotations':{'control-plane.alpha.kubernetes.io/"
        "leader':'{\\'holderIdentity\\':\\'a\\',\\'renewTime\\':\\'1\\',\\'x\\':0}'}}}",
        "{'metadata':{'annotations':{'control-plane.alpha.kubernetes.io/"
        "leader':'{\\'holderIdentity\\':\\'b\\',\\'renewTime\\':\\'2\\',\\'x\\':0}'}}}",
        ChangeWorth::Substance);
    row("status and what goes with it", "{'metadata':{'managedFields':[1]},'status':{'phase':'a'}}",
        "{'metadata':{'managedFields':[2]},'status':{'phase':'b'}}", ChangeWorth::Status);
    row("a label", "{'metadata':{'labels':{}},'status':{'phase':'a'}}",
        "{'metadata':{'labels':{'a':'b'}},'status':{'phase':'b'}}", ChangeWorth::Substance);
    row("what only begins like status", "{'statuses':1}", "{'statuses':2}", ChangeWorth::Substance);
}

void TestAllChanges::worths()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(int, worth);
    QCOMPARE(int(allChanges(before.toStdString(), after.toStdString()).worth), worth);
}

void TestAllChanges::valuesAreWholeBehindTheirPointers()
{
    const std::string before = json("{'data':{'a/b':'0'}}").toStdString();
    const std::string after = R"({"data":{"a/b":")" + std::string(5000, 'x') + R"("}})";
    const AllChanges all = allChanges(before, after);
    QCOMPARE(all.changes.size(), std::size_t(1));
    QVERIFY(all.changes[0].field.after.size() < 200);
    QCOMPARE(valueAt(before, all.changes[0].pointerBefore), std::optional<std::string>("\"0\""));
    QCOMPARE(valueAt(after, all.changes[0].pointerAfter)->size(), std::size_t(5002));
    QVERIFY(!valueAt(after, "/data/none"));
}

void TestAllChanges::aFloodIsCounted()
{
    std::string before = "{\"data\":{";
    for (std::size_t i = 0; i < AllChangesMax + 7; ++i)
        before += (i ? ",\"" : "\"") + std::to_string(i) + "\":1";
    const AllChanges all = allChanges(before + "}}", "{\"data\":{}}");
    QCOMPARE(all.changes.size(), AllChangesMax);
    QCOMPARE(all.leftOut, std::size_t(7));
}

} // namespace tst_allchanges

WK_TEST(tst_allchanges, TestAllChanges, QCoreApplication)
#include "tst_allchanges.moc"
