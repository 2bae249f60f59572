// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/style/safetext.h"

#include <QHelpEvent>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

namespace tst_safetext {

using namespace wk;

class SafeTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void strangeCharactersBecomeVisible_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain text stays") << QByteArray("web-7c9f") << QStringLiteral("web-7c9f");
        QTest::newRow("a text that turns the reading direction") << QByteArray("a\xe2\x80\xae"
                                                                               "b")
                                                                 << QStringLiteral("a‹U+202E›b");
        QTest::newRow("an escape sequence") << QByteArray("\x1b[2J") << QStringLiteral("‹U+001B›[2J");
        QTest::newRow("a newline") << QByteArray("a\nb") << QStringLiteral("a‹U+000A›b");
        QTest::newRow("bytes that are no UTF-8") << QByteArray("a\xff") << QStringLiteral("a‹0xFF›");
        QTest::newRow("Chinese stays") << QByteArray("命名空间") << QStringLiteral("命名空间");
    }
    void strangeCharactersBecomeVisible()
    {
        QFETCH(QByteArray, bytes);
        QTEST(displayText(bytes.toStdString()), "shown");
    }

    void linesStayLinesAndTheRestIsSafe()
    {
        QCOMPARE(displayLines("a\r\n\tb\x1b[2J\n\nc\n\n"), QStringLiteral("a\n b‹U+001B›[2J\n\nc"));
        QCOMPARE(displayLines(""), QString());
    }

    void longTextsEndInAnEllipsis()
    {
        const QString shown = displayText(std::string(1'000'000, 'x'), 10);
        QCOMPARE(shown, QStringLiteral("xxxxxxxxx…"));
    }

    void aLabelNeverReadsMarkup()
    {
        const SafeLabel label(QStringLiteral("<img src=/dev/zero>"));
        QCOMPARE(label.textFormat(), Qt::PlainText);
        const ElidedLabel elided(Qt::ElideMiddle);
        QCOMPARE(elided.textFormat(), Qt::PlainText);
    }

    void whatIsCutIsSaidInTheToolTip()
    {
        ElidedLabel label(Qt::ElideRight);
        label.resize(60, 20);
        const auto tip = [&label](const QString &text) {
            label.setText(text);
            QHelpEvent help(QEvent::ToolTip, {}, {});
            QCoreApplication::sendEvent(&label, &help);
            return label.toolTip();
        };
        QVERIFY(tip(QStringLiteral("web")).isEmpty());
        QVERIFY(tip(QStringLiteral("after MODIFIED Pod web-1")).contains(QStringLiteral("Pod web-1")));
        QVERIFY(tip(QStringLiteral("web")).isEmpty());
    }

    void aToolTipIsEscapedAndKeepsItsLines()
    {
        QTextDocument shown;
        shown.setHtml(safeToolTip(QStringLiteral("<b>a</b>\n\nb")));
        QCOMPARE(shown.toPlainText(), QStringLiteral("<b>a</b>\n \nb"));
        QVERIFY(safeToolTip(QString()).isEmpty());
    }

    void aToolTipBreaksLongLinesAlone_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("lines");
        QTest::newRow("a name and a time") << QStringLiteral("last: web-b8ff57649-lfw7b, 23:54:24.016") << 1;
        QTest::newRow("a paragraph") << QStringLiteral("Some words. ").repeated(20) << 2;
        QTest::newRow("a Chinese one") << QStringLiteral("命名空间").repeated(10) << 2;
    }
    void aToolTipBreaksLongLinesAlone()
    {
        QFETCH(QString, text);
        QTextDocument shown;
        shown.setHtml(safeToolTip(text));
        shown.setTextWidth(120);
        shown.size(); // lays it out
        QTEST(std::min(shown.firstBlock().layout()->lineCount(), 2), "lines");
    }
};

} // namespace tst_safetext

WK_TEST(tst_safetext, SafeTextTest, QApplication)
#include "tst_safetext.moc"
