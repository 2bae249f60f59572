// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/filterbox.h"

#include "tests/support/testregistry.h"
#include "ui/models/windowstate.h"
#include "ui/style/theme.h"
#include "ui/style/tokens.h"
#include "ui/window/filterpopup.h"

#include <QLabel>
#include <QListView>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

namespace tst_filterbox {

using namespace wk;

class FilterBoxTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_state = std::make_unique<WindowState>();
        m_window = std::make_unique<QWidget>();
        m_window->resize(900, 400);
        auto *column = new QVBoxLayout(m_window.get());
        m_box = new FilterBox(*m_state, m_window.get());
        m_box->setSeenValues([](const FilterPlace &place) -> std::vector<SeenValue> {
            if (place.field == FilterField::Manager)
                return {{"kubelet", 17846}, {"kube-scheduler", 411}, {"an odd <b>one</b>", 2}};
            return {};
        });
        column->addWidget(m_box);
        column->addStretch(1);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_box->setFocus();
    }
    void cleanup() { m_window.reset(); }

    void aWrongTextSaysWhatIsStillShown()
    {
        type(QStringLiteral("manager:"));
        QCOMPARE(m_box->stillShown(), QStringLiteral("still showing all"));
        m_state->setFilter(QStringLiteral("ns:web"));
        QVERIFY(m_box->stillShown().isEmpty());
        type(QStringLiteral(" manager:"));
        QCOMPARE(m_box->verdict(), QStringLiteral("a value is expected"));
        QCOMPARE(m_box->stillShown(), QStringLiteral("still showing ns:web"));
        QVERIFY(m_box->accessibleDescription().contains(QStringLiteral("still showing ns:web")));
    }

    void aMarkStandsUnderThePlaceThatIsWrong()
    {
        type(QStringLiteral("restarts > 3"));
        QVERIFY(m_box->errorMark().isEmpty());
        m_box->clear();
        type(QStringLiteral("restarts > many"));
        const int before = m_box->errorMark().left();
        m_box->clear();
        type(QStringLiteral("ns:web restarts > many x"));
        const QRect mark = m_box->errorMark();
        const int way = m_box->fontMetrics().horizontalAdvance(QStringLiteral("ns:web "));
        QVERIFY2(std::abs(mark.left() - before - way) <= 2, "but for rounding");
        QVERIFY(m_box->rect().contains(mark));
        const QColor ink = m_box->grab(mark).toImage().pixelColor(mark.width() / 2, mark.height() - 1);
        QVERIFY2(ink == tokens(m_box->palette()).deleted, qPrintable(ink.name()));
    }

    void fieldsAreOfferedAndTabInserts()
    {
        type(QStringLiteral("man"));
        QCOMPARE(offered(), QStringLiteral("manager"));
        QTest::keyClick(m_box, Qt::Key_Tab);
        QCOMPARE(m_box->text(), QStringLiteral("manager:"));
        QVERIFY(m_box->hasFocus());
        QCOMPARE(offered(), QStringLiteral("kubelet|kube-scheduler|an odd <b>one</b>"));
    }

    void valuesAreNarrowedByWhatIsTyped()
    {
        type(QStringLiteral("manager:SCHED"));
        QCOMPARE(offered(), QStringLiteral("kube-scheduler"));
        QTest::keyClick(m_box, Qt::Key_Tab);
        QCOMPARE(m_box->text(), QStringLiteral("manager:kube-scheduler"));
        QVERIFY(offered().isEmpty());
    }

    void arrowsChooseAndReturnTakes()
    {
        type(QStringLiteral("manager:"));
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(m_box, Qt::Key_Down);
        QTest::keyClick(m_box, Qt::Key_Return);
        QCOMPARE(m_box->text(), QStringLiteral("manager:\"an odd <b>one</b>\""));
        QVERIFY(!m_box->verdict().size());
    }

    void whatIsWrongIsPutRightInTheBox()
    {
        const QSignalSpy left(m_box, &FilterBox::left);
        type(QStringLiteral("name~x"));
        QTest::keyClick(m_box, Qt::Key_Return);
        QCOMPARE(left.count(), 0);
        QVERIFY(m_state->filterError());
    }

    void returnWithoutAChoiceIsTheFilters()
    {
        const QSignalSpy left(m_box, &FilterBox::left);
        type(QStringLiteral("manager:kube"));
        QTest::keyClick(m_box, Qt::Key_Return);
        QCOMPARE(left.count(), 1);
        QCOMPARE(m_state->filter(), QStringLiteral("manager:kube"));
        QVERIFY(offered().isEmpty());
    }

    void escapeClosesTheOfferAndKeepsTheText()
    {
        type(QStringLiteral("manager:"));
        QTest::keyClick(m_box, Qt::Key_Escape);
        QVERIFY(offered().isEmpty());
        QCOMPARE(m_box->text(), QStringLiteral("manager:"));
    }

    void escapeMeantForAnOfferThatHasJustClosedKeepsTheText()
    {
        type(QStringLiteral("manager:kubele"));
        QVERIFY(!offered().isEmpty());
        type(QStringLiteral("t"));
        QVERIFY2(offered().isEmpty(), "what is there to the letter needs no offer");
        QTest::keyClick(m_box, Qt::Key_Escape);
        QCOMPARE(m_box->text(), QStringLiteral("manager:kubelet"));
        QTest::keyClick(m_box, Qt::Key_Escape);
        QCOMPARE(m_box->text(), QString());

        type(QStringLiteral("manager:kubelet"));
        QTest::keyClick(m_box, Qt::Key_Left);
        QTest::keyClick(m_box, Qt::Key_Escape);
        QCOMPARE(m_box->text(), QString()); // something else was done meanwhile
    }

    void escapeAfterAnOfferWasTakenKeepsTheText()
    {
        type(QStringLiteral("manager:"));
        QTest::keyClick(m_box, Qt::Key_Tab);
        QVERIFY(offered().isEmpty());
        const QString taken = m_box->text();
        QTest::keyClick(m_box, Qt::Key_Escape);
        QCOMPARE(m_box->text(), taken);
    }

    void escapeHeldDownClosesTheOfferAlone()
    {
        type(QStringLiteral("manager:"));
        QTest::keyClick(m_box, Qt::Key_Escape);
        QKeyEvent held(QEvent::KeyPress, Qt::Key_Escape, Qt::NoModifier, QString(), true);
        QCoreApplication::sendEvent(m_box, &held);
        QCOMPARE(m_box->text(), QStringLiteral("manager:"));
    }

    void aTextSetByPointingOffersNothing()
    {
        m_state->setFilter(QStringLiteral("man"));
        QVERIFY(offered().isEmpty());
        QTest::keyClick(m_box, Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(offered(), QStringLiteral("manager"));
    }

    void anEmptyBoxOffersItsFieldsWhenAsked()
    {
        QVERIFY(offered().isEmpty());
        QTest::keyClick(m_box, Qt::Key_Space, Qt::ControlModifier);
        QVERIFY2(offered().startsWith(QStringLiteral("type|cluster|kind|ns|name")), qPrintable(offered()));
        type(QStringLiteral("na"));
        QCOMPARE(offered(), QStringLiteral("name"));
        type(QStringLiteral("me:web "));
        QVERIFY2(offered().isEmpty(), "whoever types on is not disturbed");
        QTest::keyClick(m_box, Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(offered().startsWith(QStringLiteral("type|cluster|kind")));
    }

    void whatTheClusterSaysIsPlain()
    {
        type(QStringLiteral("manager:"));
        for (const QLabel *label : m_window->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

private:
    void type(const QString &text) { QTest::keyClicks(m_box, text); }
    QString offered() const
    {
        const auto *popup = m_window->findChild<FilterPopup *>();
        if (!popup || !popup->isVisible())
            return {};
        const QAbstractItemModel *rows = popup->findChild<QListView *>()->model();
        QStringList texts;
        for (int row = 0; row < rows->rowCount(); ++row)
            texts.append(rows->index(row, 0).data().toString());
        return texts.join(u'|');
    }

    Theme m_theme;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<QWidget> m_window;
    FilterBox *m_box = nullptr;
};

} // namespace tst_filterbox

WK_TEST(tst_filterbox, FilterBoxTest, QApplication)
#include "tst_filterbox.moc"
