// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/objectlife.h"

#include "tests/support/entries.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_objectlife {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

class TestObjectLife : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsALifeFromItsCreationToItsEnd();
    void tellsWhatWasBeforeWeWatched();
    void saysOfWhatWasThereWhatIsPrintedOfIt();
    void tellsWhatARevisionBrought_data();
    void tellsWhatARevisionBrought();
    void saysWhoWroteWhatIsWanted();
    void believesNoClockThatIsAhead();
    void endsALifeThatWasInferred();
    void saysSinceWhenWhatNobodySawMayHaveHappened();
    void cutsWordsWithoutEnd();
    void tellsNothingOfNothing();
    void aWholeSecondIsAnyTimeWithinIt();
};

namespace {

/// Start is 10:41:00.
LifeRevision revision(RowId row, EntryType type, const std::string &body, const std::string &phase = {},
                      bool isDeleting = false)
{
    auto made = object("web", "a", std::to_string(row));
    made->created = Start - 5s;
    made->phase = phase;
    if (isDeleting)
        made->deleting = Start;
    made->body = plainBody(body);
    return {row, Start + std::chrono::seconds(row), type, EntryClass::Live, made};
}

/// "10:41:02 phase Pending → Running", a ' for a time that is the cluster's own.
QString text(const LifeMoment &moment)
{
    static const char *const kinds[] = {"created", "first seen", "phase",    "condition", "container",
                                        "restart", "replicas",   "spec",     "field",     "owner",
                                        "owns",    "told",       "deleting", "deleted"};
    QStringList words{QString::fromStdString(formatTime(moment.time).substr(11, 8)) +
                          QLatin1String(moment.isServersTime ? "'" : ""),
                      QLatin1String(kinds[static_cast<int>(moment.kind)])};
    if (!moment.subject.empty())
        words += QString::fromStdString(moment.subject);
    if (!moment.before.empty() || !moment.after.empty())
        words += QStringLiteral("[%1 > %2]")
                     .arg(QString::fromStdString(moment.before), QString::fromStdString(moment.after));
    if (!moment.who.empty())
        words += QStringLiteral("by ") + QString::fromStdString(moment.who);
    if (!moment.why.empty())
        words += QStringLiteral("(%1)").arg(QString::fromStdString(moment.why));
    return words.join(u' ');
}

QStringList texts(const std::vector<LifeRevision> &revisions)
{
    QStringList lines;
    for (const LifeMoment &moment : lifeOf(revisions))
        lines += text(moment);
    return lines;
}

QStringList lines(const char *text)
{
    return QString::fromUtf8(text).split(u'\n', Qt::SkipEmptyParts);
}

} // namespace

