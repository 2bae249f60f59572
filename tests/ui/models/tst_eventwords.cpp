// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/entry.h"
#include "tests/support/entries.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "ui/models/eventwords.h"
#include "ui/models/seenwords.h"
#include "ui/style/formats.h"
#include "ui/words/outagewords.h"

#include <QTest>

namespace tst_eventwords {

using namespace wk;
using namespace std::chrono_literals;

namespace {

std::shared_ptr<Entry> entry(EntryType type, EntryClass origin = EntryClass::Live)
{
    auto made = std::make_shared<Entry>();
    made->type = type;
    made->origin = origin;
    made->arrived = *parseTime("2026-11-21T10:41:10Z");
    made->version = ResourceVersion("8123275");
    return made;
}

Counted<Object> pod()
{
    auto made = makeCounted<Object>();
    made->name = "web-1";
    made->phase = "Pending";
    made->version = ResourceVersion("8101177");
    made->created = parseTime("2026-11-21T10:41:05Z");
    made->owners = {{"apps/v1", "ReplicaSet", "web", "u", true}};
    return made;
}

ChangesPtr changes(std::vector<FieldChange> first, int total)
{
    return std::make_shared<Changes>(Changes{std::move(first), total, {"kubelet"}});
}

/// Narrow and fixed spaces as plain ones, so that the rows read well.
QString words(const Entry &entry)
{
    return eventWords(entry).plain().replace(QChar(0x202f), u' ').replace(QChar(0xa0), u' ');
}

FieldChange replaced(const char *path, const char *before, const char *after)
{
    return {path, before, after, FieldChange::Kind::Replaced};
}

} // namespace

class tst_eventwords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKubernetesEventSaysWhatItIsThereToSay()
    {
        auto made = entry(EntryType::Added);
        Object note;
        note.name = "web-1.17";
        note.body = plainBody("{'kind':'Event','involvedObject':{'kind':'Pod','name':'web-1'},'type':'Warning',"
                              "'reason':'BackOff','message':'Back-off restarting failed container'}");
        made->object = makeCounted<Object>(note);
        QCOMPARE(words(*made), QStringLiteral("BackOff Back-off restarting failed container"));
        note.body = plainBody("{'kind':'Claim','reason':'of its own'}");
        made->object = makeCounted<Object>(note);
        QCOMPARE(words(*made), QString());
    }

    void aPodIsInThePhaseThatIsPrintedOfIt()
    {
        auto made = entry(EntryType::Added);
        auto of = pod();
        of->cells = {std::string("web-1"), std::string("CrashLoopBackOff")};
        made->object = of;
        made->columns = wk::test::columnsNamed({"Name", "Status"});
        const QString expected = QStringLiteral("phase CrashLoopBackOff, owner ReplicaSet web");
        QCOMPARE(words(*made), expected);
        QCOMPARE(listedWords(*of, made->columns).plain(), expected);
    }

    void anObjectOfAListSaysWhatItCan()
    {
        QCOMPARE(listedWords(*pod(), nullptr).plain(), QStringLiteral("phase Pending, owner ReplicaSet web"));
        const auto bare = makeCounted<Object>();
        QCOMPARE(listedWords(*bare, nullptr).plain(), QString());
        bare->created = parseTime("2026-11-21T10:41:05Z");
        QVERIFY2(listedWords(*bare, nullptr).plain().startsWith(QStringLiteral("created 2026-11-2")),
                 qPrintable(listedWords(*bare, nullptr).plain()));
        auto made = entry(EntryType::Added);
        made->object = bare;
        QCOMPARE(eventWords(*made).plain(), listedWords(*bare, nullptr).plain());
    }

    void aKubernetesEventThatIsForgottenIsNoNews()
    {
        auto made = entry(EntryType::Deleted);
        Object note;
        note.created = made->arrived - 61min;
        note.body = plainBody("{'kind':'Event','involvedObject':{'kind':'Pod','name':'web-1'},'type':'Warning',"
                              "'reason':'BackOff','message':'Back-off'}");
        made->object = makeCounted<Object>(note);
        QVERIFY(eventWords(*made).isQuiet);
        QCOMPARE(words(*made), QStringLiteral("no longer kept by the server, after 1 h 1 m: BackOff Back-off"));
    }

