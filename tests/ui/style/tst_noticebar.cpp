// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/noticebar.h"

#include "tests/support/testregistry.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QVBoxLayout>

namespace tst_noticebar {

using namespace wk;

/// The bar above a view that has all the rest of a window.
class NoticeBarTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_window = std::make_unique<QWidget>();
        auto *column = new QVBoxLayout(m_window.get());
        column->addWidget(m_bar = new NoticeBar);
        column->addWidget(new QWidget, 1);
        m_window->resize(640, 480);
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void fiveLinesAreShownWhole()
    {
        for (int lines = 1; lines <= 5; ++lines) {
            m_bar->say(QStringList(lines, QStringLiteral("what is the matter")).join(u'\n'), true);
            QTRY_VERIFY(text()->viewport()->height() >= lines * label()->fontMetrics().lineSpacing());
            QCOMPARE(text()->verticalScrollBar()->maximum(), 0);
            QCOMPARE(text()->focusPolicy(), Qt::NoFocus);
        }
    }

    void aLongSentenceIsWrappedAndShownWhole()
    {
        m_bar->say(QStringLiteral("The server refuses the connection. ").repeated(8));
        QTRY_VERIFY(text()->viewport()->height() > 2 * label()->fontMetrics().lineSpacing());
        QCOMPARE(text()->verticalScrollBar()->maximum(), 0);
    }

    void moreThanFiveLinesCanBeScrolledToByTheKeys()
    {
        m_bar->say(QStringList(9, QStringLiteral("what is the matter")).join(u'\n'));
        QTRY_COMPARE(text()->viewport()->height(), 5 * label()->fontMetrics().lineSpacing());
        QTRY_VERIFY(text()->verticalScrollBar()->maximum() > 0);
        QCOMPARE(text()->focusPolicy(), Qt::TabFocus);
    }

private:
    QScrollArea *text() const { return m_bar->findChild<QScrollArea *>(); }
    QLabel *label() const { return text()->findChild<QLabel *>(); }

    std::unique_ptr<QWidget> m_window;
    NoticeBar *m_bar = nullptr;
};

} // namespace tst_noticebar

WK_TEST(tst_noticebar, NoticeBarTest, QApplication)
#include "tst_noticebar.moc"
