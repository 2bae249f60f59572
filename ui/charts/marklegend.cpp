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

#include <algorithm>

namespace wk {

MarkLegend::MarkLegend(std::vector<EntryType> types, QWidget *parent)
    : QWidget(parent)
    , m_types(std::move(types))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
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

void MarkLegend::rename()
{
    QStringList words;
    for (const EntryType type : m_types)
        words << word(type);
    if (hasGaps())
        words << inDoubtWord();
    words << tr("inferred");
    setAccessibleName(tr("Legend: %1").arg(words.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

bool MarkLegend::hasGaps() const
{
    return std::ranges::find(m_types, EntryType::Gap) != m_types.end();
}

int MarkLegend::widthOf(const QString &word)
{
    return scaled(measure::Glyph + 5 + 12) + QFontMetrics(fontOf(TextRole::Caption)).horizontalAdvance(word);
}

QSize MarkLegend::sizeHint() const
{
    int width = 0;
    for (const EntryType type : m_types)
        width += widthOf(word(type));
    if (hasGaps())
        width += widthOf(inDoubtWord());
    width += widthOf(tr("inferred"));
    return {width, scaled(measure::ChipHeight)};
}

void MarkLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &tokens = wk::tokens(palette());
    painter.setFont(fontOf(TextRole::Caption));
    const int size = scaled(measure::Glyph);
    int x = 0;
    const auto say = [&](const QString &word) {
        painter.setPen(tokens.text2);
        painter.drawText(QRect(x + size + scaled(5), 0, widthOf(word), height()), Qt::AlignVCenter, word);
        x += widthOf(word);
    };
    const auto box = [&] { return QRectF(x, (height() - size) / 2.0, size, size); };
    for (const EntryType type : m_types) {
        if (type == EntryType::Gap)
            paintGapHatch(painter, box(), tokens);
        else
            paintGlyph(painter, box(), type, eventInk(tokens, type));
        say(word(type));
    }
    if (hasGaps()) {
        painter.setOpacity(measure::DoubtOpacity);
        paintGapHatch(painter, box(), tokens);
        painter.setOpacity(1);
        say(inDoubtWord());
    }
    paintInferred(painter, x, tokens);
}

/// A hollow ring, as the plot draws what was not seen but found by a list.
void MarkLegend::paintInferred(QPainter &painter, int x, const Tokens &tokens) const
{
    const int size = scaled(measure::Glyph);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.text2, 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QPointF(x + size / 2.0, height() / 2.0), scaled(3), scaled(3));
    painter.drawText(QRect(x + size + scaled(5), 0, widthOf(tr("inferred")), height()), Qt::AlignVCenter,
                     tr("inferred"));
}

void MarkLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        rename();
}

} // namespace wk
