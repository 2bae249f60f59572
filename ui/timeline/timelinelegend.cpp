// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelegend.h"

#include "core/informer/entry.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/phase.h"
#include "ui/style/tokens.h"
#include "ui/words/outagewords.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>

#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace wk {

namespace {

struct Item {
    QString text;
    std::function<void(QPainter &, const QRectF &, const Tokens &)> paintMark;
};

void paintWarning(QPainter &painter, const QRectF &box, const Tokens &tokens)
{
    const std::array<QPointF, 3> triangle{QPointF(box.center().x(), box.top()), box.bottomRight(), box.bottomLeft()};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.gap);
    painter.drawPolygon(triangle.data(), 3);
}

void paintNormal(QPainter &painter, const QRectF &box, const Tokens &tokens)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.text2, 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(box.center(), 2.6, 2.6);
}

void paintInferred(QPainter &painter, const QRectF &box, const Tokens &tokens)
{
    painter.setPen(QPen(tokens.text2, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(std::floor(box.center().x()) - 1.5, box.top() - 0.5, 3, box.height()));
}

/// As a lane has it where events stand close.
void paintTick(QPainter &painter, const QRectF &box, const Tokens &tokens)
{
    const QRectF tick(std::floor(box.center().x()) - 1, box.top(), 2, box.height());
    painter.fillRect(tick, eventInk(tokens, EntryType::Modified));
}

Item eventItem(const QString &text, EntryType type)
{
    return {text, [type](QPainter &painter, const QRectF &box, const Tokens &tokens) {
                paintGlyph(painter, box, type, eventInk(tokens, type));
            }};
}

/// What can be done without last.
std::vector<Item> items()
{
    std::vector<Item> result;
    for (const Phase phase : {Phase::Running, Phase::Pending, Phase::Succeeded, Phase::Failed, Phase::Terminating}) {
        result.push_back({phaseName(phase), [phase](QPainter &painter, const QRectF &box, const Tokens &tokens) {
                              paintPhase(painter, box, phase, tokens);
                          }});
    }
    result.push_back({TimelineLegend::tr("Warning"), paintWarning});
    result.push_back({TimelineLegend::tr("Normal"), paintNormal});
    result.push_back({notSeenWord(), [](QPainter &painter, const QRectF &box, const Tokens &tokens) {
                          paintGapHatch(painter, box, tokens);
                      }});
    result.push_back({inDoubtWord(), [](QPainter &painter, const QRectF &box, const Tokens &tokens) {
                          painter.setOpacity(measure::DoubtOpacity);
                          paintGapHatch(painter, box, tokens);
                          painter.setOpacity(1);
                      }});
    result.push_back({TimelineLegend::tr("inferred"), paintInferred});
    result.push_back(eventItem(TimelineLegend::tr("added"), EntryType::Added));
    result.push_back({TimelineLegend::tr("modified"), paintTick});
    result.push_back(eventItem(TimelineLegend::tr("deleted"), EntryType::Deleted));
    return result;
}

int markWidth()
{
    return scaled(measure::PhaseMark);
}

int widthOf(const Item &item)
{
    return markWidth() + scaled(5) + QFontMetrics(fontOf(TextRole::Caption)).horizontalAdvance(item.text) + scaled(12);
}

} // namespace

TimelineLegend::TimelineLegend(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    rename();
}

void TimelineLegend::rename()
{
    QStringList words;
    for (const Item &item : items())
        words << item.text;
    setAccessibleName(tr("Legend: %1").arg(words.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

QSize TimelineLegend::sizeHint() const
{
    int width = 0;
    for (const Item &item : items())
        width += widthOf(item);
    return {width, scaled(measure::ChipHeight)};
}

QSize TimelineLegend::minimumSizeHint() const
{
    return {0, sizeHint().height()};
}

void TimelineLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &tokens = wk::tokens(palette());
    painter.setFont(fontOf(TextRole::Caption));
    int x = 0;
    for (const Item &item : items()) {
        if (x + widthOf(item) > width())
            break;
        const QRectF mark(x, (height() - markWidth()) / 2.0, markWidth(), markWidth());
        painter.save();
        item.paintMark(painter, mark, tokens);
        painter.restore();
        painter.setPen(tokens.text2);
        painter.drawText(QRect(x + markWidth() + scaled(5), 0, widthOf(item), height()), Qt::AlignVCenter, item.text);
        x += widthOf(item);
    }
}

void TimelineLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        rename();
}

} // namespace wk
