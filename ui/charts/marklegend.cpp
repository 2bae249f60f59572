// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/marklegend.h"

#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/tokens.h"
#include "ui/words/outagewords.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>
#include <QStringList>

namespace wk {

namespace {

void paintDoubt(QPainter &painter, const QRectF &box, const Tokens &tokens)
{
    painter.setOpacity(measure::DoubtOpacity);
    paintGapHatch(painter, box, tokens);
}

/// A hollow ring, as the plot draws what was not seen but found by a list.
void paintInferred(QPainter &painter, const QRectF &box, const Tokens &tokens)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.text2, 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(box.center(), scaled(3), scaled(3));
}

} // namespace

MarkLegend::MarkLegend(std::vector<EntryType> types, QWidget *parent)
    : QWidget(parent)
    , m_types(std::move(types))
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    rename();
}

QString MarkLegend::word(EntryType type)
{
    switch (type) {
    case EntryType::Added: return tr("added");
    case EntryType::Modified: return tr("modified");
    case EntryType::Deleted: return tr("deleted");
    case EntryType::Bookmark: return tr("bookmark");
    case EntryType::Error: return tr("error");
    case EntryType::List: return tr("list");
    case EntryType::Relist: return tr("relist");
    case EntryType::Reconnect: return tr("reconnect");
    case EntryType::Gap: return notSeenWord();
    }
    return {};
}

/// What can be done without last.
std::vector<MarkLegend::Item> MarkLegend::items() const
{
    std::vector<Item> items;
    for (const EntryType type : m_types) {
        if (type == EntryType::Gap) {
            items.push_back({word(type), paintGapHatch});
            items.push_back({inDoubtWord(), paintDoubt});
            continue;
        }
        items.push_back({word(type), [type](QPainter &painter, const QRectF &box, const Tokens &tokens) {
                             paintGlyph(painter, box, type, eventInk(tokens, type));
                         }});
    }
    items.push_back({tr("inferred"), paintInferred});
    return items;
}

void MarkLegend::rename()
{
    QStringList words;
    for (const Item &item : items())
        words << item.word;
    setAccessibleName(tr("Legend: %1").arg(words.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

int MarkLegend::widthOf(const QString &word)
{
    return scaled(measure::Glyph + 5 + 12) + QFontMetrics(fontOf(TextRole::Caption)).horizontalAdvance(word);
}

QSize MarkLegend::sizeHint() const
{
    int width = 0;
    for (const Item &item : items())
        width += widthOf(item.word);
    return {width, scaled(measure::ChipHeight)};
}

QSize MarkLegend::minimumSizeHint() const
{
    return {0, sizeHint().height()};
}

void MarkLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &tokens = wk::tokens(palette());
    painter.setFont(fontOf(TextRole::Caption));
    const int size = scaled(measure::Glyph);
    int x = 0;
    for (const Item &item : items()) {
        const int room = widthOf(item.word);
        if (x + room > width())
            return;
        painter.save();
        item.paintMark(painter, QRectF(x, (height() - size) / 2.0, size, size), tokens);
        painter.restore();
        painter.setPen(tokens.text2);
        painter.drawText(QRect(x + size + scaled(5), 0, room, height()), Qt::AlignVCenter, item.word);
        x += room;
    }
}

void MarkLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        rename();
}

} // namespace wk
