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

namespace wk {

namespace {

constexpr int Line = 18;
constexpr int Margin = 8;

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
    const bool hadNotices = hasNotices();
    m_title = title;
    m_copy->setVisible(!title.name.isEmpty());
    setToolTip(safeToolTip(title.name));
    const QStringList parts{title.name, title.place, title.status, title.version, title.moment, title.notice};
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
    if (hasNotices() != hadNotices)
        updateGeometry();
    update();
}

QSize InspectorHeader::sizeHint() const
{
    const int lines = hasNotices() ? 3 : 2;
    return {scaled(measure::Inspector), 2 * scaled(Margin) + lines * scaled(Line)};
}

void InspectorHeader::paintEvent(QPaintEvent *)
{
    if (m_title.name.isEmpty())
        return;
    QPainter painter(this);
    const Tokens &colours = tokens(palette());
    const int left = scaled(measure::FirstPadding);
    QRect line(left, scaled(Margin), width() - 2 * left, scaled(Line));
    painter.setFont(fontOf(TextRole::MonoTitle));
    painter.setPen(colours.text);
    const int room = m_copy->x() - scaled(measure::Grid) - left;
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_title.name, Qt::ElideMiddle, room));
    line.translate(0, line.height());
    paintStanding(painter, line);
    paintNotices(painter, line.translated(0, line.height()));
}

void InspectorHeader::paintNotices(QPainter &painter, QRect line)
{
    const Tokens &colours = tokens(palette());
    painter.setFont(fontOf(TextRole::BodyBold));
    painter.setPen(colours.accent);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_title.moment);
    if (!m_title.moment.isEmpty())
        line.setLeft(line.left() + painter.fontMetrics().horizontalAdvance(m_title.moment) + scaled(Margin));
    painter.setFont(fontOf(TextRole::Body));
    painter.setPen(colours.deleted);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_title.notice, Qt::ElideRight, line.width()));
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
    setAccessibleName(tr("Object under inspection"));
    m_copy->setAccessibleName(tr("Copy the name"));
    m_copy->setToolTip(safeToolTip(tr("Copy the name")));
}

} // namespace wk
