// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspectorheader.h"

#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace wk {

namespace {

constexpr int Line = 18;
constexpr int Margin = 8;
constexpr int MomentLine = 2; ///< below the name and the standing

} // namespace

InspectorHeader::InspectorHeader(QWidget *parent)
    : QWidget(parent)
    , m_copy(new QToolButton(this))
{
    m_copy->setIcon(icon(Icon::Copy));
    m_copy->setAutoRaise(true);
    m_copy->hide();
    connect(m_copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_title.name); });
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    retranslate();
}

void InspectorHeader::setTitle(const InspectorTitle &title)
{
    if (title == m_title)
        return;
    m_title = title;
    m_copy->setVisible(!title.name.isEmpty());
    setToolTip(safeToolTip(title.notice.isEmpty() ? title.name : title.name + u'\n' + title.notice));
    const QStringList parts{title.name, title.place, title.status, title.version, title.moment, title.notice};
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
    setFixedHeight(neededHeight());
    update();
}

QSize InspectorHeader::sizeHint() const
{
    return {scaled(measure::Inspector), neededHeight()};
}

QRect InspectorHeader::lineAt(int number) const
{
    const int left = scaled(measure::FirstPadding);
    return {left, scaled(Margin) + number * scaled(Line), width() - 2 * left, scaled(Line)};
}

/// Beside the moment where there is room for all of it, else below, over as many lines as it takes.
QRect InspectorHeader::noticeArea() const
{
    QRect area = lineAt(MomentLine);
    const int moment =
        m_title.moment.isEmpty()
            ? 0
            : QFontMetrics(fontOf(TextRole::BodyBold)).horizontalAdvance(m_title.moment) + scaled(Margin);
    const QFontMetrics metrics(fontOf(TextRole::Body));
    if (moment + metrics.horizontalAdvance(m_title.notice) <= area.width())
        return area.adjusted(moment, 0, 0, 0);
    if (moment > 0)
        area = lineAt(MomentLine + 1);
    const QRect wrapped = metrics.boundingRect(area, Qt::TextWordWrap, m_title.notice);
    area.setHeight(std::max(area.height(), wrapped.height() + area.height() - metrics.height()));
    return area;
}

int InspectorHeader::neededHeight() const
{
    const int bottom = hasNotices() ? noticeArea().bottom() : lineAt(MomentLine - 1).bottom();
    return bottom + 1 + scaled(Margin);
}

void InspectorHeader::paintEvent(QPaintEvent *)
{
    if (m_title.name.isEmpty())
        return;
    QPainter painter(this);
    const Tokens &colours = tokens(palette());
    const QRect line = lineAt(0);
    painter.setFont(fontOf(TextRole::MonoTitle));
    painter.setPen(colours.text);
    const int room = m_copy->x() - scaled(measure::Grid) - line.left();
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_title.name, Qt::ElideMiddle, room));
    paintStanding(painter, lineAt(1));
    paintNotices(painter);
}

void InspectorHeader::paintNotices(QPainter &painter) const
{
    const Tokens &colours = tokens(palette());
    painter.setFont(fontOf(TextRole::BodyBold));
    painter.setPen(colours.accent);
    painter.drawText(lineAt(MomentLine), Qt::AlignLeft | Qt::AlignVCenter, m_title.moment);
    painter.setFont(fontOf(TextRole::Body));
    painter.setPen(colours.deleted);
    painter.drawText(noticeArea(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, m_title.notice);
}

void InspectorHeader::paintStanding(QPainter &painter, QRect line)
{
    const Tokens &colours = tokens(palette());
    painter.setFont(fontOf(TextRole::Body));
    const auto say = [&](const QString &text, const QColor &ink) {
        painter.setPen(ink);
        const QString shown = painter.fontMetrics().elidedText(text, Qt::ElideRight, std::max(0, line.width()));
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, shown);
        line.setLeft(line.left() + painter.fontMetrics().horizontalAdvance(shown));
    };
    const QString separator = QStringLiteral("  ·  ");
    say(m_title.place, colours.text2);
    if (!m_title.status.isEmpty()) {
        say(separator, colours.text3);
        if (m_title.phase != Phase::None) {
            const int side = scaled(measure::PhaseMark);
            painter.setRenderHint(QPainter::Antialiasing);
            paintPhase(painter, QRectF(line.left(), line.center().y() - side / 2.0 + 0.5, side, side), m_title.phase,
                       colours);
            line.setLeft(line.left() + side + scaled(measure::CellPadding));
        }
        say(m_title.status, m_title.phase == Phase::Failed ? colours.deleted : colours.text2);
    }
    if (!m_title.version.isEmpty()) {
        say(separator, colours.text3);
        say(m_title.version, colours.text2);
    }
}

void InspectorHeader::resizeEvent(QResizeEvent *)
{
    setFixedHeight(neededHeight());
    const int side = scaled(measure::SmallControl);
    m_copy->setGeometry(width() - side - scaled(measure::Grid), scaled(Margin) + (scaled(Line) - side) / 2, side, side);
}

void InspectorHeader::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void InspectorHeader::retranslate()
{
    setAccessibleName(tr("Inspected object"));
    m_copy->setAccessibleName(tr("Copy the name"));
    m_copy->setToolTip(safeToolTip(tr("Copy the name")));
}

} // namespace wk
