// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/fonts.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>

#include <array>
#include <cmath>
#include <optional>

namespace wk {

namespace {

constexpr double basePixels = 12;

struct Cut {
    double pixels;
    QFont::Weight weight;
    bool mono;
};

Cut cutOf(TextRole role)
{
    switch (role) {
    case TextRole::Body: return {12, QFont::Normal, false};
    case TextRole::BodyBold: return {12, QFont::DemiBold, false};
    case TextRole::Caption: return {11, QFont::Normal, false};
    case TextRole::Header: return {11, QFont::DemiBold, false};
    case TextRole::Title: return {13, QFont::DemiBold, false};
    case TextRole::Heading: return {15, QFont::DemiBold, false};
    case TextRole::Headline: return {20, QFont::DemiBold, false};
    case TextRole::Mono: return {12, QFont::Normal, true};
    case TextRole::MonoBody: return {11.5, QFont::Normal, true};
    case TextRole::MonoTitle: return {13, QFont::DemiBold, true};
    case TextRole::MonoInput: return {12.5, QFont::Normal, true};
    }
    return {basePixels, QFont::Normal, false};
}

/// The first of the families that is installed; empty when none is.
QString installed(std::initializer_list<QString> families)
{
    for (const QString &family : families) {
        if (QFontDatabase::hasFamily(family))
            return family;
    }
    return {};
}

/// A name that stands for "whatever there is": what Qt uses where no desktop theme has named a font.
bool isGeneric(const QString &family)
{
    return family.isEmpty() || family.startsWith(QStringLiteral("Sans"), Qt::CaseInsensitive) ||
           family.compare(QStringLiteral("Helvetica"), Qt::CaseInsensitive) == 0 ||
           family.startsWith(QStringLiteral("DejaVu Sans"));
}

QFont monoFace()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    const QString family = installed({QStringLiteral("JetBrains Mono NL"), QStringLiteral("JetBrains Mono")});
    if (!family.isEmpty())
        font.setFamily(family);
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    return font;
}

/// Ligatures off (they hide what was typed) and figures of one width, where this Qt can say so.
void setFeatures(QFont &font, bool mono)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    if (mono) {
        font.setFeature(QFont::Tag("liga"), 0);
        font.setFeature(QFont::Tag("calt"), 0);
    } else {
        font.setFeature(QFont::Tag("tnum"), 1);
    }
#else
    // Latin needs no shaping, and without it a mono face makes no ligatures; scripts that need it are shaped
    // all the same.
    if (mono)
        font.setStyleStrategy(QFont::PreferNoShaping);
#endif
}

double scale()
{
    static double cached = 0;
    static QFont of;
    if (cached == 0 || of != QApplication::font()) {
        of = QApplication::font();
        const int pixels = of.pixelSize() > 0 ? of.pixelSize() : QFontInfo(of).pixelSize();
        cached = pixels > 0 ? pixels / basePixels : 1;
    }
    return cached;
}

QFont derive(TextRole role)
{
    const Cut cut = cutOf(role);
    QFont font = cut.mono ? monoFace() : QApplication::font();
    // Points keep the fraction that pixels would lose; 72 points are logicalDpi pixels.
    const double pixelsPerPoint =
        QFontInfo(QApplication::font()).pixelSize() / QFontInfo(QApplication::font()).pointSizeF();
    font.setPointSizeF(cut.pixels * scale() / pixelsPerPoint);
    font.setWeight(cut.weight);
    setFeatures(font, cut.mono);
    return font;
}

std::array<std::optional<QFont>, static_cast<std::size_t>(TextRole::MonoInput) + 1> &cache()
{
    static std::array<std::optional<QFont>, static_cast<std::size_t>(TextRole::MonoInput) + 1> fonts;
    return fonts;
}

} // namespace

QFont interfaceFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    const QString inter = installed({QStringLiteral("Inter")});
    if (isGeneric(font.family()) && !inter.isEmpty())
        font.setFamily(inter);
    setFeatures(font, false);
    return font;
}

const QFont &fontOf(TextRole role)
{
    std::optional<QFont> &font = cache()[static_cast<std::size_t>(role)];
    if (!font)
        font = derive(role);
    return *font;
}

int scaled(int pixels)
{
    return static_cast<int>(std::lround(pixels * scale()));
}

void fontsChanged()
{
    cache().fill(std::nullopt);
}

} // namespace wk
