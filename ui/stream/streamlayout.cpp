// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamlayout.h"

#include "core/history/facetvalues.h"
#include "ui/models/seenwords.h"
#include "ui/stream/streamdelegate.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <array>
#include <numeric>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto WriteAfter = 500ms;
constexpr int MostKind = 190; ///< kinds of custom resources may be as long as a sentence
constexpr int MostCluster = 140;
constexpr int LeastWho = 80;
constexpr int MostWho = 220; ///< so may the names of field managers

/// How the settings call them, among the tables of the kinds.
const QString &streamKind()
{
    static const QString kind = QStringLiteral("@stream");
    return kind;
}

QString keyOf(int column)
{
    constexpr std::array<const char *, StreamModel::ColumnCount> Keys{"@time",    "@type",      "@class", "@cluster",
                                                                      "@kind",    "@namespace", "@name",  "@version",
                                                                      "@changed", "@who",       "@size"};
    return QLatin1String(Keys[std::size_t(column)]);
}

int widest(const QFont &font, const QStringList &words)
{
    const QFontMetrics metrics(font);
    int width = 0;
    for (const QString &word : words)
        width = std::max(width, metrics.horizontalAdvance(word));
    return width;
}

} // namespace

StreamLayout::StreamLayout(QTableView &table, const StreamModel &model, UiSettings &settings)
    : QObject(&table)
    , m_table(table)
    , m_model(model)
    , m_settings(settings)
    , m_header(table.horizontalHeader())
    , m_later(new QTimer(this))
    , m_layout(settings.tableLayout(streamKind()))
{
    m_later->setSingleShot(true);
    m_later->setInterval(WriteAfter);
    connect(m_later, &QTimer::timeout, this, &StreamLayout::save);
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this] {
        if (m_fittedTo != wordsSeen())
            fit();
    });
    connect(&model, &QAbstractItemModel::headerDataChanged, this, &StreamLayout::fit); // another language
    connect(m_header, &QHeaderView::sectionResized, this, &StreamLayout::resized);
    connect(m_header, &QHeaderView::sectionMoved, this, &StreamLayout::moved);
    m_header->setResizeContentsPrecision(0); // a double click on an edge fits what is in sight
    m_header->viewport()->installEventFilter(this);
    m_header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_header, &QWidget::customContextMenuRequested, this, &StreamLayout::showMenu);
    arrange();
    fit();
}

StreamLayout::~StreamLayout()
{
    if (m_later->isActive())
        save();
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
        words += QString::fromLatin1(rowTypeName(EntryType::Added, EntryClass::Initial));
        break;
    case StreamModel::Class:
        for (int origin = 0; origin <= int(EntryClass::Replayed); ++origin)
            words += classWord(EntryClass(origin));
        break;
    case StreamModel::Cluster:
        for (const FacetCount &cluster : facetValues(m_model.log(), m_model.log().facets(), Facet::Cluster))
            words += displayText(cluster.value, MostCluster);
        return std::min(widest(font, words) + more + 2, scaled(MostCluster));
    case StreamModel::Kind:
        for (const FacetCount &kind : facetValues(m_model.log(), m_model.log().facets(), Facet::Kind))
            words += displayText(kind.value, MostKind);
        return std::min(widest(font, words) + more + 2, scaled(MostKind));
    case StreamModel::Who: {
        const StringPool &managers = m_model.log().managers().texts();
        for (StringPool::Id manager = 0; manager < managers.size(); ++manager)
            words += QStringLiteral("? ") + displayText(managers.text(manager), MostWho);
        return std::clamp(widest(font, words) + more + 2, scaled(LeastWho), scaled(MostWho));
    }
    case StreamModel::Namespace:
    case StreamModel::Name:
    case StreamModel::Version:
    case StreamModel::Changed:
    case StreamModel::Size:
    case StreamModel::ColumnCount: return 0;
    }
    return widest(font, words) + more + 2;
}

/// Where the user has said nothing: what all rows have in common is told by no column.
std::optional<bool> StreamLayout::usualWish(int column) const
{
    if (column == StreamModel::Cluster)
        return m_model.log().clusters().size() > 1;
    return column == StreamModel::Class ? std::optional(false) : std::nullopt;
}

/// How many clusters, kinds and field managers have been seen.
std::array<std::size_t, 3> StreamLayout::wordsSeen() const
{
    const FacetCounts::Counts &kinds = m_model.log().facets().kinds;
    const auto seen = kinds.size() - std::size_t(std::ranges::count(kinds, 0U));
    return {m_model.log().clusters().size() + m_model.log().clusters().renames(), seen,
            m_model.log().managers().texts().size()};
}

