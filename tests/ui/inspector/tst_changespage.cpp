// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/inspector/changesscene.h"
#include "tests/ui/support/sampledata.h"
#include "ui/code/codeview.h"
#include "ui/inspector/changespage.h"
#include "ui/inspector/revisionladder.h"
#include "ui/inspector/sidesview.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/theme.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>

#include <algorithm>

namespace tst_changespage {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

class TestChangesPage : public QObject, private ChangesScene
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void theNewestIsComparedWithTheOneBefore();
    void bracketsStepFromRevisionToRevision();
    void anyTwoAreComparedAndEachLineKeepsItsWriter();
    void onlyTheTwoThatAreComparedAreChosen();
    void quietRevisionsAreFoldedUntilAsked();
    void whatChangedHasALineOfItsOwnWhereThereIsLittleRoom();
    void theNewestStaysChosenWhileRevisionsCome();
    void whatAGreatListBringsIsShown();
    void whoLooksAtAnOlderOneStaysThere();
    void theOldestIsShownWhole();
    void whatWasCreatedIsAllAdded();
    void whoCreatedItIsNamed();
    void aDeletionIsSaidThoughNothingDiffers();
    void aDeletionAloneIsNotShownAsAdded();
    void thePastEndsWithWhatWasTheNewestThen();
    void aChosenEventIsComparedWithTheOneBeforeIt();
    void aChosenEventWaitsUntilSomebodyLooks();
    void aChosenEventIsShownThoughItIsQuiet();
    void doubtIsSaidInWords();
    void sidesFaceEachOther();
    void overTheNewerSideStandsWhoWroteIt();
    void whatDiffersIsCopiedAsAUnifiedDiffOrAJsonPatch();
    void theFirstRevisionIsCopiedAsNew();
    void pictures();
};

void TestChangesPage::theNewestIsComparedWithTheOneBefore()
{
    QCOMPARE(m_page->model()->rowCount(), 3);
    QCOMPARE(RevisionsModel::summary(m_page->model()->revision(0)), QStringLiteral("status.restarts 6 → 7"));
    QCOMPARE(RevisionsModel::managers(m_page->model()->revision(0)), QStringLiteral("kubelet"));
    QVERIFY2(shownLines().contains(QStringLiteral("restarts: 6")), qPrintable(shownLines()));
    QVERIFY2(shownLines().contains(QStringLiteral("restarts: 7")), qPrintable(shownLines()));
}

void TestChangesPage::bracketsStepFromRevisionToRevision()
{
    m_page->stepOlder();
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 5")), qPrintable(shownLines()));
    m_page->stepOlder();
    m_page->stepOlder(); // there is none
    m_page->stepNewer();
    m_page->stepNewer();
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 7")), qPrintable(shownLines()));
}

void TestChangesPage::anyTwoAreComparedAndEachLineKeepsItsWriter()
{
    auto *chosen = m_page->ladder()->selectionModel();
    chosen->select(m_page->model()->index(2), QItemSelectionModel::Select);
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 5")), qPrintable(shownLines()));
    QVERIFY(shownLines().contains(QStringLiteral("restarts: 7")));
    const auto &lines = m_page->diffView()->document()->lines;
    QVERIFY(std::ranges::any_of(lines, [](const CodeLine &line) { return line.gutter == QStringLiteral("kubelet"); }));
}

