// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/entry.h"
#include "core/resource/compare.h"
#include "core/source/kube/objecttext.h"
#include "core/source/kube/readcache.h"
#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <random>
#include <set>
#include <string>
#include <vector>

/// Which changes of an object people look for, and which only follow them.
namespace tst_notablechanges {

using namespace wk;
using namespace wk::test;

class NotableChangesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachFieldForItself_data();
    void eachFieldForItself();
    void oneIsEnoughAmongAny();
    void toComeAndToGoIs();
    void whatWasThereAtTheFirstLookHasNotChanged();
    void aWordThatNobodyHasSentIsNoOther();
    void whatIsNotKnownInDetailIs();
};

namespace {

bool isNotable(const Entry &entry)
{
    return notabilityOf(entry) != Notability::None;
}

/// A field of an object, and what it is before and after a change.
struct Field {
    std::string name;
    std::string before;
    std::string after;
    bool isNotable;
};

/// An object as JSON, in which a field's name between two '$' stands for what it is.
struct Kind {
    std::string json;
    std::vector<Field> fields;
};

const Field Status{"STATUS", "Running", "CrashLoopBackOff", true}; // the cell

const std::vector<Kind> &kinds()
{
    static const std::vector<Kind> all{
        {"{'kind':'Deployment','metadata':{'name':'web','generation':$generation$,'labels':{'app':'$label$'},"
         "'annotations':{'deployment.kubernetes.io/revision':'$revision$','why':'$annotation$'}},"
         "'spec':{'replicas':$replicas$,'template':{'spec':{'containers':[{'name':'web','image':'$image$'}]}}},"
         "'status':{'observedGeneration':$observed$,'replicas':$pods$,'updatedReplicas':$updated$,"
         "'readyReplicas':$ready$,'availableReplicas':$available$,'conditions':["
         "{'type':'Available','status':'$isAvailable$','lastUpdateTime':'2026-11-21T10:41:0$a$Z'},"
         "{'type':'Progressing','status':'True','reason':'$reason$','message':'$message$',"
         "'lastUpdateTime':'2026-11-21T10:41:0$b$Z'}]}}",
         {{"generation", "1", "2", false},
          {"label", "web", "shop", true},
          {"revision", "1", "2", false},
          {"annotation", "nothing", "a person", true},
          {"replicas", "2", "3", true},
          {"image", "web:1", "web:2", true},
          {"observed", "1", "2", false},
          {"pods", "2", "3", false},
          {"updated", "2", "1", false},
          {"ready", "2", "1", false},
          {"available", "2", "1", false},
          {"isAvailable", "True", "False", true},
          {"a", "1", "2", false},
          {"reason", "NewReplicaSetAvailable", "ReplicaSetUpdated", false},
          {"message", "has successfully progressed", "is progressing", false},
          {"b", "1", "2", false}}},
        {"{'kind':'Pod','metadata':{'name':'web-1','labels':{'app':'$label$'}},'spec':{'nodeName':'$node$'},"
         "'status':{'phase':'$phase$','podIP':'10.0.0.$ip$','conditions':["
         "{'type':'ContainersReady','status':'$containers$'},{'type':'Initialized','status':'$initialized$'},"
         "{'type':'Ready','status':'$isReady$','lastProbeTime':'2026-11-21T10:41:0$probe$Z'},"
         "{'type':'PodScheduled','status':'$scheduled$'}],'initContainerStatuses':["
         "{'name':'init','ready':true,'restartCount':$init$}],'containerStatuses':["
         "{'name':'a','ready':$readyA$,'restartCount':$restartsA$,'started':$startedA$},"
         "{'name':'b','ready':true,'restartCount':$restartsB$,'lastState':{'terminated':{'exitCode':$exit$}}}]}}",
         {Status,
          {"label", "web", "shop", true},
          {"node", "node-01", "node-02", true},
          {"phase", "Pending", "Running", true},
          {"ip", "7", "8", false},
          {"containers", "True", "False", false},
          {"initialized", "True", "False", false},
          {"isReady", "True", "False", true},
          {"probe", "1", "2", false},
          {"scheduled", "True", "False", false},
          {"init", "0", "1", true},
          {"readyA", "true", "false", true},
          {"restartsA", "0", "1", true},
          {"startedA", "true", "false", false},
          {"restartsB", "0", "1", true},
          {"exit", "1", "137", false}}},
        {"{'kind':'Node','metadata':{'name':'node-01'},'spec':{$cordon$'podCIDR':'10.0.0.0/24'},'status':{'conditions':["
         "{'type':'Ready','status':'$isReady$','lastHeartbeatTime':'2026-11-21T10:41:0$beat$Z'}],"
         "'images':[{'sizeBytes':$image$}]}}",
         {Status,
          {"cordon", "", "'unschedulable':true,", true},
          {"isReady", "True", "Unknown", true},
          {"beat", "1", "2", false},
          {"image", "7", "8", false}}},
        {"{'kind':'Lease','metadata':{'name':'web'},'spec':{'holderIdentity':'$holder$',"
         "'renewTime':'2026-11-21T10:41:0$beat$.000000Z'}}",
         {{"holder", "web-1", "web-2", true}, {"beat", "1", "2", false}}}};
    return all;
}

/// `changed`: by the fields' places.
ObjectPtr objectOf(const Kind &kind, const std::set<std::size_t> &changed)
{
    static ReadCache cache;
    std::string json = kind.json;
    std::string status;
    for (std::size_t i = 0; i < kind.fields.size(); ++i) {
        const Field &field = kind.fields[i];
        const std::string &value = changed.contains(i) ? field.after : field.before;
        const std::string name = '$' + field.name + '$';
        if (const std::size_t at = json.find(name); at != std::string::npos)
            json.replace(at, name.size(), value);
        else
            status = value;
    }
    const Body body = plainBody(json);
    Object made = readObjectText(body.object(), cache)->object;
    made.cells = {std::string(made.name), status};
    made.body = body;
    return makeCounted<const Object>(std::move(made));
}

std::shared_ptr<Entry> change(const Kind &kind, const std::set<std::size_t> &changed)
{
    const auto made = entry(1, EntryType::Modified, objectOf(kind, changed));
    made->previous = objectOf(kind, {});
    made->changes = describeChanges(made->previous, made->object);
    made->columns = columnsNamed({"Name", "Status"});
    return made;
}

} // namespace