    void changesAreToldInAFewWords_data()
    {
        QTest::addColumn<FieldChange>("change");
        QTest::addColumn<QString>("text");
        QTest::newRow("old and new") << replaced("spec.replicas", "3", "4") << "spec.replicas 3 → 4";
        QTest::newRow("a condition goes by its name")
            << replaced("status.conditions[type=Ready].status", "False", "True") << "Ready False → True";
        QTest::newRow("a list item goes by its key")
            << replaced("status.containerStatuses[name=web].restartCount", "6", "7")
            << "status.containerStatuses[web].restartCount 6 → 7";
        QTest::newRow("times go by their step")
            << replaced("spec.renewTime", "2026-11-21T10:41:02.000000Z", "2026-11-21T10:41:04.000000Z")
            << "spec.renewTime + 2.0 s";
        QTest::newRow("a new field has its value")
            << FieldChange{"spec.nodeName", "", "node-04", FieldChange::Kind::Added} << "spec.nodeName node-04";
        QTest::newRow("a removed field says so")
            << FieldChange{"data.a", "1", "", FieldChange::Kind::Removed} << "data.a removed (was 1)";
        QTest::newRow("an empty text is seen") << replaced("data.a", "x", "") << "data.a x → \"\"";
        QTest::newRow("text that turns the line round is made visible")
            << replaced("data.a", "x", "\xE2\x80\xAEtxt") << "data.a x → ‹U+202E›txt";
    }

    void changesAreToldInAFewWords()
    {
        QFETCH(FieldChange, change);
        QFETCH(QString, text);
        const auto made = entry(EntryType::Modified);
        made->changes = changes({change}, 1);
        QCOMPARE(words(*made), text);
        QVERIFY(eventWords(*made).pieces.front().isPath);
    }

    void whatDoesNotFitIsCounted()
    {
        const auto made = entry(EntryType::Modified);
        made->changes = changes({replaced("a", "1", "2"), replaced("b", "1", "2")}, 7);
        QCOMPARE(words(*made), QStringLiteral("a 1 → 2, b 1 → 2, 5 more"));
        QCOMPARE(eventManagers(*made), QStringLiteral("kubelet"));
    }

    void eachTypeHasItsSentence()
    {
        auto made = entry(EntryType::Added);
        made->object = pod();
        QCOMPARE(words(*made), QStringLiteral("phase Pending, owner ReplicaSet web"));
        made = entry(EntryType::Deleted);
        made->object = pod();
        QCOMPARE(words(*made), QStringLiteral("lived 5.0 s"));
        made = entry(EntryType::Bookmark);
        QCOMPARE(words(*made), QStringLiteral("watch is at 8123275, nothing else changed"));
        made = entry(EntryType::List);
        made->objects = std::make_shared<std::vector<ObjectPtr>>(47);
        made->took = 129ms;
        QCOMPARE(words(*made), QStringLiteral("47 objects in 129 ms"));
        made = entry(EntryType::Relist);
        made->took = 129ms;
        made->found.listed = 47;
        QCOMPARE(words(*made), QStringLiteral("47 objects in 129 ms: no differences"));
        made->found.listed = 150'000;
        QCOMPARE(words(*made), QStringLiteral("150 000 objects in 129 ms: no differences"));
        made->found.listed = 47;
        made->found.modified = 2;
        made->found.deleted = 3;
        QCOMPARE(words(*made), QStringLiteral("47 objects in 129 ms: 2 changed, 3 deleted"));
        made = entry(EntryType::Error);
        made->error.kind = ErrorKind::Expired;
        made->error.text = "too old resource version: 1 (2)";
        QVERIFY(words(*made).endsWith(QStringLiteral("too old resource version: 1 (2)")));
        made = entry(EntryType::Reconnect);
        made->error.kind = ErrorKind::Cancelled;
        QVERIFY(words(*made).contains(QStringLiteral("closed the stream normally")));
    }