void TestChangesPage::onlyTheTwoThatAreComparedAreChosen()
{
    const auto chosenRows = [this] {
        QList<int> rows;
        for (const QModelIndex &index : m_page->ladder()->selectionModel()->selectedIndexes())
            rows.append(index.row());
        std::ranges::sort(rows);
        return rows;
    };
    QTest::keyClick(m_page->ladder(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(chosenRows(), QList<int>({0, 1}));
    QTest::keyClick(m_page->ladder(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(chosenRows(), QList<int>({0, 2}));
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 5")), qPrintable(shownLines()));
    QVERIFY(!m_page->model()->isCompared(m_page->model()->revision(1)));
    QTest::keyClick(m_page->ladder(), Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(chosenRows(), QList<int>({0, 1}));
}

void TestChangesPage::quietRevisionsAreFoldedUntilAsked()
{
    append({modified(Pods, m_third, m_quiet)});
    follow();
    QTRY_COMPARE(m_page->model()->revisions().size(), std::size_t(4));
    QCOMPARE(m_page->model()->rowCount(), 3);
    QCOMPARE(m_page->model()->quietCount(), 1);
    m_page->model()->setQuietShown(true);
    QCOMPARE(m_page->model()->rowCount(), 4);
    QCOMPARE(RevisionsModel::summary(m_page->model()->revision(0)), QStringLiteral("only field ownership"));
}

void TestChangesPage::whatChangedHasALineOfItsOwnWhereThereIsLittleRoom()
{
    m_page->resize(340, 600);
    m_page->show();
    follow();
    QTRY_VERIFY(m_page->model()->rowCount() > 0);
    const auto height = [this] { return m_page->ladder()->visualRect(m_page->model()->index(0)).height(); };
    QTRY_VERIFY(height() > scaled(measure::Row) + 10);
    m_page->resize(scaled(600), 600); // beside the rest they would have half of it
    QTRY_VERIFY(height() > scaled(measure::Row) + 10);
    m_page->resize(scaled(900), 600);
    QTRY_COMPARE(height(), scaled(measure::Row));
}

void TestChangesPage::theNewestStaysChosenWhileRevisionsCome()
{
    append({modified(Pods, m_third, kubeletRevision(5, 8, 14, ",'labels':{'a':'b'}"))});
    follow();
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 8")), qPrintable(shownLines()));
}

void TestChangesPage::whatAGreatListBringsIsShown()
{
    constexpr WatchId PodsAgain = 2;
    m_log->setWatch(PodsAgain, scopeOf(podInfo()));
    std::vector<ObjectPtr> objects;
    for (std::size_t i = 0; i < EventLog::ChunkRows; ++i)
        objects.push_back(shared(pod({.name = "other-" + std::to_string(i)}, 900)));
    objects.push_back(kubeletRevision(9, 8, 14));
    m_log->append(batch({listed(PodsAgain, podColumns(), std::move(objects))}));
    follow();
    QTRY_COMPARE(m_page->model()->rowCount(), 4);
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 8")), qPrintable(shownLines()));
}

void TestChangesPage::whoLooksAtAnOlderOneStaysThere()
{
    m_page->stepOlder();
    QTRY_VERIFY(shownLines().contains(QStringLiteral("restarts: 5")));
    append({modified(Pods, m_third, kubeletRevision(5, 8, 14, ",'labels':{'a':'b'}"))});
    follow();
    QTRY_COMPARE(m_page->model()->rowCount(), 4);
    QCOMPARE(m_page->ladder()->currentIndex().row(), 2);
    QVERIFY(shownLines().contains(QStringLiteral("restarts: 5")));
}

void TestChangesPage::whatWasCreatedIsAllAdded()
{
    Object born = *kubeletRevision(9, 0, 20);
    born.name = "web-9";
    born.uid = "uid-web-9";
    append({added(Pods, shared(born))});
    m_state->select(refOf(podInfo().gvr, born));
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 0")), qPrintable(shownLines()));
    const auto &lines = m_page->diffView()->document()->lines;
    QVERIFY(std::ranges::all_of(lines.begin() + 1, lines.end(),
                                [](const CodeLine &line) { return line.kind == LineKind::Added; }));
}

void TestChangesPage::theOldestIsShownWhole()
{
    m_page->stepOlder();
    m_page->stepOlder();
    QTRY_VERIFY2(shownLines().startsWith(QStringLiteral("No earlier revision ")), qPrintable(shownLines()));
    const auto &lines = m_page->diffView()->document()->lines;
    QVERIFY(std::ranges::all_of(lines.begin() + 1, lines.end(), // a list has found it: nobody knows what is new
                                [](const CodeLine &line) { return line.kind == LineKind::Plain; }));
    QVERIFY2(shownLines().contains(QStringLiteral("restarts: 5")), qPrintable(shownLines()));
    m_page->stepNewer();
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 6")), qPrintable(shownLines()));
}

void TestChangesPage::whoCreatedItIsNamed()
{
    QCOMPARE(RevisionsModel::managers(m_page->model()->revision(2)), QString()); // a list does not tell
    Object made = pod({.name = "web-2"}, 5);
    made.body = plainBody("{'kind':'Pod','metadata':{'name':'web-2','resourceVersion':'5'}}");
    made.managers = {{"kube-controller-manager", "Update", "", Now, 1}};
    const ObjectPtr created = shared(std::move(made));
    append({added(Pods, created)});
    m_state->select(refOf(podInfo().gvr, *created));
    QTRY_COMPARE(m_page->model()->rowCount(), 1);
    QCOMPARE(RevisionsModel::managers(m_page->model()->revision(0)), QStringLiteral("kube-controller-manager"));
}

void TestChangesPage::aDeletionIsSaidThoughNothingDiffers()
{
    append({deleted(Pods, m_third)});
    follow();
    QTRY_VERIFY2(m_page->diffView()->placeholder().startsWith(QStringLiteral("The object was deleted.")),
                 qPrintable(m_page->diffView()->placeholder()));
}

void TestChangesPage::aDeletionAloneIsNotShownAsAdded()
{
    Object made = pod({.name = "web-2"}, 9);
    made.body = plainBody("{'kind':'Pod'}");
    const ObjectPtr other = shared(std::move(made));
    append({deleted(Pods, other)});
    m_state->select(refOf(podInfo().gvr, *other));
    QTRY_COMPARE(m_page->diffView()->placeholder(),
                 QStringLiteral("The object is gone. Its last state is under YAML."));
    QVERIFY(!m_page->diffView()->document());
}

void TestChangesPage::thePastEndsWithWhatWasTheNewestThen()
{
    m_page->stepOlder();
    m_page->stepOlder();
    m_state->setPlayhead(Moment{3, Now}); // the list, the first, the second
    QTRY_COMPARE(m_page->model()->rowCount(), 2);
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 6")), qPrintable(shownLines()));
    append({modified(Pods, m_third, kubeletRevision(5, 8, 14, ",'labels':{'a':'b'}"))});
    follow();
    QVERIFY(QThreadPool::globalInstance()->waitForDone(5000));
    QCoreApplication::processEvents();
    QCOMPARE(m_page->model()->rowCount(), 2);
    m_state->setPlayhead(Moment{1, Now});
    QCOMPARE(m_page->model()->rowCount(), 0);
    QVERIFY(!m_page->diffView()->document());
    m_state->setPlayhead({});
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 8")), qPrintable(shownLines()));
    QCOMPARE(m_page->model()->rowCount(), 4);
}

void TestChangesPage::aChosenEventIsComparedWithTheOneBeforeIt()
{
    m_state->selectEvent(ref(), m_page->model()->revision(1).of.row);
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 5")), qPrintable(shownLines()));
    QCOMPARE(m_page->ladder()->currentIndex().row(), 1);
    m_state->select(ref());
    QTRY_COMPARE(m_page->ladder()->currentIndex().row(), 0);
    m_state->selectEvent(ref(), m_page->model()->revision(0).of.row);
    append({modified(Pods, m_third, kubeletRevision(5, 8, 14, ",'labels':{'a':'b'}"))});
    follow();
    QTRY_COMPARE(m_page->model()->rowCount(), 4);
    QCOMPARE(m_page->ladder()->currentIndex().row(), 1);
}

void TestChangesPage::aChosenEventWaitsUntilSomebodyLooks()
{
    const RowId event = m_page->model()->revision(1).of.row;
    m_page->hide();
    m_state->select({});
    m_state->selectEvent(ref(), event);
    m_page->show();
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 5")), qPrintable(shownLines()));
    QCOMPARE(m_page->ladder()->currentIndex().row(), 1);
}

void TestChangesPage::aChosenEventIsShownThoughItIsQuiet()
{
    append({modified(Pods, m_third, m_quiet)});
    follow();
    QTRY_COMPARE(m_page->model()->quietCount(), 1);
    m_state->selectEvent(ref(), m_page->model()->revisions().back().of.row);
    QTRY_COMPARE(m_page->model()->rowCount(), 4);
    QCOMPARE(m_page->ladder()->currentIndex().row(), 0);
}

void TestChangesPage::doubtIsSaidInWords()
{
    m_page->stepOlder(); // the label is not the kubelet's
    QTRY_VERIFY(shownLines().contains(QStringLiteral("restarts: 5")));
    const auto &lines = m_page->diffView()->document()->lines;
    const auto label = std::ranges::find_if(lines, [](const CodeLine &line) { return line.text.contains(u"a: b"); });
    QVERIFY(label != lines.end());
    QVERIFY2(label->hint.startsWith(QStringLiteral("Not certain: kubelet wrote this revision")),
             qPrintable(label->hint));
}

void TestChangesPage::sidesFaceEachOther()
{
    const DiffSides sides = sidesOf(*m_page->diffView()->document());
    QCOMPARE(sides.before->lines.size(), sides.after->lines.size());
    const auto removed = std::ranges::find(sides.before->lines, LineKind::Removed, &CodeLine::kind);
    QVERIFY(removed != sides.before->lines.end());
    const CodeLine &facing = sides.after->lines[std::size_t(removed - sides.before->lines.begin())];
    QCOMPARE(removed->text.trimmed(), QStringLiteral("restarts: 6"));
    QCOMPARE(facing.text.trimmed(), QStringLiteral("restarts: 7"));
    QCOMPARE(facing.kind, LineKind::Added);
    QCOMPARE(sides.before->folds, sides.after->folds);
}

void TestChangesPage::overTheNewerSideStandsWhoWroteIt()
{
    const auto heads = [this] {
        QStringList texts;
        const auto *sides = m_page->findChild<SidesView *>();
        for (int side = 0; side < sides->count(); ++side) {
            const auto *head = sides->widget(side)->findChild<ElidedLabel *>();
            texts.append(head->isHidden() ? QString() : head->text());
        }
        return texts;
    };
    QCOMPARE(heads(), QStringList({QStringLiteral("2"), QStringLiteral("3 · kubelet")}));
    m_page->stepOlder();
    QTRY_COMPARE(heads().value(0), QStringLiteral("1"));
    QCOMPARE(heads().value(1), QStringLiteral("2 · kubelet, ? kubelet")); // the label is not the kubelet's
    m_page->stepOlder();
    QTRY_COMPARE(heads(), QStringList({QStringLiteral("–"), QStringLiteral("1")}));
}

void TestChangesPage::whatDiffersIsCopiedAsAUnifiedDiffOrAJsonPatch()
{
    const auto copied = [] { return QGuiApplication::clipboard()->text(); };
    const QString diff =
        QStringLiteral("--- web/web-1.yaml\tresourceVersion 2\n+++ web/web-1.yaml\tresourceVersion 3\n"
                       "@@ -3,6 +3,6 @@\n   labels:\n     a: b\n   name: web-1\n-  resourceVersion: \"2\"\n"
                       "+  resourceVersion: \"3\"\n status:\n-  restarts: 6\n+  restarts: 7\n");
    const auto buttons = m_page->findChildren<QToolButton *>();
    const auto copy = std::ranges::find(buttons, QStringLiteral("Copy as unified diff"), &QWidget::accessibleName);
    QVERIFY(copy != buttons.end());
    QGuiApplication::clipboard()->clear();
    (*copy)->click();
    QTRY_COMPARE(copied(), diff);

    QGuiApplication::clipboard()->clear();
    m_page->diffView()->setFocus();
    QTest::keyClick(m_page->diffView(), Qt::Key_C, Qt::ControlModifier);
    QTRY_COMPARE(copied(), diff);

    const QList<QAction *> entries = (*copy)->menu()->actions();
    QCOMPARE(m_page->diffView()->actions(), entries);
    QCOMPARE(entries.value(1)->text(), QStringLiteral("Copy as JSON Patch"));
    entries.value(1)->trigger();
    QTRY_VERIFY(copied().contains(QStringLiteral("/status/restarts")));
}

void TestChangesPage::theFirstRevisionIsCopiedAsNew()
{
    m_page->stepOlder();
    m_page->stepOlder();
    QGuiApplication::clipboard()->clear();
    m_page->diffView()->copy();
    QTRY_VERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("--- /dev/null\n+++ ")));
    QVERIFY2(!m_page->diffView()->actions().value(1)->isEnabled(), "a patch of what?");
}

void TestChangesPage::pictures()
{
    const QDir folder(QStringLiteral(WATCHKEEPER_BINARY_DIR "/../screenshots"));
    QVERIFY(folder.mkpath(QStringLiteral(".")));
    for (const auto scheme : {ColourScheme::Dark, ColourScheme::Light}) {
        m_theme.setScheme(scheme);
        QCoreApplication::processEvents();
        const QString name = QStringLiteral("changes-%1.png")
                                 .arg(scheme == ColourScheme::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
        QVERIFY(m_page->grab().save(folder.filePath(name)));
    }
}

} // namespace tst_changespage

WK_TEST(tst_changespage, TestChangesPage, QApplication)
#include "tst_changespage.moc"
