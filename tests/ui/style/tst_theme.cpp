// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include "core/informer/entry.h"
#include "tests/support/testregistry.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/phase.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QWidget>

#include <array>
#include <cmath>

namespace tst_theme {

using namespace wk;

namespace {

double luminance(const QColor &colour)
{
    const auto linear = [](double v) { return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// Contrast as WCAG 2 computes it.
double contrast(const QColor &a, const QColor &b)
{
    const double one = luminance(a);
    const double other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

bool paintsSomething(const std::function<void(QPainter &)> &paint)
{
    QImage image(32, 32, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paint(painter);
    painter.end();
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y).alpha() > 0)
                return true;
        }
    }
    return false;
}

} // namespace

class ThemeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeReachesWidgetsThatAreOpen()
    {
        Theme theme;
        theme.setScheme(ColourScheme::Light);
        QWidget widget;
        widget.show();
        QTRY_VERIFY(!tokens(widget.palette()).dark);
        const QSignalSpy changed(&theme, &Theme::changed);
        theme.setScheme(ColourScheme::Dark);
        QCOMPARE(changed.count(), 1);
        QTRY_VERIFY(tokens(widget.palette()).dark);
        theme.setScheme(ColourScheme::Dark);
        QCOMPARE(changed.count(), 1);
    }

    void followingTheSystemComesToRest()
    {
        Theme theme;
        theme.setScheme(ColourScheme::Dark);
        theme.setScheme(ColourScheme::System);
        QVERIFY(!theme.isDark());
        const QSignalSpy changed(&theme, &Theme::changed);
        QEvent desktop(QEvent::ThemeChange);
        QWidget widget;
        QCoreApplication::sendEvent(&widget, &desktop);
        for (int turn = 0; turn < 10; ++turn)
            QCoreApplication::processEvents();
        QCOMPARE(changed.count(), 0);
        QTRY_VERIFY(QApplication::palette() == paletteOf(lightTokens()));
    }

    void textIsReadableOnEverySurface()
    {
        for (const Tokens *t : {&darkTokens(), &lightTokens()}) {
            for (const QColor *surface : {&t->base, &t->panel, &t->window, &t->hover}) {
                for (const QColor *ink : {&t->text, &t->text2, &t->text3, &t->accent})
                    QVERIFY(contrast(*ink, *surface) >= 4.5);
            }
            QVERIFY(contrast(t->text2, t->sel) >= 4.5);
            QVERIFY(contrast(t->accentInk, t->accentFill) >= 4.5);
        }
    }

    void everyEventIsReadableOnItsTint()
    {
        for (const Tokens *t : {&darkTokens(), &lightTokens()}) {
            for (int i = 0; i <= static_cast<int>(EntryType::Gap); ++i) {
                const auto type = static_cast<EntryType>(i);
                const QColor tint = eventTint(*t, type);
                QVERIFY2(contrast(eventInk(*t, type), tint.isValid() ? tint : t->base) >= 4.5, typeName(type));
            }
        }
    }

    void whatCameAfterThePlayheadIsPalerAndCanBeRead()
    {
        for (const Tokens *t : {&darkTokens(), &lightTokens()}) {
            const Tokens &after = afterPlayhead(*t);
            const std::array<QColor Tokens::*, 10> inks{
                &Tokens::text,    &Tokens::text2,    &Tokens::text3, &Tokens::added, &Tokens::modified,
                &Tokens::deleted, &Tokens::bookmark, &Tokens::error, &Tokens::list,  &Tokens::gap};
            for (const auto ink : inks) {
                for (const QColor *ground : {&t->base, &t->alt, &t->hover, &t->errorTint, &t->listTint, &t->gapTint})
                    QVERIFY2(contrast(after.*ink, *ground) >= 3, qPrintable((t->*ink).name()));
                QVERIFY(contrast(after.*ink, t->base) <= 0.7 * contrast(t->*ink, t->base));
            }
            QVERIFY(contrast(after.text, t->base) <= 0.4 * contrast(t->text, t->base));
        }
    }

    void everyEventPhaseAndIconHasAShape()
    {
        for (int i = 0; i <= static_cast<int>(EntryType::Gap); ++i)
            QVERIFY(paintsSomething([i](QPainter &p) {
                paintGlyph(p, {4, 4, 24, 24}, static_cast<EntryType>(i), Qt::red);
            }));
        for (int i = static_cast<int>(Phase::Running); i <= static_cast<int>(Phase::Terminating); ++i)
            QVERIFY(paintsSomething([i](QPainter &p) {
                paintPhase(p, {4, 4, 24, 24}, static_cast<Phase>(i), darkTokens());
            }));
        for (int i = 0; i <= static_cast<int>(Icon::Warning); ++i)
            QVERIFY(paintsSomething([i](QPainter &p) { paintIcon(p, {0, 0, 32, 32}, static_cast<Icon>(i), Qt::red); }));
    }

    void iconsFollowTheTheme()
    {
        Theme theme;
        const QIcon lock = icon(Icon::Lock);
        theme.setScheme(ColourScheme::Light);
        const QImage light = lock.pixmap(16, 16).toImage();
        theme.setScheme(ColourScheme::Dark);
        QVERIFY(lock.pixmap(16, 16).toImage() != light);
    }

    void fontsScaleWithTheApplications()
    {
        const Theme theme;
        const double before = fontOf(TextRole::Caption).pointSizeF();
        QFont larger = QApplication::font();
        larger.setPointSizeF(larger.pointSizeF() * 2);
        QApplication::setFont(larger);
        QVERIFY(fontOf(TextRole::Caption).pointSizeF() > before * 1.8);
        QVERIFY(scaled(24) > 40);
    }
};

} // namespace tst_theme

WK_TEST(tst_theme, ThemeTest, QApplication)
#include "tst_theme.moc"
