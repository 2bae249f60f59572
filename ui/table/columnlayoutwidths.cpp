// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resourcetablemodel.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/table/columnlayout.h"
#include "ui/table/rowdelegate.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace wk {

namespace {

// Widths in px at 100 %. Source: the design's picture of the table.
constexpr int mostTextWidth = 320;
constexpr int mostNameWidth = 480;
constexpr int mostMessageWidth = 640; ///< what an Event has to say
constexpr int lastChangeWidth = 116;  ///< it stretches; who made the change is cut where there is no room
constexpr int leastNameWidth = 150;   ///< a name cut in its middle is still told from its neighbours
constexpr int leastTextWidth = 140;
constexpr int leastChangesWidth = 88;
constexpr int leastLastChangeWidth = 104;
constexpr int shortTextWidth = 180;  ///< texts up to here are words, a reason or a type, and are not cut
constexpr int leastPhaseWidth = 100; ///< "Terminating" and its mark, and of a longer word what tells it from others
constexpr int nodeWidth = 72;        ///< a short name: a pod that was just made has none yet
constexpr int arrowWidth = 8;        ///< room for the arrow of the sort, so that no title is cut
constexpr int rowsFitted = 200;      ///< from the first on
constexpr int rowsGrownBy = 100;     ///< of those that changed at once

int mostWidth(const TableColumn &column)
{
    if (column.isNaming())
        return scaled(mostNameWidth);
    return scaled(column.key == QLatin1String("Message") ? mostMessageWidth : mostTextWidth);
}

/// What a pod's STATUS says sooner or later: its width is kept free from the first, so that no word is cut and no other
/// column moves when one comes.
const QStringList &podWords()
{
    static const QStringList words{QStringLiteral("ContainerCreating"), QStringLiteral("CrashLoopBackOff"),
                                   QStringLiteral("ImagePullBackOff")};
    return words;
}

/// Shown beyond what its kind comes with: it takes no room from the others.
bool isExtra(const TableColumn &column, bool oneNamespace)
{
    return column.isWide || column.kind == TableColumn::Kind::Label ||
           (column.kind == TableColumn::Kind::Namespace && oneNamespace);
}

/// Only that can have become wider: measuring takes longer than asking.
bool isNews(const ResourceTableModel &model, int row, int column)
{
    return model.isCellChanged(row, column) || model.rowAt(row).touch == RowTouch::Added;
}

bool isServers(const TableColumn &column)
{
    return column.kind == TableColumn::Kind::Server && !column.isAge;
}

} // namespace

int ColumnLayout::titleWidth(int column) const
{
    const QString &title = m_model.tableColumns()[static_cast<std::size_t>(column)].title;
    return QFontMetrics(m_header->font()).horizontalAdvance(title) + 2 * scaled(measure::CellPadding) + 2 +
           scaled(arrowWidth);
}

bool ColumnLayout::isSized(int column) const
{
    return m_layout.widths.value(m_model.tableColumns()[static_cast<std::size_t>(column)].key) > 0;
}

int ColumnLayout::widestOf(int column, int first, int last) const
{
    int width = 0;
    for (int row = first; row <= last; ++row)
        width = std::max(width, cellWidth(m_model, row, column));
    return width == 0 ? 0 : width + 2 * scaled(measure::CellPadding) + 2;
}

int ColumnLayout::reservedWidth(int column) const
{
    if (column != phaseColumn(m_model.tableColumns()) || m_model.resource().kind != "Pod")
        return 0;
    int width = 0;
    for (const QString &word : podWords())
        width = std::max(width, phaseWidth(word));
    return width + 2 * scaled(measure::CellPadding) + 2;
}

/// True if it takes more than before of what is kept free for it.
bool ColumnLayout::hold(int column, int width)
{
    return reservedWidth(column) > 0 && width > std::exchange(m_held, std::max(m_held, width));
}

/// What the column takes where there is room for all.
void ColumnLayout::fit(int column)
{
    int width = titleWidth(column);
    const TableColumn &what = m_model.tableColumns()[static_cast<std::size_t>(column)];
    if (what.kind == TableColumn::Kind::LastChange)
        width = std::max(width, scaled(lastChangeWidth));
    else
        width = std::max(width, widestOf(column, 0, std::min(m_model.rowCount(), rowsFitted) - 1));
    hold(column, width);
    width = std::max(width, reservedWidth(column));
    if (what.key == QLatin1String("Node"))
        width = std::max(width, scaled(nodeWidth));
    m_fitted[static_cast<std::size_t>(column)] = std::min(width, mostWidth(what));
}

/// A word that changes may become a longer one; it is not cut.
void ColumnLayout::grow(int first, int last)
{
    last = std::min({last, first + rowsGrownBy - 1, m_model.rowCount() - 1});
    bool hasGrown = false;
    for (int column = 0; column < static_cast<int>(m_fitted.size()); ++column) {
        const TableColumn &what = m_model.tableColumns()[static_cast<std::size_t>(column)];
        const bool isName = what.isNaming();
        const bool isWord = isServers(what) && turnOf(column) != Turn::Text;
        if (m_header->isSectionHidden(column) || !(isName || isWord))
            continue;
        int &fitted = m_fitted[static_cast<std::size_t>(column)];
        for (int row = first; row <= last; ++row) {
            const int width = isNews(m_model, row, column) ? std::min(widestOf(column, row, row), mostWidth(what)) : 0;
            const bool takesMore = width > m_held && hold(column, width);
            hasGrown = hasGrown || width > fitted || takesMore;
            fitted = std::max(fitted, width);
        }
    }
    if (hasGrown)
        share();
}

