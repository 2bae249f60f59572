// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/audit.h"
#include "tests/support/fakesource.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_audit {

using namespace wk;

namespace {

/// "a:3": an object of version 3 with the uid "u-a"; "a:3!": another one of that name.
ObjectPtr object(const QString &word)
{
    const std::string name = word.section(u':', 0, 0).toStdString();
    QString version = word.section(u':', 1);
    const bool isOther = version.endsWith(u'!');
    version.remove(u'!');
    return makeObject("n", name.c_str(), ((isOther ? "other-" : "u-") + name).c_str(), version.toLatin1().constData());
}

std::vector<ObjectPtr> objects(const QString &words)
{
    std::vector<ObjectPtr> made;
    for (const QString &word : words.split(u' ', Qt::SkipEmptyParts))
        made.push_back(object(word));
    return made;
}

QString print(const AuditReport &report)
{
    static const char *verdicts[] = {"equal", "undecided", "drifted", "reset"};
    QStringList words{QString::fromLatin1(verdicts[int(report.verdict)])};
    for (const AuditDifference &difference : report.differences)
        words.append(QStringLiteral("%1:%2/%3")
                         .arg(QString::fromStdString(difference.name), QString::fromStdString(difference.held.text()),
                              QString::fromStdString(difference.served.text())));
    return words.join(u' ');
}

} // namespace

class TestAudit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comparisons_data();
    void comparisons();
    void C29_pagesAddUp();
    void C29_onlyWhatLastsIsADifference();
    void C16_oneVersionWithTwoContentsIsADifference();
    void whatHasNoVersionIsComparedByItsMetadata();
};

/// Differences read "name:held/served".
void TestAudit::comparisons_data()
{
    QTest::addColumn<QString>("held");
    QTest::addColumn<QString>("served");
    QTest::addColumn<QString>("touched"); ///< by the watch since the list was asked for
    QTest::addColumn<QString>("places");  ///< watch when asked / list / watch now
    QTest::addColumn<QString>("found");
    const auto row = [](const char *name, const char *held, const char *served, const char *touched, const char *places,
                        const char *found) {
        QTest::newRow(name) << QString::fromLatin1(held) << QString::fromLatin1(served) << QString::fromLatin1(touched)
                            << QString::fromLatin1(places) << QString::fromLatin1(found);
    };
    row("C29 equal at once, wherever the watch is", "a:3 b:5", "a:3 b:5", "", "7/9/7", "equal");
    row("C29 nothing at all is equal", "", "", "", "7/9/7", "equal");
    row("C29 what the watch has yet to tell is undecided", "a:3", "a:8 b:9", "", "7/9/7", "undecided a:3/8 b:/9");
    row("C29 what it should have told is drift", "a:3", "a:8 b:9", "", "7/9/9", "drifted a:3/8 b:/9");
    row("C29 what the server has no more is drift", "a:3 b:5", "a:3", "", "7/9/12", "drifted b:5/");
    row("C29 another object of that name is drift", "a:3", "a:3!", "", "7/9/9", "drifted a:3/3");
    row("C29 a change beyond the list is news", "a:10", "a:3", "a:10", "7/9/10", "equal");
    row("C29 an addition beyond the list is news", "a:3 b:10", "a:3", "b:10", "7/9/10", "equal");
    row("C29 a deletion beyond the list is news", "a:3", "a:3 b:5", "b:10", "7/9/10", "equal");
    row("C29 a change up to the list is none", "a:8", "a:9", "a:8", "7/9/9", "drifted a:8/9");
    row("C29 a deletion up to the list is none", "", "b:5", "b:8", "7/9/9", "drifted b:/5");
    row("C16 a list older than the watch is another history", "a:900", "a:3", "", "900/400/900", "reset");
    row("C16 so it is when nothing differs", "a:3", "a:3", "", "900/400/900", "reset");
    row("C16 the watch may pass the list before it comes", "a:3", "a:3", "", "7/9/12", "equal");
    row("C14 opaque versions: equal is equal", "a:x", "a:x", "", "q/w/q", "equal");
    row("C14 opaque versions: what differs is never decided at once", "a:x", "a:y", "", "q/w/w", "undecided a:x/y");
    row("C14 opaque versions: what the watch told of is news", "a:x", "a:y b:z", "a:x b:z", "q/w/q", "equal");
}

