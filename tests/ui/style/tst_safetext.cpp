// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/style/safetext.h"

#include <QHelpEvent>
#include <QTest>

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
        QCOMPARE(safeToolTip(QStringLiteral("<b>a</b>\nb")), QStringLiteral("<qt>&lt;b&gt;a&lt;/b&gt;<br/>b</qt>"));
        QVERIFY(safeToolTip(QString()).isEmpty());
    }
};

} // namespace tst_safetext

WK_TEST(tst_safetext, SafeTextTest, QApplication)
#include "tst_safetext.moc"
