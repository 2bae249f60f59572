// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/inspector/changesscene.h"
#include "ui/code/codeview.h"
#include "ui/inspector/changespage.h"
#include "ui/inspector/revisionladder.h"
#include "ui/style/theme.h"

#include <QAbstractItemModelTester>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include <utility>

/// Changes of an object that has more revisions than are shown at first.
namespace tst_manyrevisions {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

class TestManyRevisions : public QObject, private ChangesScene
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void aChosenEventIsShownThoughManyCameSince();
    void olderOnesComeWhenTheLadderIsAtItsEnd();
    void bracketsStepBeyondTheOldestThatIsRead();
    void aStepBeyondTheOldestWaitsForIt();

private:
    void appendMany();
};

/// As many as are shown, on the three that are there.
void TestManyRevisions::appendMany()
{
    ObjectPtr before = m_third;
    for (int version = 10; version < 10 + int(RevisionsShown); ++version) {
        const ObjectPtr after = kubeletRevision(version, version, 20);
        append({modified(Pods, std::exchange(before, after), after)});
    }
    follow();
    QTRY_COMPARE(m_page->model()->rowCount(), int(RevisionsShown));
}

void TestManyRevisions::aChosenEventIsShownThoughManyCameSince()
{
    const RowId event = m_page->model()->revision(1).of.row;
    appendMany();
    const ObjectPtr before = m_page->model()->revision(0).of.object;
    m_state->selectEvent(ref(), event);
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 5")), qPrintable(shownLines()));
    append({modified(Pods, before, kubeletRevision(999, 999, 20))});
    follow();
    QTRY_COMPARE(m_page->model()->revisions().back().number, int(RevisionsShown) + 4);
    QCOMPARE(m_page->model()->revision(m_page->ladder()->currentIndex().row()).of.row, event);
}

void TestManyRevisions::olderOnesComeWhenTheLadderIsAtItsEnd()
{
    appendMany();
    RevisionLadder *ladder = m_page->ladder();
    ladder->scrollToTop();
    QCOMPARE(m_page->model()->revisions().front().number, 4);
    const RowId newest = m_page->model()->revision(0).of.row;
    ladder->verticalScrollBar()->setValue(ladder->verticalScrollBar()->maximum());
    QTRY_COMPARE(m_page->model()->rowCount(), int(RevisionsShown) + 3);
    QCOMPARE(m_page->model()->revisions().front().number, 1);
    QVERIFY(ladder->verticalScrollBar()->value() > 0); // it stays where it was
    QCOMPARE(m_page->model()->revision(ladder->currentIndex().row()).of.row, newest);
    // Another object begins anew.
    m_state->select({});
    m_state->select(ref());
    QTRY_COMPARE(m_page->model()->rowCount(), int(RevisionsShown));
}

void TestManyRevisions::bracketsStepBeyondTheOldestThatIsRead()
{
    appendMany();
    m_page->ladder()->setCurrentIndex(m_page->model()->index(m_page->model()->rowCount() - 2));
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 10")), qPrintable(shownLines()));
    m_page->stepOlder(); // the oldest that was read; it is told from the one before, which has to be read
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 7")), qPrintable(shownLines()));
    QVERIFY(shownLines().contains(QStringLiteral("restarts: 10")));
    m_page->stepOlder();
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 6")), qPrintable(shownLines()));
    m_page->stepOlder();
    m_page->stepOlder();
    QTRY_COMPARE(m_page->ladder()->currentIndex().row(), int(RevisionsShown) + 2);
    QTRY_VERIFY2(!shownLines().contains(QStringLiteral("restarts: 6")), qPrintable(shownLines()));
}

/// A click on the last rung, and beyond it by the key, until what was read has come.
void TestManyRevisions::aStepBeyondTheOldestWaitsForIt()
{
    appendMany();
    QToolButton *older = nullptr;
    for (QToolButton *button : m_page->findChildren<QToolButton *>()) {
        if (button->text() == u"[")
            older = button;
    }
    m_page->ladder()->setCurrentIndex(m_page->model()->index(m_page->model()->rowCount() - 1));
    QVERIFY(older && older->isEnabled());
    m_page->stepOlder();
    QTRY_COMPARE(m_page->ladder()->currentIndex().row(), int(RevisionsShown));
    QTRY_VERIFY2(shownLines().contains(QStringLiteral("restarts: 6")), qPrintable(shownLines()));
    while (m_page->ladder()->currentIndex().row() + 1 < m_page->model()->rowCount())
        m_page->stepOlder();
    QVERIFY(!older->isEnabled());
}

} // namespace tst_manyrevisions

WK_TEST(tst_manyrevisions, TestManyRevisions, QApplication)
#include "tst_manyrevisions.moc"