/// A number that is cut is another number, and of a short word nothing is left.
ColumnLayout::Turn ColumnLayout::turnOf(int column) const
{
    const TableColumn &what = m_model.tableColumns()[static_cast<std::size_t>(column)];
    if (what.isNaming())
        return Turn::Name;
    switch (what.look) {
    case TableColumn::Look::Plain:
    case TableColumn::Look::Quiet:
    case TableColumn::Look::Mono: {
        const bool isLong = m_fitted[static_cast<std::size_t>(column)] > scaled(shortTextWidth);
        return isLong && !what.isAge ? Turn::Text : Turn::Never;
    }
    case TableColumn::Look::Changes:
    case TableColumn::Look::LastChange: return Turn::History;
    case TableColumn::Look::Phase: return Turn::Phase;
    case TableColumn::Look::Severity:
    case TableColumn::Look::Cluster:
    case TableColumn::Look::Number:
    case TableColumn::Look::Mark: return Turn::Never;
    }
    return Turn::Never;
}

int ColumnLayout::leastWidth(int column) const
{
    const int fitted = m_fitted[static_cast<std::size_t>(column)];
    int least = 0;
    switch (turnOf(column)) {
    case Turn::Never: return fitted;
    case Turn::History: // the newest changes; how long ago it was, and by whom. Titles may be shorter
        least = m_model.tableColumns()[static_cast<std::size_t>(column)].look == TableColumn::Look::Changes
                    ? leastChangesWidth
                    : leastLastChangeWidth;
        break;
    case Turn::Text: least = leastTextWidth; break;
    case Turn::Phase: least = leastPhaseWidth; break;
    case Turn::Name: least = leastNameWidth; break;
    }
    return std::min(fitted, std::max({titleWidth(column), scaled(least), reservedWidth(column)}));
}

/// Makes columns narrower by so much in all, the widest first. What is missing still, as far as they could not.
int ColumnLayout::narrow(const std::vector<int> &columns, int missing, std::vector<int> &widths) const
{
    const auto under = [&](int column, int most) {
        return std::clamp(most, leastWidth(column), m_fitted[static_cast<std::size_t>(column)]);
    };
    const auto gained = [&](int most) {
        return std::accumulate(columns.begin(), columns.end(), 0, [&](int sum, int column) {
            return sum + m_fitted[static_cast<std::size_t>(column)] - under(column, most);
        });
    };
    int most = 0;
    for (int above = scaled(mostMessageWidth); most < above;) {
        const int middle = (most + above + 1) / 2;
        gained(middle) >= missing ? most = middle : above = middle - 1;
    }
    for (const int column : columns)
        widths[static_cast<std::size_t>(column)] = under(column, most);
    return missing - gained(most);
}

/// The widths of the columns that a kind comes with, as if the user had sized none: so what the user sizes or adds
/// changes none of the others. Where the room does not do they give way in turn.
std::vector<int> ColumnLayout::sharedWidths() const
{
    std::vector<int> widths = m_fitted;
    // As if there were a scroll bar: whether there is one depends on the filter.
    const QScrollBar *bar = m_table.verticalScrollBar();
    int missing = (bar->isVisible() ? 0 : bar->sizeHint().width()) - m_table.viewport()->width();
    std::map<Turn, std::vector<int>> turns;
    for (int column = 0; column < static_cast<int>(m_fitted.size()); ++column) {
        const TableColumn &what = m_model.tableColumns()[static_cast<std::size_t>(column)];
        int &width = widths[static_cast<std::size_t>(column)];
        if (what.kind == TableColumn::Kind::Mark)
            width = m_header->sectionSize(column);
        if (m_header->isSectionHidden(column) || isExtra(what, m_isOneNamespace))
            continue;
        missing += width;
        turns[turnOf(column)].push_back(column);
    }
    for (const auto &[turn, columns] : turns) {
        if (turn != Turn::Never && missing > 0)
            missing = narrow(columns, missing, widths);
    }
    for (const int column : turns[Turn::Phase]) {
        int &width = widths[static_cast<std::size_t>(column)];
        if (missing > 0 && reservedWidth(column) > 0)
            width = std::max(std::min(width, m_held), width - missing);
    }
    return widths;
}

/// Columns that the user has not sized get their share. The last one has what is left over; when nothing is, the table
/// scrolls.
void ColumnLayout::share()
{
    if (m_fitted.empty())
        return;
    const QScopedValueRollback applying(m_isApplying, true);
    std::vector<int> widths = sharedWidths();
    const int last = lastShown();
    int rest = m_table.viewport()->width();
    for (int column = 0; column < static_cast<int>(widths.size()); ++column) {
        int &width = widths[static_cast<std::size_t>(column)];
        if (isSized(column)) {
            const QString &key = m_model.tableColumns()[static_cast<std::size_t>(column)].key;
            width = column == last ? scaled(m_layout.widths.value(key)) : m_header->sectionSize(column);
        }
        if (column != last && !m_header->isSectionHidden(column))
            rest -= width;
    }
    if (last >= 0)
        widths[static_cast<std::size_t>(last)] = std::max(widths[static_cast<std::size_t>(last)], rest);
    for (int column = 0; column < static_cast<int>(widths.size()); ++column) {
        if (!m_header->isSectionHidden(column))
            m_header->resizeSection(column, widths[static_cast<std::size_t>(column)]);
    }
}

} // namespace wk
