// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/signinpanel.h"

#include "core/base/limits.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QApplication>
#include <QDesktopServices>
#include <QLabel>
#include <QLayout>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

namespace tst_signinpanel {

using namespace wk;
using namespace std::chrono_literals;

/// Takes the pages that would be shown.
class Browser : public QObject
{
    Q_OBJECT

public:
    Browser() { QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "open"); }
    ~Browser() override { QDesktopServices::unsetUrlHandler(QStringLiteral("https")); }
    QList<QUrl> opened;

public Q_SLOTS:
    void open(const QUrl &link) { opened.append(link); }
};

class SignInPanelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_panel = std::make_unique<SignInPanel>(QStringLiteral("prod"), m_clock);
        m_panel->resize(800, 200);
    }

    void itIsThereOnceThePluginSpeaksAndUntilItEnds()
    {
        begin();
        QVERIFY(!m_panel->isVisible());
        say("type ABCD");
        QTRY_VERIFY(m_panel->isVisible());
        QCOMPARE(text(), QStringLiteral("type ABCD"));
        QCOMPARE(m_panel->findChild<QLabel *>()->text(),
                 QStringLiteral("“aws” is signing you in to “prod”, and says:"));
        say("-1234\nthen wait\n");
        QTRY_COMPARE(text(), QStringLiteral("type ABCD-1234\nthen wait"));
        m_panel->hear({PluginNews::Kind::Ended});
        QVERIFY(!m_panel->isVisible());
        begin();
        QTRY_COMPARE(text(), QString());
    }

    void aPluginThatIsSoonDoneIsNotTold()
    {
        begin();
        m_clock.advance(2900ms);
        m_panel->hear({PluginNews::Kind::Ended});
        m_clock.advance(1h);
        QVERIFY(!m_panel->isVisible());
        begin();
        m_clock.advance(3s);
        QVERIFY2(m_panel->isVisible(), "and one that takes a while is");
        QVERIFY(!m_panel->findChild<QPlainTextEdit *>()->isVisible());
    }

    void whatIsSelectedStaysSelected()
    {
        begin();
        say("code ABCD\n");
        QTRY_COMPARE(text(), QStringLiteral("code ABCD"));
        auto *field = m_panel->findChild<QPlainTextEdit *>();
        QTextCursor cursor = field->textCursor();
        cursor.setPosition(5);
        cursor.setPosition(9, QTextCursor::KeepAnchor);
        field->setTextCursor(cursor);
        say("still waiting\n");
        QTRY_COMPARE(text(), QStringLiteral("code ABCD\nstill waiting"));
        QCOMPARE(field->textCursor().selectedText(), QStringLiteral("ABCD"));
        QVERIFY(field->isReadOnly());
    }

    void aFewLinesAreAllSeen_data()
    {
        QTest::addColumn<int>("lines");
        for (const int lines : {1, 2, 5, 6})
            QTest::addRow("%d", lines) << lines;
    }

    void aFewLinesAreAllSeen()
    {
        QFETCH(int, lines);
        begin();
        for (int i = 0; i < lines; ++i)
            say("type ABCD\n");
        QTRY_VERIFY(m_panel->isVisible());
        m_panel->layout()->activate();
        const QScrollBar *bar = m_panel->findChild<QPlainTextEdit *>()->verticalScrollBar();
        QTRY_COMPARE(bar->maximum(), 0);
        QCOMPARE(bar->value(), 0);
        say(std::string(10, '\n') + "the end\n");
        QTRY_VERIFY2(bar->maximum() > 0 && bar->value() == bar->maximum(), "of many, the last");
    }

    void S19_whatItSaysIsPlainTextAndSafe()
    {
        begin();
        say("<b>a</b>\x1b[31mred\xe2\x80\xae\r\n\ttab");
        QTRY_COMPARE(text(), QStringLiteral("<b>a</b>‹U+001B›[31mred‹U+202E›\n tab"));
    }

    void whatItSaysIsBounded()
    {
        begin();
        for (int i = 0; i < 100; ++i)
            say(std::string(1000, 'x') + "\n");
        say("the end");
        QTRY_VERIFY(text().endsWith(QStringLiteral("the end")));
        QVERIFY(text().size() <= qsizetype(8 * limits::KiB));
        QVERIFY(text().startsWith(u'x'));
        QVERIFY2(m_panel->height() < 300, "and does not take the window");
    }

    void S22_aPageIsOpenedOnAClickAndItsHostIsOnTheButton()
    {
        Browser browser;
        begin();
        say("Open https://login.microsoftonline.com/device?a=b&c=d or file:///etc/passwd\n");
        QTRY_COMPARE(links(), QStringList{QStringLiteral("Open login.microsoftonline.com")});
        QVERIFY(browser.opened.isEmpty());
        link()->click();
        QCOMPARE(browser.opened, QList<QUrl>{QUrl(QStringLiteral("https://login.microsoftonline.com/device?a=b&c=d"))});
        const QPointer<QPushButton> same = link();
        say("waiting\n");
        QTRY_VERIFY(text().endsWith(QStringLiteral("waiting")));
        QVERIFY2(same, "a button that is about to be clicked is not taken away");
        say("https://b.example https://c.example https://d.example\n");
        QTRY_COMPARE(links(), (QStringList{QStringLiteral("Open b.example"), QStringLiteral("Open c.example"),
                                           QStringLiteral("Open d.example")}));
    }

    void itCanBeCancelled()
    {
        QSignalSpy cancelled(m_panel.get(), &SignInPanel::cancelAsked);
        begin();
        say("code\n");
        QTRY_VERIFY(m_panel->isVisible());
        for (QPushButton *button : m_panel->findChildren<QPushButton *>()) {
            if (button->text() == QStringLiteral("Cancel"))
                button->click();
        }
        QCOMPARE(cancelled.size(), 1);
    }

private:
    void begin() { m_panel->hear({PluginNews::Kind::Begun, "aws"}); }
    void say(const std::string &words) { m_panel->hear({PluginNews::Kind::Said, {}, words}); }
    QString text() const { return m_panel->findChild<QPlainTextEdit *>()->toPlainText(); }
    QPushButton *link() const
    {
        for (QPushButton *button : m_panel->findChildren<QPushButton *>()) {
            if (button->text().startsWith(QStringLiteral("Open ")))
                return button;
        }
        return nullptr;
    }
    QStringList links() const
    {
        QStringList texts;
        for (const QPushButton *button : m_panel->findChildren<QPushButton *>()) {
            if (button->text().startsWith(QStringLiteral("Open ")))
                texts.append(button->text());
        }
        return texts;
    }

    ManualClock m_clock;
    std::unique_ptr<SignInPanel> m_panel;
};

} // namespace tst_signinpanel

WK_TEST(tst_signinpanel, SignInPanelTest, QApplication)
#include "tst_signinpanel.moc"
