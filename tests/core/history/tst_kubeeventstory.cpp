// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/kubeeventstory.h"

#include "tests/support/entries.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_kubeeventstory {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

class TestKubeEventStory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsBothGroupsAlike();
    void anExpiredOneIsKept();
    void tellsWhyItWent_data();
    void tellsWhyItWent();
    void oneThatIsThereAgainHasNotGone();
    void tellsNothingOfWhatCannotBeRead();
    void regardsByUidOrByName_data();
    void regardsByUidOrByName();
    void twoWatchesTellOneStory_data();
    void twoWatchesTellOneStory();
    void onlyAnEventsDeletionIsForgetting();
};

namespace {

/// Start is 10:41:00; the revision comes `after` it.
LifeRevision revision(EntryType type, int version, std::chrono::seconds after, const std::string &body)
{
    auto made = object("web", "web-1.17a", std::to_string(version));
    made->created = Start;
    made->body = plainBody(body);
    return {RowId(version), Start + after, type, EntryClass::Live, made};
}

std::string counted(int count, const char *last)
{
    return "{'involvedObject':{'kind':'Pod','namespace':'web','name':'web-1','uid':'u'},'type':'Warning',"
           "'reason':'BackOff','message':'Back-off','firstTimestamp':'2026-11-21T10:41:00Z','count':" +
           std::to_string(count) + ",'lastTimestamp':'2026-11-21T" + last + "Z'}";
}

QString clock(WallTime time)
{
    return QString::fromStdString(formatTime(time).substr(11, 8));
}

/// "BackOff x3: 2 from 10:41:00 to 10:41:20, 1 at 10:41:40; expired 11:41:41, still for 3601 s".
QString text(const std::optional<KubeEventStory> &story)
{
    if (!story)
        return QStringLiteral("nothing");
    QStringList words;
    for (const Occurrence &some : story->occurrences) {
        words += some.from == some.to
                     ? QStringLiteral("%1 at %2").arg(some.times).arg(clock(some.to))
                     : QStringLiteral("%1 from %2 to %3").arg(some.times).arg(clock(some.from), clock(some.to));
    }
    QString line = QStringLiteral("%1 x%2: %3")
                       .arg(QString::fromStdString(story->said.reason))
                       .arg(story->times())
                       .arg(words.join(QStringLiteral(", ")));
    if (story->end)
        line += QStringLiteral("; %1 %2, still for %3 s")
                    .arg(QLatin1String(story->end->cause == EventEnd::Cause::Expired ? "expired" : "deleted"))
                    .arg(clock(story->end->time))
                    .arg(story->end->still / 1s);
    return line;
}

std::vector<LifeRevision> ofVersions(std::initializer_list<int> versions)
{
    std::vector<LifeRevision> made;
    for (const int version : versions)
        made.push_back(revision(EntryType::Modified, version, std::chrono::seconds(version), counted(1, "10:41:00")));
    return made;
}

QString versions(const std::vector<LifeRevision> &revisions)
{
    QStringList found;
    for (const LifeRevision &revision : revisions)
        found += QString::fromStdString(revision.object->version.text()) +
                 QLatin1String(revision.type == EntryType::Deleted ? "-" : "");
    return found.join(u' ');
}

} // namespace

void TestKubeEventStory::tellsBothGroupsAlike()
{
    const std::vector<LifeRevision> old{revision(EntryType::Added, 1, 21s, counted(2, "10:41:20")),
                                        revision(EntryType::Modified, 2, 41s, counted(3, "10:41:40"))};
    QCOMPARE(text(eventStory(old)), QStringLiteral("BackOff x3: 2 from 10:41:00 to 10:41:20, 1 at 10:41:40"));
    const std::string once = "'regarding':{'kind':'Pod','name':'web-1'},'reason':'Pulled',"
                             "'eventTime':'2026-11-21T10:41:00.000001Z'";
    const std::vector<LifeRevision> series{
        revision(EntryType::Added, 1, 1s, "{" + once + "}"),
        revision(EntryType::Modified, 2, 21s,
                 "{" + once + ",'series':{'count':2,'lastObservedTime':'2026-11-21T10:41:20Z'}}"),
        revision(EntryType::Modified, 3, 61s,
                 "{" + once + ",'series':{'count':5,'lastObservedTime':'2026-11-21T10:41:50Z'}}")};
    QCOMPARE(text(eventStory(series)),
             QStringLiteral("Pulled x5: 1 at 10:41:00, 1 at 10:41:20, 3 from 10:41:20 to 10:41:50"));
}

