// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/revisionnarrowing.h"

#include "tests/support/testregistry.h"
#include "tests/ui/inspector/changesscene.h"
#include "ui/inspector/revisionladder.h"
#include "ui/style/chip.h"

#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>

namespace tst_revisionnarrowing {

using namespace wk;
using namespace wk::sample;

namespace {

/// Of a pod whose spec, status and label say how often each was written; the manager wrote it last.
ObjectPtr revision(int version, int spec, int status, int label, const std::string &manager)
{
    Object made = pod({.name = "web-1"}, version);
    made.body = plainBody("{'kind':'Pod','metadata':{'name':'web-1','resourceVersion':'" + std::to_string(version) +
                          "','labels':{'l':'v" + std::to_string(label) + "'}},'spec':{'s':" + std::to_string(spec) +
                          "},'status':{'t':" + std::to_string(status) + "}}");
    made.managers = {{manager, "Update", "", Now + std::chrono::seconds(version), std::uint32_t(version)}};
    return shared(std::move(made));
}

} // namespace

class TestRevisionNarrowing : public QObject, private ChangesScene
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        begin();
        // Two of the spec, one of them with much else, two of the status, one of a label.
        std::vector<ObjectPtr> steps = {m_third,
                                        revision(11, 1, 1, 1, "kubectl"),
                                        revision(12, 1, 2, 1, "kubelet"),
                                        revision(13, 1, 3, 1, "kubelet"),
                                        revision(14, 1, 3, 2, "labeller"),
                                        revision(15, 2, 4, 3, "kubectl"),
                                        revision(16, 2, 5, 3, "kubelet")};
        std::vector<EntryPtr> entries;
        for (std::size_t i = 1; i < steps.size(); ++i)
            entries.push_back(modified(Pods, steps[i - 1], steps[i]));
        append(std::move(entries));
        follow();
        QTRY_COMPARE(m_page->model()->rowCount(), 9);
    }

    void specOnlyLeavesOutStatusAndMetadata()
    {
        QVERIFY(!chip().isVisible());
        choose(QStringLiteral("Spec only"));
        QCOMPARE(numbers(), QStringLiteral("8 4 1"));
        QVERIFY(chip().isVisible());
        QCOMPARE(chip().text(), QStringLiteral("Spec only: 3 of 9"));
        QVERIFY2(chip().accessibleName().contains(QStringLiteral("3 of 9")), "not by its looks alone");
    }

    void oneWritersRevisionsAreShown()
    {
        QCOMPARE(choices(), QStringLiteral("Spec only|Anybody|kubelet (5)|kubectl (2)|labeller (1)"));
        choose(QStringLiteral("kubectl (2)"));
        QCOMPARE(numbers(), QStringLiteral("8 4"));
        QCOMPARE(chip().text(), QStringLiteral("By kubectl: 2 of 9"));
        choose(QStringLiteral("Spec only"));
        QCOMPARE(chip().text(), QStringLiteral("Spec only, by kubectl: 2 of 9"));
        choose(QStringLiteral("Anybody"));
        QCOMPARE(chip().text(), QStringLiteral("Spec only: 3 of 9"));
    }

    void bracketsStepThroughWhatIsShown()
    {
        choose(QStringLiteral("kubectl (2)"));
        QTRY_VERIFY2(shownLines().contains(QStringLiteral("t: 3")), "against the one before it, shown or not");
        m_page->stepOlder();
        QCOMPARE(m_page->ladder()->currentIndex().row(), 1);
        QTRY_VERIFY2(shownLines().contains(QStringLiteral("t: 1")), qPrintable(shownLines()));
        m_page->stepOlder(); // there is none
        m_page->stepNewer();
        QCOMPARE(m_page->ladder()->currentIndex().row(), 0);
    }

    void whatComesIsNarrowedToo()
    {
        choose(QStringLiteral("kubectl (2)"));
        append({modified(Pods, revision(16, 2, 5, 3, "kubelet"), revision(17, 2, 6, 3, "kubelet"))});
        follow();
        QTRY_COMPARE(chip().text(), QStringLiteral("By kubectl: 2 of 10"));
        append({modified(Pods, revision(17, 2, 6, 3, "kubelet"), revision(18, 3, 6, 3, "kubectl"))});
        follow();
        QTRY_COMPARE(chip().text(), QStringLiteral("By kubectl: 3 of 11"));
        QCOMPARE(numbers(), QStringLiteral("11 8 4"));
    }

    void aClickOnTheChipShowsAllAgain()
    {
        choose(QStringLiteral("Spec only"));
        m_page->stepOlder();
        chip().click();
        QCOMPARE(m_page->model()->rowCount(), 9);
        QVERIFY(!chip().isVisible());
        QCOMPARE(m_page->model()->revision(m_page->ladder()->currentIndex().row()).number, 4); // it stays chosen
    }

    void aChosenEventIsShownThoughItIsNarrowedAway()
    {
        choose(QStringLiteral("kubectl (2)"));
        const RowId status = m_page->model()->revisions()[4].of.row;
        m_state->selectEvent(ref(), status);
        QTRY_COMPARE(m_page->model()->rowCount(), 9);
        QCOMPARE(m_page->model()->revision(m_page->ladder()->currentIndex().row()).of.row, status);
    }

    void aWriterIsOfOneObjectTheSpecOfAll()
    {
        choose(QStringLiteral("kubectl (2)"));
        choose(QStringLiteral("Spec only"));
        m_state->select({});
        m_state->select(ref());
        QTRY_COMPARE(chip().text(), QStringLiteral("Spec only: 3 of 9"));
    }

private:
    RevisionNarrowing &bar() const { return *m_page->findChild<RevisionNarrowing *>(); }
    Chip &chip() const { return *bar().findChild<Chip *>(); }
    QList<QAction *> entries() const
    {
        QMenu *menu = bar().button()->menu();
        Q_EMIT menu->aboutToShow();
        QList<QAction *> actions = menu->actions();
        actions.removeIf([](const QAction *action) { return action->isSeparator(); });
        return actions;
    }
    QString choices() const
    {
        QStringList texts;
        for (const QAction *action : entries())
            texts << action->text();
        return texts.join(u'|');
    }
    void choose(const QString &text) const
    {
        const QList<QAction *> actions = entries();
        const auto found = std::ranges::find(actions, text, &QAction::text);
        QVERIFY2(found != actions.end(), qPrintable(text));
        (*found)->trigger();
    }
    QString numbers() const
    {
        QStringList numbers;
        for (int row = 0; row < m_page->model()->rowCount(); ++row)
            numbers << QString::number(m_page->model()->revision(row).number);
        return numbers.join(u' ');
    }
};

} // namespace tst_revisionnarrowing

WK_TEST(tst_revisionnarrowing, TestRevisionNarrowing, QApplication)
#include "tst_revisionnarrowing.moc"
