// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/watchmark.h"

#include "core/informer/entry.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/phase.h"
#include "ui/style/tokens.h"

#include <QPainter>

namespace wk {

namespace {

void paintLive(QPainter &painter, const QRectF &box, bool isQuiet, const Tokens &tokens)
{
    const double side = scaled(measure::PhaseMark);
    const QRectF disc(box.left(), box.center().y() - side / 2, side, side);
    if (!isQuiet)
        return paintPhase(painter, disc, Phase::Running, tokens);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.running, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(disc.center(), side * 3 / 8, side * 3 / 8);
    painter.restore();
}

} // namespace

WatchLook lookOf(const WatchStatus &status)
{
    return {status.state, isCurrent(status.state) && status.staleSince, false};
}

QColor watchInk(const Tokens &tokens, const WatchLook &look)
{
    if (look.isSilent)
        return tokens.gap;
    switch (look.state) {
    case WatchState::Live:
    case WatchState::Connecting:
    case WatchState::Listing:
    case WatchState::Relisting: return tokens.text;
    case WatchState::Resuming:
    case WatchState::Waiting: return tokens.gap;
    case WatchState::SignInNeeded:
    case WatchState::KindGone:
    case WatchState::Misconfigured: return tokens.error;
    case WatchState::Polled:
    case WatchState::NotAllowed:
    case WatchState::Stopped:
    case WatchState::Recorded: return tokens.text2;
    }
    return tokens.text;
}

void paintWatchMark(QPainter &painter, const QRectF &box, const WatchLook &look, const Tokens &tokens)
{
    const double side = scaled(measure::Glyph);
    const QRectF glyph(box.left(), box.center().y() - side / 2, side, side);
    if (look.isSilent)
        return paintGlyph(painter, glyph, EntryType::Gap, tokens.gap);
    switch (look.state) {
    case WatchState::Live: return paintLive(painter, box, look.isQuiet, tokens);
    case WatchState::Polled: return paintGlyph(painter, glyph, EntryType::Relist, tokens.text2);
    case WatchState::Listing: return paintGlyph(painter, glyph, EntryType::List, tokens.list);
    case WatchState::Relisting: return paintGlyph(painter, glyph, EntryType::Relist, tokens.list);
    case WatchState::Connecting: return paintGlyph(painter, glyph, EntryType::Reconnect, tokens.bookmark);
    case WatchState::Resuming:
    case WatchState::Waiting: return paintGlyph(painter, glyph, EntryType::Reconnect, tokens.gap);
    case WatchState::NotAllowed: return paintIcon(painter, glyph, Icon::Lock, tokens.text2);
    case WatchState::SignInNeeded:
    case WatchState::KindGone:
    case WatchState::Misconfigured: return paintGlyph(painter, glyph, EntryType::Error, tokens.error);
    case WatchState::Stopped:
    case WatchState::Recorded: return;
    }
}

} // namespace wk