void TestObjectLife::tellsALifeFromItsCreationToItsEnd()
{
    const std::string spec = "'spec':{'containers':[{'name':'web','image':'i'}]}";
    const std::string ready = "{" + spec +
                              ",'status':{'conditions':[{'type':'PodScheduled','status':'True',"
                              "'lastTransitionTime':'2026-11-21T10:41:01Z'},{'type':'Ready','status':'True',"
                              "'lastTransitionTime':'2026-11-21T10:41:05Z'}],"
                              "'containerStatuses':[{'name':'web','restartCount':1,'state':{'running':{}},"
                              "'lastState':{'terminated':{'exitCode':137,'reason':'OOMKilled'}}}]}}";
    const std::vector<LifeRevision> revisions{
        revision(1, EntryType::Added, "{" + spec + "}", "Pending"),
        revision(2, EntryType::Modified,
                 "{" + spec +
                     ",'status':{'conditions':[{'type':'PodScheduled','status':'True',"
                     "'lastTransitionTime':'2026-11-21T10:41:01Z'}]}}",
                 "Pending"),
        revision(4, EntryType::Modified,
                 "{" + spec +
                     ",'status':{'conditions':[{'type':'PodScheduled','status':'True',"
                     "'lastTransitionTime':'2026-11-21T10:41:01Z'},{'type':'Ready','status':'False',"
                     "'reason':'ContainersNotReady','message':'not yet'}],"
                     "'containerStatuses':[{'name':'web','restartCount':0,"
                     "'state':{'waiting':{'reason':'ContainerCreating'}}}]}}",
                 "Pending"),
        revision(6, EntryType::Modified, ready, "Running"), revision(9, EntryType::Deleted, ready, "Running", true)};
    QCOMPARE(texts(revisions), lines(R"(
10:40:55' created
10:41:01 phase [ > Pending]
10:41:01' condition PodScheduled [ > True]
10:41:04 container web [ > Waiting ContainerCreating]
10:41:04 condition Ready [ > False ContainersNotReady] (not yet)
10:41:05' condition Ready [False ContainersNotReady > True]
10:41:06 phase [Pending > Running]
10:41:06 restart web [0 > 1] (OOMKilled exit code 137)
10:41:06 container web [Waiting ContainerCreating > Running]
10:41:09 deleting
10:41:09 deleted
)"));
}

void TestObjectLife::tellsWhatWasBeforeWeWatched()
{
    LifeRevision listed = revision(3, EntryType::Added,
                                   "{'status':{'conditions':[{'type':'Ready','status':'True',"
                                   "'lastTransitionTime':'2026-11-21T10:40:58Z'},{'type':'Odd','status':'True'}]}}",
                                   "Running");
    listed.origin = EntryClass::Initial;
    QCOMPARE(texts({listed}), lines(R"(
10:40:55' created
10:40:58' condition Ready [ > True]
10:41:03 first seen [ > Running]
)"));
}

void TestObjectLife::saysOfWhatWasThereWhatIsPrintedOfIt()
{
    auto made = object("web", "a", "3");
    made->phase = "Running";
    made->cells = {std::string("a"), std::string("CrashLoopBackOff")};
    const Columns table = columnsNamed({"Name", "Status"});
    const LifeRevision listed{3, Start, EntryType::Added, EntryClass::Initial, made, table};
    QCOMPARE(texts({listed}).last(), QStringLiteral("10:41:00 first seen [ > CrashLoopBackOff]"));
}

void TestObjectLife::tellsWhatARevisionBrought_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("moments");
    QTest::newRow("a scale") << "{'metadata':{'generation':1},'spec':{'replicas':3}}"
                             << "{'metadata':{'generation':2},'spec':{'replicas':5}}"
                             << "10:41:02 spec [1 > 2]\n10:41:02 replicas [3 > 5]";
    QTest::newRow("a condition's reason alone")
        << "{'status':{'conditions':[{'type':'Progressing','status':'True','reason':'ReplicaSetUpdated',"
           "'lastTransitionTime':'2026-11-21T10:00:00Z'}]}}"
        << "{'status':{'conditions':[{'type':'Progressing','status':'True','reason':'NewReplicaSetAvailable',"
           "'lastTransitionTime':'2026-11-21T10:00:00Z'}]}}"
        << "10:41:02 condition Progressing [True ReplicaSetUpdated > True NewReplicaSetAvailable]";
    QTest::newRow("a message alone is no moment")
        << "{'status':{'conditions':[{'type':'Ready','status':'True','message':'a'}]}}"
        << "{'status':{'conditions':[{'type':'Ready','status':'True','message':'b'}]}}"
        << "";
    QTest::newRow("a container that ends")
        << "{'spec':{'containers':[{'name':'c'}]},'status':{'containerStatuses':[{'name':'c','state':{'running':{}}}]}}"
        << "{'spec':{'containers':[{'name':'c'}]},'status':{'containerStatuses':[{'name':'c',"
           "'state':{'terminated':{'exitCode':1,'reason':'Error','message':'no disk'}}}]}}"
        << "10:41:02 container c [Running > Terminated Error] (exit code 1 no disk)";
}

void TestObjectLife::tellsWhatARevisionBrought()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, moments);
    QStringList told = texts({revision(1, EntryType::Modified, before.toStdString()),
                              revision(2, EntryType::Modified, after.toStdString())});
    told.removeIf([](const QString &line) { return !line.startsWith(u"10:41:02"); });
    QCOMPARE(told.join(u'\n'), moments);
}

