// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/style/fonts.h"
#include "ui/style/shapedtext.h"

#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QTest>

namespace tst_shapedtext {

using namespace wk;

/// Against what Qt itself measures and paints.
class ShapedTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsAsWideAsQtSays_data() { addTexts(); }
    void itIsAsWideAsQtSays()
    {
        QFETCH(QString, text);
        for (const QFont &font : fonts())
            QCOMPARE(shapedWidth(font, text), QFontMetrics(font).horizontalAdvance(text));
    }

    void itIsCutAsQtCuts_data() { addTexts(); }
    void itIsCutAsQtCuts()
    {
        QFETCH(QString, text);
        for (const QFont &font : fonts()) {
            for (const Qt::TextElideMode mode : {Qt::ElideRight, Qt::ElideMiddle, Qt::ElideLeft}) {
                for (const int width : {380, 61, 4, 61})
                    QCOMPARE(shapedElided(font, text, mode, width), QFontMetrics(font).elidedText(text, mode, width));
            }
        }
    }

    void itIsPaintedAsQtPaints_data() { addTexts(); }
    void itIsPaintedAsQtPaints()
    {
        QFETCH(QString, text);
        for (const QFont &font : fonts()) {
            for (const Qt::Alignment side : {Qt::AlignLeft, Qt::AlignRight}) {
                for (const Qt::TextElideMode mode : {Qt::ElideRight, Qt::ElideMiddle, Qt::ElideLeft}) {
                    for (const QRect area : {QRect(7, 3, 380, 22), QRect(7, 3, 61, 22), QRect(7, 3, 4, 22)}) {
                        const QImage ours = painted(
                            font, [&](QPainter &painter) { paintShaped(painter, area, side, mode, text); });
                        const QImage again = painted(
                            font, [&](QPainter &painter) { paintShaped(painter, area, side, mode, text); });
                        const QImage qt = painted(font, [&](QPainter &painter) {
                            painter.drawText(area, int(side | Qt::AlignVCenter),
                                             QFontMetrics(font).elidedText(text, mode, area.width()));
                        });
                        QVERIFY2(ours == qt, qPrintable(QStringLiteral("%1, %2 px").arg(text).arg(area.width())));
                        QVERIFY(again == ours);
                    }
                }
            }
        }
    }

    void aFontThatChangedIsAnother()
    {
        QFont font = fontOf(TextRole::Body);
        const QString text = QStringLiteral("web-7c9f");
        const int before = shapedWidth(font, text);
        font.setPixelSize(40);
        QVERIFY(shapedWidth(font, text) > 2 * before);
        // More fonts than are kept.
        for (int pixels = 8; pixels < 60; ++pixels) {
            font.setPixelSize(pixels);
            QCOMPARE(shapedWidth(font, text), QFontMetrics(font).horizontalAdvance(text));
        }
        QCOMPARE(shapedWidth(fontOf(TextRole::Body), text), before);
    }

    void whatHasNoRoomPaintsNothing()
    {
        const QImage none = painted(fontOf(TextRole::Body), [](QPainter &) {});
        QCOMPARE(painted(fontOf(TextRole::Body),
                         [](QPainter &painter) {
                             paintShaped(painter, {7, 3, 0, 22}, Qt::AlignLeft, Qt::ElideRight, QStringLiteral("web"));
                             paintShaped(painter, {7, 3, 90, 22}, Qt::AlignLeft, Qt::ElideRight, QString());
                         }),
                 none);
    }

private:
    static void addTexts()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("a name") << QStringLiteral("checkout-5d8f7b9c6d-x2x7k");
        QTest::newRow("a path") << QStringLiteral("status.conditions[Ready].lastHeartbeatTime");
        QTest::newRow("spaces at its ends") << QStringLiteral(" → ");
        QTest::newRow("Chinese") << QStringLiteral("命名空间 default");
        QTest::newRow("Arabic") << QStringLiteral("عنقود kube");
        QTest::newRow("Arabic behind Latin") << QStringLiteral("kube عنقود");
        QTest::newRow("beyond the first plane") << QStringLiteral("a\U0001F600b\U00020000");
        QTest::newRow("marks that combine") << QStringLiteral("e\u0301a\u0308o");
        QTest::newRow("nothing") << QString();
    }
    static std::vector<QFont> fonts()
    {
        QFont gone = fontOf(TextRole::Mono);
        gone.setStrikeOut(true);
        QFont medium = fontOf(TextRole::Body);
        medium.setWeight(QFont::Medium);
        return {fontOf(TextRole::Body), fontOf(TextRole::MonoBody), gone, medium};
    }
    template <class Paint>
    static QImage painted(const QFont &font, Paint paint)
    {
        QImage image(400, 30, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setFont(font);
        painter.setPen(Qt::black);
        paint(painter);
        return image;
    }
};

} // namespace tst_shapedtext

WK_TEST(tst_shapedtext, ShapedTextTest, QApplication)
#include "tst_shapedtext.moc"