void NotableChangesTest::eachFieldForItself_data()
{
    QTest::addColumn<std::size_t>("kind");
    QTest::addColumn<std::size_t>("field");
    for (std::size_t kind = 0; kind < kinds().size(); ++kind) {
        for (std::size_t field = 0; field < kinds()[kind].fields.size(); ++field)
            QTest::addRow("%s: %s", kinds()[kind].json.substr(9, 3).c_str(), kinds()[kind].fields[field].name.c_str())
                << kind << field;
    }
}

void NotableChangesTest::eachFieldForItself()
{
    QFETCH(std::size_t, kind);
    QFETCH(std::size_t, field);
    const auto made = change(kinds()[kind], {field});
    QVERIFY(isChange(*made));
    QCOMPARE(isNotable(*made), kinds()[kind].fields[field].isNotable);
}

/// An event tells only three fields, whatever else there is.
void NotableChangesTest::oneIsEnoughAmongAny()
{
    std::mt19937_64 random(seed());
    for (int round = 0, end = rounds(2'000); round < end; ++round) {
        const Kind &kind = kinds()[random() % kinds().size()];
        std::set<std::size_t> changed;
        const bool areFew = random() % 2 == 0;
        for (std::size_t i = 0; i < kind.fields.size(); ++i) {
            if (kind.fields[i].isNotable ? random() % (areFew ? 12 : 2) == 0 : random() % 2 == 0)
                changed.insert(i);
        }
        const bool isAny = std::ranges::any_of(changed, [&](std::size_t i) { return kind.fields[i].isNotable; });
        std::string names;
        for (const std::size_t i : changed)
            names += kind.fields[i].name + ' ';
        QVERIFY2(isNotable(*change(kind, changed)) == isAny, names.c_str());
    }
}

void NotableChangesTest::toComeAndToGoIs()
{
    QVERIFY(isNotable(*entry(1, EntryType::Added, object("web", "a"))));
    QVERIFY(isNotable(*entry(1, EntryType::Deleted, object("web", "a"))));
    QVERIFY(!isNotable(*entry(1, EntryType::Bookmark)));
}

void NotableChangesTest::whatWasThereAtTheFirstLookHasNotChanged()
{
    const auto made = entry(1, EntryType::Added, object("web", "a"));
    made->origin = EntryClass::Initial;
    QVERIFY(!isNotable(*made));
}

/// As when a server's table has lost the column.
void NotableChangesTest::aWordThatNobodyHasSentIsNoOther()
{
    const Kind &pod = kinds()[1];
    const auto made = change(pod, {0}); // STATUS alone
    for (const bool isKnownBefore : {true, false}) {
        Object unknown = *made->object;
        unknown.cells = {std::string(unknown.name), std::string(UnknownCell)};
        const auto other = std::make_shared<Entry>(*made);
        (isKnownBefore ? other->object : other->previous) = makeCounted<const Object>(unknown);
        QVERIFY(!isNotable(*other));
        unknown.cells = {};
        (isKnownBefore ? other->object : other->previous) = makeCounted<const Object>(unknown);
        QVERIFY(!isNotable(*other));
    }
}

void NotableChangesTest::whatIsNotKnownInDetailIs()
{
    const auto made = change(kinds()[3], {1}); // a heartbeat
    made->previous.reset();
    QVERIFY(isNotable(*made));
}

} // namespace tst_notablechanges

WK_TEST(tst_notablechanges, NotableChangesTest, QCoreApplication)
#include "tst_notablechanges.moc"