void TestObjectLife::saysWhoWroteWhatIsWanted()
{
    const auto imageOf = [](RowId row, const char *image) {
        return revision(row, row == 1 ? EntryType::Added : EntryType::Modified,
                        QStringLiteral("{'spec':{'template':{'spec':{'containers':[{'name':'web','image':'%1'}]}}},"
                                       "'status':{'observedGeneration':%2}}")
                            .arg(QLatin1String(image))
                            .arg(row)
                            .toStdString());
    };
    const auto writtenBy = [](LifeRevision revision, const std::vector<const char *> &managers) {
        Object object = *revision.object;
        std::vector<ManagedFields> entries;
        for (const char *manager : managers) {
            ManagedFields entry;
            entry.manager = manager;
            entry.operation = "Update";
            entry.time = revision.arrived;
            entries.push_back(entry);
        }
        object.managers = Managers(entries);
        revision.object = makeCounted<Object>(std::move(object));
        return revision;
    };
    LifeRevision inferred = writtenBy(imageOf(4, "i:4"), {"bob"});
    inferred.origin = EntryClass::Inferred;
    const QStringList told =
        texts({imageOf(1, "i:1"), writtenBy(imageOf(2, "i:2"), {"alice"}),
               writtenBy(imageOf(3, "i:3"), {"bob", "carol"}), inferred, writtenBy(imageOf(5, "i:4"), {"dave"})});
    const QString field = QStringLiteral("field spec.template.spec.containers[name=web].image ");
    QCOMPARE(told.filter(QStringLiteral("field")),
             QStringList({QStringLiteral("10:41:02 ") + field + QStringLiteral("[i:1 > i:2] by alice"),
                          QStringLiteral("10:41:03 ") + field + QStringLiteral("[i:2 > i:3]"),
                          QStringLiteral("10:41:04 ") + field + QStringLiteral("[i:3 > i:4]")}));
}

void TestObjectLife::believesNoClockThatIsAhead()
{
    const LifeRevision early = revision(1, EntryType::Added, "{}");
    const LifeRevision ready = revision(2, EntryType::Modified,
                                        "{'status':{'conditions':[{'type':'Ready','status':'True',"
                                        "'lastTransitionTime':'2026-11-21T11:00:00Z'}]}}");
    QCOMPARE(texts({early, ready}).last(), QStringLiteral("10:41:02 condition Ready [ > True]"));
}

void TestObjectLife::endsALifeThatWasInferred()
{
    LifeRevision gone = revision(2, EntryType::Deleted, "{}");
    gone.origin = EntryClass::Inferred;
    QCOMPARE(texts({revision(1, EntryType::Added, "{}"), gone}).last(), QStringLiteral("10:41:02 deleted"));
}

void TestObjectLife::saysSinceWhenWhatNobodySawMayHaveHappened()
{
    LifeRevision found = revision(9, EntryType::Modified,
                                  "{'status':{'conditions':[{'type':'Ready','status':'True',"
                                  "'lastTransitionTime':'2026-11-21T10:41:05Z'}]}}",
                                  "Running");
    found.unseenSince = Start + 4s;
    std::vector<LifeMoment> moments = lifeOf(std::vector{revision(1, EntryType::Added, "{}"), found});
    const auto of = [&](LifeMoment::Kind kind) { return *std::ranges::find(moments, kind, &LifeMoment::kind); };
    QCOMPARE(of(LifeMoment::Kind::Phase).unseenSince, std::optional(Start + 4s));
    QVERIFY2(!of(LifeMoment::Kind::Condition).unseenSince, "the cluster says when");
}

void TestObjectLife::cutsWordsWithoutEnd()
{
    std::string message;
    for (int i = 0; i < 1000; ++i)
        message += "é";
    const LifeRevision wordy =
        revision(1, EntryType::Added,
                 "{'status':{'conditions':[{'type':'Ready','status':'True','message':'" + message + "'}]}}");
    const auto moments = lifeOf({&wordy, 1});
    const std::string &why = moments.back().why;
    QCOMPARE(why.size(), LifeWords + std::string("…").size());
    QVERIFY(QString::fromStdString(why).endsWith(QStringLiteral("é…")));
}

void TestObjectLife::aWholeSecondIsAnyTimeWithinIt()
{
    QCOMPARE(withinItsSecond(Start, Start + 350ms), Start + 350ms);
    QCOMPARE(withinItsSecond(Start, Start + 5s), Start + 1s - 1us);
    QCOMPARE(withinItsSecond(Start, Start - 5s), Start);
    QCOMPARE(withinItsSecond(Start + 20ms, Start + 350ms), Start + 20ms); // as exact as it was said
}

void TestObjectLife::tellsNothingOfNothing()
{
    QCOMPARE(texts({}), QStringList());
    auto odd = object("web", "a");
    odd->unreadable = Unreadable::BrokenJson;
    QCOMPARE(texts({{1, Start, EntryType::Added, EntryClass::Live, odd}}), QStringList());
}

} // namespace tst_objectlife

WK_TEST(tst_objectlife, TestObjectLife, QCoreApplication)
#include "tst_objectlife.moc"