void StreamLayout::fit()
{
    m_isToFit = false;
    const QScopedValueRollback fitting(m_isFitting, true);
    m_fittedTo = wordsSeen();
    StreamWidths whole{};
    StreamWidths byHand{};
    StreamWishes wishes{};
    for (int column = 0; column < StreamModel::ColumnCount; ++column) {
        whole[std::size_t(column)] = wholeWidth(column);
        byHand[std::size_t(column)] = widthByHand(column);
        if (m_layout.hidden.contains(keyOf(column)))
            wishes[std::size_t(column)] = false;
        else if (m_layout.shown.contains(keyOf(column)))
            wishes[std::size_t(column)] = true;
        else
            wishes[std::size_t(column)] = usualWish(column);
    }
    // As if there were a scroll bar: whether there is one depends on the filter.
    const QScrollBar *bar = m_table.verticalScrollBar();
    const int kept = bar->isVisibleTo(&m_table) ? 0 : bar->sizeHint().width();
    StreamWidths widths = streamWidths(whole, byHand, wishes, m_table.viewport()->width() - kept);
    if (byHand[StreamModel::Changed] == 0 && widths[StreamModel::Changed] > 0)
        widths[StreamModel::Changed] += kept;
    for (int column = 0; column < StreamModel::ColumnCount; ++column) {
        const int width = widths[std::size_t(column)];
        m_table.setColumnHidden(column, width == 0);
        if (width > 0)
            m_table.setColumnWidth(column, width);
    }
}

/// Columns that the settings do not name stand behind the others, in the order of the model: at first all of them.
void StreamLayout::arrange()
{
    const QScopedValueRollback fitting(m_isFitting, true);
    std::array<int, StreamModel::ColumnCount> order{};
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [this](int column) {
        const auto place = m_layout.order.indexOf(keyOf(column));
        return place < 0 ? m_layout.order.size() : place;
    });
    for (int visual = 0; visual < StreamModel::ColumnCount; ++visual)
        m_header->moveSection(m_header->visualIndex(order[std::size_t(visual)]), visual);
}

/// 0 for a column that the user has not sized.
int StreamLayout::widthByHand(int column) const
{
    return scaled(m_layout.widths.value(keyOf(column)));
}

void StreamLayout::resized(int column, int, int width)
{
    if (m_isFitting || width <= 0)
        return;
    m_layout.widths.insert(keyOf(column), width * 100 / scaled(100));
    m_isToFit = true;
    m_later->start();
}

void StreamLayout::moved()
{
    if (m_isFitting)
        return;
    m_layout.order.clear();
    for (int visual = 0; visual < m_header->count(); ++visual)
        m_layout.order.append(keyOf(m_header->logicalIndex(visual)));
    m_later->start();
}

/// Before, the edge would run away from the pointer that pulls it. The header's viewport is all that is watched.
bool StreamLayout::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonRelease && m_isToFit)
        QMetaObject::invokeMethod(this, &StreamLayout::fit, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void StreamLayout::reset()
{
    m_layout = {};
    arrange();
    fit();
    m_later->start();
}

void StreamLayout::setShown(int column, bool shown)
{
    const QString key = keyOf(column);
    m_layout.hidden.removeAll(key);
    m_layout.shown.removeAll(key);
    (shown ? m_layout.shown : m_layout.hidden).append(key);
    fit();
    m_later->start();
}

void StreamLayout::showMenu(const QPoint &at)
{
    QMenu menu(m_header);
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        const bool saysNothing = column == StreamModel::Cluster && m_model.log().clusters().size() < 2;
        if (column == StreamModel::Name || saysNothing)
            continue;
        const QString title = m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const bool isSeen = !m_header->isSectionHidden(column);
        const bool isWanted = m_layout.shown.contains(keyOf(column)) ||
                              (usualWish(column).value_or(true) && !m_layout.hidden.contains(keyOf(column)));
        const bool isMissed = !isSeen && isWanted;
        QAction *action = menu.addAction(isMissed ? tr("%1 (no room)", "a column").arg(title) : title);
        action->setCheckable(true);
        action->setChecked(isSeen);
        connect(action, &QAction::toggled, this, [this, column](bool on) { setShown(column, on); });
    }
    menu.addSeparator();
    menu.addAction(tr("Reset columns"), this, &StreamLayout::reset);
    menu.exec(m_header->viewport()->mapToGlobal(at));
}

void StreamLayout::save()
{
    m_later->stop();
    m_settings.setTableLayout(streamKind(), m_layout);
}

} // namespace wk
