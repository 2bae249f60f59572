// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/statussegment.h"

#include "core/informer/entry.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/phase.h"
#include "ui/style/safetext.h"
#include "ui/style/shapedtext.h"
#include "ui/style/tokens.h"

#include <QMouseEvent>
#include <QPainter>

namespace wk {

namespace {

constexpr int padding = 12;
constexpr int gap = 6;
constexpr int lineHeight = 12;

} // namespace

StatusSegment::StatusSegment(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setVisible(false);
}

void StatusSegment::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleDescription(text);
    setVisible(!text.isEmpty());
    updateGeometry();
    update();
    sayWhatIsCut();
}

void StatusSegment::setElides(int leastChars)
{
    m_elides = true;
    m_leastChars = leastChars;
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
}

void StatusSegment::setMark(Mark mark)
{
    m_mark = mark;
    update();
}

void StatusSegment::setLook(const WatchLook &look)
{
    if (m_look == look)
        return;
    m_look = look;
    updateGeometry();
    update();
}

void StatusSegment::setTip(const QString &tip)
{
    m_tip = tip;
    sayWhatIsCut();
}

void StatusSegment::setLast(bool last)
{
    m_last = last;
}

void StatusSegment::setLeastWidth(const QString &sample)
{
    m_leastWidth = fontMetrics().horizontalAdvance(sample);
}

int StatusSegment::markWidth() const
{
    if (m_look)
        return scaled(measure::Glyph) + scaled(gap);
    switch (m_mark) {
    case Mark::None: return 0;
    case Mark::Live: return scaled(measure::PhaseMark) + scaled(gap);
    case Mark::Waiting:
    case Mark::Listing:
    case Mark::Locked:
    case Mark::Recording:
    case Mark::Trouble: return scaled(measure::Glyph) + scaled(gap);
    }
    return 0;
}

QSize StatusSegment::sizeHint() const
{
    const int whole = shapedWidth(font(), m_text) + (m_elides ? 1 : 0); // what is rounded away would be cut
    const int text = std::max(whole, m_leastWidth);
    return {2 * scaled(padding) + markWidth() + text, scaled(measure::StatusBar)};
}

QSize StatusSegment::minimumSizeHint() const
{
    const QSize whole = sizeHint();
    if (!m_elides)
        return whole;
    const int least = 2 * scaled(padding) + markWidth() + m_leastChars * fontMetrics().averageCharWidth();
    return {std::min(least, whole.width()), whole.height()};
}

int StatusSegment::textRoom() const
{
    return width() - 2 * scaled(padding) - markWidth();
}

void StatusSegment::sayWhatIsCut()
{
    const bool isCut = m_elides && shapedWidth(font(), m_text) > textRoom();
    setToolTip(safeToolTip(!m_tip.isEmpty() ? m_tip : isCut ? m_text : QString()));
}

void StatusSegment::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    sayWhatIsCut();
}

void StatusSegment::paintEvent(QPaintEvent *)
{
    const Tokens &colours = tokens(palette());
    QPainter painter(this);
    const double middle = height() / 2.0;
    const auto square = [&](int pixels) {
        return QRectF(scaled(padding), middle - scaled(pixels) / 2.0, scaled(pixels), scaled(pixels));
    };
    if (m_look)
        paintWatchMark(painter, square(measure::Glyph), *m_look, colours);
    switch (m_mark) {
    case Mark::None: break;
    case Mark::Live: paintPhase(painter, square(measure::PhaseMark), Phase::Running, colours); break;
    case Mark::Waiting: paintGlyph(painter, square(measure::Glyph), EntryType::Gap, colours.gap); break;
    case Mark::Listing: paintGlyph(painter, square(measure::Glyph), EntryType::List, colours.list); break;
    case Mark::Locked: paintIcon(painter, square(measure::Glyph), Icon::Lock, colours.text2); break;
    case Mark::Recording: paintIcon(painter, square(measure::Glyph), Icon::Record, colours.error); break;
    case Mark::Trouble: paintGlyph(painter, square(measure::Glyph), EntryType::Error, colours.error); break;
    }
    painter.setPen(colours.text2);
    QRect area = rect().adjusted(scaled(padding) + markWidth(), 0, 0, 0);
    if (m_elides)
        area.setWidth(textRoom());
    paintShaped(painter, area, Qt::AlignLeft, m_elides ? Qt::ElideRight : Qt::ElideNone, m_text);
    if (!m_last)
        painter.fillRect(QRectF(width() - 1, middle - scaled(lineHeight) / 2.0, 1, scaled(lineHeight)), colours.border);
}

void StatusSegment::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT clicked();
}

} // namespace wk
