// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

/// Sizes of the window in px at 100 %; pass them through scaled(). Source: the design tokens, "Measures" and
/// "Focus, states, motion".
namespace wk::measure {

constexpr int Grid = 4;
constexpr int Row = 24;
constexpr int DiffLine = 19;
constexpr int FacetRow = 22;
constexpr int PaletteRow = 32;
constexpr int CellPadding = 6;
constexpr int FirstPadding = 12;
constexpr int Toolbar = 44;
constexpr int FilterBar = 28;
constexpr int Tab = 32;
constexpr int DockTitle = 32;
constexpr int Header = 24;
constexpr int TimeStrip = 92;
constexpr int StatusBar = 24;
constexpr int Control = 28;
constexpr int SmallControl = 24;
constexpr int ChipHeight = 20;
constexpr int Navigator = 184;
constexpr int Inspector = 340;
constexpr int Radius = 4;
constexpr int DialogRadius = 6;
constexpr int LabelRadius = 3;
constexpr int Icon = 16;
constexpr int FieldIcon = 14;
constexpr int Glyph = 12;
constexpr int PhaseMark = 8;
constexpr int FocusWidth = 2;

constexpr double DimmedOpacity = 0.5;
constexpr double AfterPlayheadOpacity = 0.45;
constexpr double RangeOpacity = 0.12;        ///< of the accent over a range of time
inline constexpr double DoubtOpacity = 0.25; ///< of a hatch where changes may be missing and nothing says so

constexpr std::chrono::milliseconds TintHold{600};
constexpr std::chrono::milliseconds TintFade{1400};
constexpr std::chrono::milliseconds TintStep{125};
constexpr std::chrono::milliseconds DeletedStays{4000};
constexpr std::chrono::milliseconds ProgressAfter{300};

} // namespace wk::measure