    void aGapHasBothVersionsItsTimeAndItsReason()
    {
        const auto made = entry(EntryType::Gap);
        made->gap = {ResourceVersion("8101177"), ResourceVersion("8123280"), made->arrived, "410 Expired"};
        QVERIFY(words(*made).startsWith(QStringLiteral("8101177 → 8123280 not seen from ")));
        QVERIFY(words(*made).endsWith(QStringLiteral("410 Expired")));
        made->gap = {{}, {}, made->arrived, {}}; // of an API without any
        QVERIFY(words(*made).startsWith(QStringLiteral("not seen from ")));
    }

    void aGapInWhichNobodyWatchedSaysSo()
    {
        const auto made = entry(EntryType::Gap);
        const WallTime since = made->arrived - std::chrono::hours(15);
        made->gap = {ResourceVersion("7"), ResourceVersion("30"), since, std::string(Gap::NotWatched), since};
        const QString said = notWatchedWords(since, made->arrived, made->arrived);
        const QString plain = QStringLiteral("7 → 30 ") + QString(said).replace(QChar(0xa0), u' ');
        QCOMPARE(words(*made), plain);
        made->gap.reason += "; history went back";
        QCOMPARE(words(*made), plain + QStringLiteral("; history went back"));
        made->gap.reason = Gap::NotWatched;
        const QString meaning = gapMeaning({made->gap, made->arrived}, QStringLiteral("pods"));
        QVERIFY2(meaning.contains(u'\n' + QStringLiteral("Reason: ") + said), qPrintable(meaning));
        QVERIFY2(meaning.contains(format::momentMs(since, made->arrived)), qPrintable(meaning));
    }

    void aGapIsAsLongAsTheStreamWasBroken()
    {
        const auto made = entry(EntryType::Gap);
        const WallTime broke = made->arrived - std::chrono::seconds(10);
        made->gap = {{}, {}, broke - std::chrono::minutes(2), {}, broke};
        QCOMPARE(words(*made),
                 QStringLiteral("not seen from %1 to %2, in doubt from %3 to %1")
                     .arg(format::clock(broke), format::clock(made->arrived), format::clock(made->gap.since)));
        const QString meaning = gapMeaning({made->gap, made->arrived}, QStringLiteral("pods"));
        QVERIFY2(meaning.contains(QStringLiteral("unseen for 10")), qPrintable(meaning));
        const QString doubt = QStringLiteral("\nIn doubt since ") + format::clockMs(made->gap.since);
        QVERIFY2(meaning.contains(doubt), qPrintable(meaning));
        made->gap.broke = {};
        QVERIFY(!words(*made).contains(QStringLiteral("doubt")));
    }

    void inferredEntriesSaySo()
    {
        auto made = entry(EntryType::Modified, EntryClass::Inferred);
        made->changes = changes({replaced("data.on", "off", "on")}, 1);
        QCOMPARE(words(*made), QStringLiteral("data.on off → on; inferred, steps unknown"));
        QVERIFY(eventWords(*made).isQuiet);
        made = entry(EntryType::Deleted, EntryClass::Inferred);
        made->object = pod();
        QCOMPARE(words(*made), QStringLiteral("inferred from the list; last seen at 8101177"));
        Object unversioned = *made->object;
        unversioned.version = {};
        made->object = makeCounted<Object>(unversioned);
        QCOMPARE(words(*made), QStringLiteral("inferred from the list: it was not there any more"));
    }

    void anEntryWithoutAnyPartIsHarmless()
    {
        for (int type = 0; type <= int(EntryType::Gap); ++type)
            eventWords(*entry(EntryType(type))).plain();
    }
};

} // namespace tst_eventwords

WK_TEST(tst_eventwords, tst_eventwords, QCoreApplication)
#include "tst_eventwords.moc"