void TestKubeEventStory::anExpiredOneIsKept()
{
    const std::vector<LifeRevision> revisions{revision(EntryType::Added, 1, 1s, counted(1, "10:41:00")),
                                              revision(EntryType::Modified, 2, 41s, counted(2, "10:41:40")),
                                              revision(EntryType::Deleted, 3, 3641s, counted(2, "10:41:40"))};
    QCOMPARE(text(eventStory(revisions)),
             QStringLiteral("BackOff x2: 1 at 10:41:00, 1 at 10:41:40; expired 11:41:41, still for 3601 s"));
}

void TestKubeEventStory::tellsWhyItWent_data()
{
    QTest::addColumn<int>("writtenAfter"); // seconds
    QTest::addColumn<int>("goneAfter");
    QTest::addColumn<EntryClass>("origin");
    QTest::addColumn<QString>("end");
    QTest::newRow("after an hour it has expired")
        << 0 << 3600 << EntryClass::Live << "expired 11:41:00, still for 3600 s";
    QTest::newRow("another server keeps them for a minute")
        << 0 << 60 << EntryClass::Live << "expired 10:42:00, still for 60 s";
    QTest::newRow("nothing expires as soon as that")
        << 0 << 59 << EntryClass::Live << "deleted 10:41:59, still for 59 s";
    QTest::newRow("its time counts from when it was written last")
        << 3590 << 3600 << EntryClass::Live << "deleted 11:41:00, still for 10 s";
    QTest::newRow("what was not seen may have been long ago")
        << 0 << 30 << EntryClass::Inferred << "expired 10:41:30, still for 30 s";
    QTest::newRow("a clock that is ahead of ours makes no time below none")
        << 90 << 30 << EntryClass::Live << "deleted 10:41:30, still for 0 s";
}

void TestKubeEventStory::tellsWhyItWent()
{
    QFETCH(int, writtenAfter);
    QFETCH(int, goneAfter);
    QFETCH(EntryClass, origin);
    LifeRevision added = revision(EntryType::Added, 1, 0s, counted(1, "10:41:00"));
    Object written = *added.object;
    written.managers = {{"kubelet", "Update", "", Start + std::chrono::seconds(writtenAfter), 1}};
    added.object = makeCounted<Object>(written);
    LifeRevision gone = added;
    gone.type = EntryType::Deleted;
    gone.arrived = Start + std::chrono::seconds(goneAfter);
    gone.origin = origin;
    QTEST(text(eventStory(std::vector{added, gone})).section(QStringLiteral("; "), 1), "end");
}

void TestKubeEventStory::oneThatIsThereAgainHasNotGone()
{
    const std::vector<LifeRevision> revisions{revision(EntryType::Added, 1, 1s, counted(1, "10:41:00")),
                                              revision(EntryType::Deleted, 2, 90s, counted(1, "10:41:00")),
                                              revision(EntryType::Added, 3, 95s, counted(1, "10:41:00"))};
    QCOMPARE(text(eventStory(revisions)), QStringLiteral("BackOff x1: 1 at 10:41:00"));
}

void TestKubeEventStory::tellsNothingOfWhatCannotBeRead()
{
    QCOMPARE(text(eventStory({})), QStringLiteral("nothing"));
    const LifeRevision broken = revision(EntryType::Added, 1, 1s, "{'a':");
    QCOMPARE(text(eventStory(std::vector{broken})), QStringLiteral("nothing"));
    QCOMPARE(text(eventStory(std::vector{revision(EntryType::Added, 1, 1s, counted(1, "10:41:00")), broken})),
             QStringLiteral("BackOff x1: 1 at 10:41:00"));
    QCOMPARE(text(eventStory(std::vector{revision(EntryType::Added, 1, 5s, "{'reason':'R'}")})),
             QStringLiteral("R x1: 1 at 10:41:00"));
}