void TestAudit::comparisons()
{
    QFETCH(QString, held);
    QFETCH(QString, served);
    QFETCH(QString, touched);
    QFETCH(QString, places);
    const auto place = [&](int index) { return ResourceVersion(places.section(u'/', index, index).toStdString()); };
    ObjectStore store;
    store.replace(objects(held));
    Audit audit(place(0));
    ListPage page;
    page.version = place(1);
    page.objects = objects(served);
    audit.take(page);
    for (const ObjectPtr &object : objects(touched))
        audit.touch(*object, object->version);
    const AuditReport report = audit.compare(store, place(2));
    QTEST(print(report), "found");
    QCOMPARE(report.objects, std::uint64_t(page.objects.size()));
    QVERIFY(report.version == page.version);
}

void TestAudit::C29_pagesAddUp()
{
    ObjectStore store;
    store.replace(objects(QStringLiteral("a:3 b:5")));
    auto unreadable = makeCounted<Object>();
    unreadable->unreadable = Unreadable::NoName;
    store.put(unreadable);
    Audit audit(ResourceVersion("7"));
    for (const char *word : {"a:3", "b:5"}) {
        ListPage page;
        page.version = ResourceVersion("9");
        page.objects = {object(QString::fromLatin1(word)), unreadable};
        audit.take(page);
    }
    const AuditReport report = audit.compare(store, ResourceVersion("7"));
    QCOMPARE(print(report), QStringLiteral("equal"));
    QCOMPARE(report.objects, std::uint64_t(2));
}

void TestAudit::C29_onlyWhatLastsIsADifference()
{
    const AuditDifference stays{AuditDifference::Kind::Content, "n", "a", ResourceVersion("3"), ResourceVersion("8")};
    AuditDifference moves = stays;
    moves.name = "b";
    AuditDifference moved = moves;
    moved.served = ResourceVersion("9");
    QVERIFY(lastingDifferences({stays, moves}, {stays, moved}) == std::vector{stays});
    QVERIFY(lastingDifferences({stays}, {}).empty());
}

/// Of two histories that both wrote the object under the version 3.
void TestAudit::C16_oneVersionWithTwoContentsIsADifference()
{
    auto held = makeCounted<Object>(*object(QStringLiteral("a:3")));
    held->managers = {{"kubectl", "Update", "", WallTime(std::chrono::hours(1)), 7, 1}};
    auto served = makeCounted<Object>(*held);
    ObjectStore store;
    store.put(held);
    const auto verdict = [&] {
        Audit audit(ResourceVersion("7"));
        ListPage page;
        page.version = ResourceVersion("9");
        page.objects = {served};
        audit.take(page);
        return print(audit.compare(store, ResourceVersion("9")));
    };
    QCOMPARE(verdict(), QStringLiteral("equal"));
    auto managers = served->managers.vector();
    managers[0].time = WallTime(std::chrono::hours(2));
    served->managers = std::move(managers);
    QCOMPARE(verdict(), QStringLiteral("drifted a:3/3"));
    served = makeCounted<Object>(*held);
    served->labels = {{"app", "shop"}};
    QCOMPARE(verdict(), QStringLiteral("drifted a:3/3"));
    held->unreadable = Unreadable::BrokenJson;
    QCOMPARE(verdict(), QStringLiteral("equal"));
}

void TestAudit::whatHasNoVersionIsComparedByItsMetadata()
{
    ObjectStore store;
    store.put(object(QStringLiteral("a:")));
    Object labelled = *object(QStringLiteral("a:"));
    labelled.labels = Labels{{"app", "web"}};
    for (const ObjectPtr &served : {object(QStringLiteral("a:")), makeCounted<const Object>(labelled)}) {
        Audit audit{ResourceVersion("7")};
        ListPage page;
        page.version = ResourceVersion("7");
        page.objects = {served};
        audit.take(page);
        const AuditReport report = audit.compare(store, ResourceVersion("7"));
        QCOMPARE(report.differences.size(), std::size_t(!served->labels.empty()));
    }
}

} // namespace tst_audit

WK_TEST(tst_audit, TestAudit, QCoreApplication)
#include "tst_audit.moc"
