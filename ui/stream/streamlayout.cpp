// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamlayout.h"

#include "ui/models/seenwords.h"
#include "ui/stream/streamdelegate.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>

namespace wk {

namespace {

constexpr int MostKind = 190; ///< kinds of custom resources may be as long as a sentence

int widest(const QFont &font, const QStringList &words)
{
    const QFontMetrics metrics(font);
    int width = 0;
    for (const QString &word : words)
        width = std::max(width, metrics.horizontalAdvance(word));
    return width;
}

} // namespace

StreamLayout::StreamLayout(QTableView &table, const StreamModel &model)
    : QObject(&table)
    , m_table(table)
    , m_model(model)
    , m_header(table.horizontalHeader())
{
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this] {
        if (m_kindsFitted != m_model.log().kinds().size())
            fit();
    });
    connect(m_header, &QHeaderView::sectionResized, this,
            [this](int column) { m_isSized[std::size_t(column)] = m_isSized[std::size_t(column)] || !m_isFitting; });
    fit();
}

/// The longest that a column can say, of those that nobody cuts; 0 for the others.
int StreamLayout::wholeWidth(int column) const
{
    QStringList words{m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()};
    int more = 2 * scaled(measure::CellPadding);
    QFont font = fontOf(TextRole::Body);
    switch (StreamModel::Column(column)) {
    case StreamModel::Time:
        words += format::clockMs(WallTime(std::chrono::hours(20)));
        more = scaled(measure::FirstPadding) + scaled(measure::CellPadding);
        break;
    case StreamModel::Type:
        font.setWeight(QFont::Medium);
        more += StreamDelegate::typeIndent();
        for (int type = 0; type <= int(EntryType::Gap); ++type)
            words += QString::fromLatin1(typeName(EntryType(type)));
        break;
    case StreamModel::Class:
        for (int origin = 0; origin <= int(EntryClass::Replayed); ++origin)
            words += classWord(EntryClass(origin));
        break;
    case StreamModel::Kind:
        for (StringPool::Id kind = 0; kind < m_model.log().kinds().size(); ++kind)
            words += displayText(m_model.log().kinds().text(kind), MostKind);
        return std::min(widest(font, words) + more + 2, scaled(MostKind));
    case StreamModel::Namespace:
    case StreamModel::Name:
    case StreamModel::Version:
    case StreamModel::Changed:
    case StreamModel::Who:
    case StreamModel::Size:
    case StreamModel::ColumnCount: return 0;
    }
    return widest(font, words) + more + 2;
}

void StreamLayout::fit()
{
    const QScopedValueRollback fitting(m_isFitting, true);
    m_kindsFitted = m_model.log().kinds().size();
    StreamWidths whole{};
    StreamWidths byHand{};
    for (int column = 0; column < StreamModel::ColumnCount; ++column) {
        whole[std::size_t(column)] = wholeWidth(column);
        byHand[std::size_t(column)] = m_isSized[std::size_t(column)] ? m_table.columnWidth(column) : 0;
    }
    // As if there were a scroll bar: whether there is one depends on the filter.
    const int bar = m_table.verticalScrollBar()->isVisible() ? 0 : m_table.verticalScrollBar()->sizeHint().width();
    StreamWidths widths = streamWidths(whole, byHand, m_table.viewport()->width() - bar);
    widths[StreamModel::Changed] += m_isSized[StreamModel::Changed] ? 0 : bar;
    for (int column = 0; column < StreamModel::ColumnCount; ++column) {
        const int width = widths[std::size_t(column)];
        m_table.setColumnHidden(column, width == 0);
        if (width > 0)
            m_table.setColumnWidth(column, width);
    }
}

} // namespace wk
