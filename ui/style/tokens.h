// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <array>
#include <cstdint>

class QPalette;

namespace wk {

enum class EntryType : std::uint8_t;
enum class EntryClass : std::uint8_t;
enum class Phase : std::uint8_t;

/// Every colour of the window, by what it is for; nothing else in the program names a colour. Two tables
/// exist, dark and light. Any thread, constant. Source of each value: the design's token table, whose
/// contrast ratios were computed.
struct Tokens {
    bool dark = false;

    // Surfaces.
    QColor window, panel, base, alt, hover, sel, selOff, header, field, tooltip;

    // Lines.
    QColor border, borderStrong;

    // Text.
    QColor text, text2, text3, disabled;

    // The one accent: what the user did.
    QColor accent, accentFill, accentInk, accentTint;

    // Event inks and row tints; eventInk() and eventTint() choose.
    QColor added, modified, deleted, bookmark, error, list, gap, addedTint, modifiedTint, deletedTint, errorTint,
        listTint, gapTint, modifiedCell;

    // Phases; phaseInk() chooses.
    QColor running, pending, succeeded, failed, unknown, terminating;

    // Diff.
    QColor diffAddBg, diffAddInk, diffAddWord, diffDelBg, diffDelInk, diffDelWord;

    // Syntax of filters, YAML and JSON.
    QColor synField, synOp, synValue, synKey, synNum;

    /// What a user marks as dangerous: a cluster in production.
    QColor alarm;

    /// Chart series in order; series[6] is that of "other".
    std::array<QColor, 8> series;
};

const Tokens &darkTokens();
const Tokens &lightTokens();

/// The table that goes with a palette: dark when its window colour is. Widgets pass palette(), delegates
/// option.palette.
const Tokens &tokens(const QPalette &palette);

/// The same with paler inks for what came after the playhead: as if seen through measure::AfterPlayheadOpacity, but
/// never below 3:1 on base, alt, hover and the tints.
const Tokens &afterPlayhead(const Tokens &tokens);

/// The ink of an event's glyph and word.
const QColor &eventInk(const Tokens &tokens, EntryType type);
/// The type whose ink and glyph an event wears: an object that was listed those of its list.
EntryType shownAs(EntryType type, EntryClass origin);
/// The fill of a row that an event has just touched; invalid for Bookmark and Reconnect, which tint nothing.
QColor eventTint(const Tokens &tokens, EntryType type);
/// The colour of a phase's mark and bar.
const QColor &phaseInk(const Tokens &tokens, Phase phase);
/// The palette that Fusion and the proxy style paint with.
QPalette paletteOf(const Tokens &tokens);

} // namespace wk
