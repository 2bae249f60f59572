// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QRectF>

#include <cstdint>

class QColor;
class QPainter;

namespace wk {

struct Tokens;
enum class EntryType : std::uint8_t;
enum class EntryClass : std::uint8_t;
enum class Phase : std::uint8_t;

/// The 16 px line icons under resources/icons, by name.
enum class Icon {
    Bolt,
    Check,
    ChevronDown,
    ChevronLeft,
    ChevronRight,
    Close,
    Columns,
    Copy,
    Cube,
    Down,
    Export,
    Eye,
    Lock,
    Menu,
    Namespace,
    Pause,
    Play,
    Plus,
    Record,
    Retry,
    Search,
    Server,
    Split,
    Star,
    Warning,
};

/// An icon that paints itself in the palette's third text colour (second when active or selected, disabled
/// when disabled), and so follows a change of theme by itself. Gui thread.
QIcon icon(Icon which);
/// Paints an icon into a square box in any colour. Gui thread.
void paintIcon(QPainter &painter, const QRectF &box, Icon which, const QColor &ink);

/// Paints an event's glyph into a square box (a 12 px grid, scaled), in `ink`. Inferred wears a dashed frame
/// 2 px outside the box, Replayed is paler. Gui thread.
void paintGlyph(QPainter &painter, const QRectF &box, EntryType type, const QColor &ink);
void paintGlyph(QPainter &painter, const QRectF &box, EntryType type, EntryClass origin, const QColor &ink);

/// Paints a phase's mark into a square box (an 8 px grid, scaled), in its own colour. Nothing for None.
void paintPhase(QPainter &painter, const QRectF &box, Phase phase, const Tokens &tokens);

/// Fills an area with the hatch that means "not seen" wherever it shows.
void paintGapHatch(QPainter &painter, const QRectF &area, const Tokens &tokens);

} // namespace wk
