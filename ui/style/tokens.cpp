// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/tokens.h"

#include "core/informer/entry.h"
#include "ui/style/measures.h"
#include "ui/style/phase.h"

#include <QPalette>

#include <algorithm>
#include <cmath>

namespace wk {

namespace {

struct Row {
    QColor Tokens::*token;
    QRgb dark;
    QRgb light;
};

constexpr Row rows[] = {
    {&Tokens::window, 0x1B1E24, 0xF1F3F6},       {&Tokens::panel, 0x181B20, 0xF7F8FA},
    {&Tokens::base, 0x131519, 0xFFFFFF},         {&Tokens::alt, 0x171A1F, 0xF8F9FB},
    {&Tokens::hover, 0x20242C, 0xEDF0F5},        {&Tokens::sel, 0x2A3163, 0xDDE2FF},
    {&Tokens::selOff, 0x282C35, 0xE7EAEF},       {&Tokens::header, 0x1B1E24, 0xF1F3F6},
    {&Tokens::field, 0x101216, 0xFFFFFF},        {&Tokens::tooltip, 0x2A2E37, 0xFFFFFF},
    {&Tokens::border, 0x2A2E37, 0xD8DCE3},       {&Tokens::borderStrong, 0x5C6575, 0x8C94A2},
    {&Tokens::text, 0xE6E9EE, 0x181B21},         {&Tokens::text2, 0xAEB5C1, 0x474E5B},
    {&Tokens::text3, 0x939BA9, 0x626A78},        {&Tokens::disabled, 0x5B6270, 0x9BA2AE},
    {&Tokens::accent, 0x98A2FF, 0x3F4BD1},       {&Tokens::accentFill, 0x5562E0, 0x4B57DB},
    {&Tokens::accentInk, 0xFFFFFF, 0xFFFFFF},    {&Tokens::accentTint, 0x20244A, 0xEEF0FF},
    {&Tokens::added, 0x35C49A, 0x00734F},        {&Tokens::modified, 0x56B4E9, 0x0068A3},
    {&Tokens::deleted, 0xF27D47, 0xBC3E00},      {&Tokens::bookmark, 0x8A93A2, 0x656D7B},
    {&Tokens::error, 0xF08CC8, 0x8E2068},        {&Tokens::list, 0xDDD04E, 0x3D3900},
    {&Tokens::gap, 0xE8A317, 0x724300},          {&Tokens::addedTint, 0x15302B, 0xE3F4EC},
    {&Tokens::modifiedTint, 0x172B3A, 0xE4F1FA}, {&Tokens::deletedTint, 0x35211A, 0xFDEEE6},
    {&Tokens::errorTint, 0x33222D, 0xFAEAF3},    {&Tokens::listTint, 0x2B2A1A, 0xFAF7DC},
    {&Tokens::gapTint, 0x2F2616, 0xFDF2DC},      {&Tokens::modifiedCell, 0x1F4560, 0xC5E2F5},
    {&Tokens::running, 0x35A582, 0x22946E},      {&Tokens::pending, 0xE8A317, 0xC98500},
    {&Tokens::succeeded, 0x8794A8, 0x7D899B},    {&Tokens::failed, 0xF27D47, 0xCF5410},
    {&Tokens::unknown, 0xE58FC0, 0xB8508F},      {&Tokens::terminating, 0x7B8494, 0x8A93A2},
    {&Tokens::diffAddBg, 0x132B25, 0xE6F5EE},    {&Tokens::diffAddInk, 0x7FDDBF, 0x00593D},
    {&Tokens::diffAddWord, 0x1D4A3D, 0xBDE5D3},  {&Tokens::diffDelBg, 0x311E18, 0xFDEDE4},
    {&Tokens::diffDelInk, 0xF7AE8B, 0x8F3600},   {&Tokens::diffDelWord, 0x5A2F1F, 0xF8CDB5},
    {&Tokens::synField, 0x9CC9F0, 0x0A5C93},     {&Tokens::synOp, 0xAEB5C1, 0x474E5B},
    {&Tokens::synValue, 0x8EDDC2, 0x006647},     {&Tokens::synKey, 0xC9B6F2, 0x6A3FB0},
    {&Tokens::synNum, 0xEBC37A, 0x835000},       {&Tokens::alarm, 0xFF6B6B, 0xC81E1E},
};

constexpr QRgb seriesRows[][2] = {
    {0x56B4E9, 0x0072B2}, {0xE8A317, 0xC98500}, {0x35C49A, 0x009068}, {0xE58FC0, 0xB8508F},
    {0xF27D47, 0xCF5410}, {0xDDD04E, 0x8F8000}, {0x98A1AF, 0x6B7482}, {0x98A2FF, 0x4B57DB},
};

Tokens make(bool dark)
{
    Tokens made;
    made.dark = dark;
    for (const Row &row : rows)
        made.*row.token = QColor::fromRgb(dark ? row.dark : row.light);
    for (std::size_t i = 0; i < made.series.size(); ++i)
        made.series[i] = QColor::fromRgb(seriesRows[i][dark ? 0 : 1]);
    return made;
}

double luminance(const QColor &colour)
{
    const auto linear = [](double v) { return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// Source: WCAG 2.
double contrast(const QColor &a, const QColor &b)
{
    const double one = luminance(a);
    const double other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

QColor mixed(const QColor &ink, const QColor &ground, double part)
{
    const auto mix = [part](int a, int b) { return int(std::lround(part * a + (1 - part) * b)); };
    return {mix(ink.red(), ground.red()), mix(ink.green(), ground.green()), mix(ink.blue(), ground.blue())};
}

/// On the ground of a row where it is worst.
double leastContrast(const QColor &ink, const Tokens &on)
{
    double least = contrast(ink, on.base);
    for (const QColor &ground : {on.alt, on.hover, on.errorTint, on.listTint, on.gapTint})
        least = std::min(least, contrast(ink, ground));
    return least;
}

Tokens paler(Tokens made)
{
    constexpr double Least = 3; // WCAG 2, 1.4.11
    constexpr double Step = 0.01;
    for (QColor Tokens::*ink :
         {&Tokens::text, &Tokens::text2, &Tokens::text3, &Tokens::accent, &Tokens::added, &Tokens::modified,
          &Tokens::deleted, &Tokens::bookmark, &Tokens::error, &Tokens::list, &Tokens::gap}) {
        double part = measure::AfterPlayheadOpacity;
        while (part < 1 && leastContrast(mixed(made.*ink, made.base, part), made) < Least)
            part += Step;
        made.*ink = mixed(made.*ink, made.base, std::min(part, 1.0));
    }
    return made;
}

} // namespace

const Tokens &afterPlayhead(const Tokens &tokens)
{
    static const std::array<Tokens, 2> tables{paler(lightTokens()), paler(darkTokens())};
    return tables[tokens.dark ? 1 : 0];
}

const Tokens &darkTokens()
{
    static const Tokens table = make(true);
    return table;
}

const Tokens &lightTokens()
{
    static const Tokens table = make(false);
    return table;
}

const Tokens &tokens(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < 128 ? darkTokens() : lightTokens();
}

EntryType shownAs(EntryType type, EntryClass origin)
{
    return isListed(type, origin) ? EntryType::List : type;
}

const QColor &eventInk(const Tokens &tokens, EntryType type)
{
    switch (type) {
    case EntryType::Added: return tokens.added;
    case EntryType::Modified: return tokens.modified;
    case EntryType::Deleted: return tokens.deleted;
    case EntryType::Bookmark:
    case EntryType::Reconnect: return tokens.bookmark;
    case EntryType::Error: return tokens.error;
    case EntryType::List:
    case EntryType::Relist: return tokens.list;
    case EntryType::Gap: return tokens.gap;
    }
    return tokens.bookmark;
}

QColor eventTint(const Tokens &tokens, EntryType type)
{
    switch (type) {
    case EntryType::Added: return tokens.addedTint;
    case EntryType::Modified: return tokens.modifiedTint;
    case EntryType::Deleted: return tokens.deletedTint;
    case EntryType::Bookmark:
    case EntryType::Reconnect: return {};
    case EntryType::Error: return tokens.errorTint;
    case EntryType::List:
    case EntryType::Relist: return tokens.listTint;
    case EntryType::Gap: return tokens.gapTint;
    }
    return {};
}

const QColor &phaseInk(const Tokens &tokens, Phase phase)
{
    switch (phase) {
    case Phase::Running: return tokens.running;
    case Phase::Pending: return tokens.pending;
    case Phase::Succeeded: return tokens.succeeded;
    case Phase::Failed: return tokens.failed;
    case Phase::Unknown: return tokens.unknown;
    case Phase::Terminating: return tokens.terminating;
    case Phase::None: return tokens.text3;
    }
    return tokens.text3;
}

QPalette paletteOf(const Tokens &tokens)
{
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, const QColor &colour) { palette.setColor(role, colour); };
    set(QPalette::Window, tokens.window);
    set(QPalette::WindowText, tokens.text);
    set(QPalette::Base, tokens.base);
    set(QPalette::AlternateBase, tokens.alt);
    set(QPalette::Text, tokens.text);
    set(QPalette::BrightText, tokens.accentInk);
    set(QPalette::PlaceholderText, tokens.text3);
    set(QPalette::Button, tokens.dark ? tokens.hover : tokens.window);
    set(QPalette::ButtonText, tokens.text);
    set(QPalette::Highlight, tokens.sel);
    set(QPalette::HighlightedText, tokens.text);
    set(QPalette::ToolTipBase, tokens.tooltip);
    set(QPalette::ToolTipText, tokens.text);
    set(QPalette::Link, tokens.accent);
    set(QPalette::LinkVisited, tokens.accent);
    set(QPalette::Light, tokens.hover);
    set(QPalette::Midlight, tokens.hover);
    set(QPalette::Mid, tokens.border);
    set(QPalette::Dark, tokens.borderStrong);
    set(QPalette::Shadow, tokens.border);
    palette.setColor(QPalette::Inactive, QPalette::Highlight, tokens.selOff);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, tokens.selOff);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText,
                            QPalette::PlaceholderText})
        palette.setColor(QPalette::Disabled, role, tokens.disabled);
    return palette;
}

} // namespace wk