void TestKubeEventStory::regardsByUidOrByName_data()
{
    QTest::addColumn<QString>("uid"); // that the Event gives
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("subject");
    QTest::addColumn<bool>("does");
    QTest::newRow("the uid decides") << "u1"
                                     << "other"
                                     << "u1" << true;
    QTest::newRow("another life of the name is another") << "u2"
                                                         << "web-1"
                                                         << "u1" << false;
    QTest::newRow("without a uid the name does") << ""
                                                 << "web-1"
                                                 << "u1" << true;
    QTest::newRow("to one whose uid is not known the name does") << "u2"
                                                                 << "web-1"
                                                                 << "" << true;
    QTest::newRow("a kubelet gives its node's name for a uid") << "web-1"
                                                               << "web-1"
                                                               << "u1" << true;
    QTest::newRow("another name is another") << ""
                                             << "web-2"
                                             << "u1" << false;
}

void TestKubeEventStory::regardsByUidOrByName()
{
    QFETCH(QString, uid);
    QFETCH(QString, name);
    QFETCH(QString, subject);
    KubeEvent event;
    event.regardingKind = "Pod";
    event.regardingNs = "web";
    event.regardingName = name.toStdString();
    event.regardingUid = uid.toStdString();
    QTEST(regards(event, {"Pod", "web", "web-1", subject.toStdString()}), "does");
    if (event.regardingUid.empty())
        QVERIFY2(!regards(event, {"Service", "web", "web-1", {}}), "of another kind");
}

void TestKubeEventStory::twoWatchesTellOneStory_data()
{
    QTest::addColumn<std::vector<LifeRevision>>("some");
    QTest::addColumn<std::vector<LifeRevision>>("others");
    QTest::addColumn<QString>("both");
    LifeRevision opaque = ofVersions({1}).front();
    Object strange = *opaque.object;
    strange.version = ResourceVersion("a-b");
    opaque.object = makeCounted<Object>(strange);
    LifeRevision inferred = ofVersions({7}).front();
    inferred.type = EntryType::Deleted;
    QTest::newRow("each revision once") << ofVersions({1, 2, 3}) << ofVersions({2, 3}) << "1 2 3";
    QTest::newRow("one goes on where the other ended") << ofVersions({1, 2}) << ofVersions({2, 10}) << "1 2 10";
    QTest::newRow("in the order of the server") << ofVersions({4}) << ofVersions({2, 9}) << "2 4 9";
    QTest::newRow("an end that was inferred comes last")
        << std::vector{ofVersions({7}).front(), inferred} << ofVersions({7}) << "7 7-";
    QTest::newRow("without an order the longer one") << std::vector{opaque} << ofVersions({2, 3}) << "2 3";
}

void TestKubeEventStory::twoWatchesTellOneStory()
{
    QFETCH(std::vector<LifeRevision>, some);
    QFETCH(std::vector<LifeRevision>, others);
    QTEST(versions(mergedRevisions(some, others)), "both");
    QTEST(versions(mergedRevisions(others, some)), "both");
}

void TestKubeEventStory::onlyAnEventsDeletionIsForgetting()
{
    WatchScope events = scope("Event");
    events.resource.gvr = {"events.k8s.io", "v1", "events"};
    const ObjectPtr about = object("web", "a");
    QVERIFY(isEventForgotten(EntryType::Deleted, &events));
    QVERIFY(!isEventForgotten(EntryType::Modified, &events));
    QVERIFY(!isEventForgotten(EntryType::Deleted, nullptr));
    events.resource.gvr.group = "example.org";
    QVERIFY(!isEventForgotten(EntryType::Deleted, &events));
}

} // namespace tst_kubeeventstory

WK_TEST(tst_kubeeventstory, TestKubeEventStory, QCoreApplication)
#include "tst_kubeeventstory.moc"
