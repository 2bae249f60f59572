// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/filterpopup.h"

#include "core/query/foldedsearch.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"

#include <QApplication>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace wk {

namespace {

constexpr int Wide = 420;
constexpr int RowsShown = 10;
constexpr std::size_t MostRows = 100;

enum Role { InsertedRole = Qt::UserRole, CountRole };

/// The value, and how often it was seen at the right.
class RowPainter : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
        const Tokens &colours = tokens(option.palette);
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        QRect area = option.rect.adjusted(scaled(measure::CellPadding), 0, -scaled(measure::CellPadding), 0);
        const auto count = index.data(CountRole).toUInt();
        if (count > 0) {
            const QString figures = format::number(count);
            painter->setFont(fontOf(TextRole::Body));
            painter->setPen(isSelected ? colours.text2 : colours.text3);
            painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter, figures);
            area.setRight(area.right() - painter->fontMetrics().horizontalAdvance(figures) - scaled(measure::Row));
        }
        painter->setFont(fontOf(TextRole::Mono));
        painter->setPen(colours.text);
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, area.width()));
    }
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {scaled(measure::Row), scaled(measure::Row)};
    }
};

} // namespace

FilterPopup::FilterPopup(QWidget *box)
    : QFrame(box->window())
    , m_box(box)
    , m_rows(new QStandardItemModel(this))
    , m_list(new QListView(this))
    , m_heading(new SafeLabel(this))
    , m_hint(new SafeLabel(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(scaled(measure::Grid), scaled(measure::Grid), scaled(measure::Grid),
                               scaled(measure::Grid));
    column->setSpacing(scaled(measure::Grid));
    for (SafeLabel *label : {m_heading, m_hint}) {
        label->setFont(fontOf(TextRole::Caption));
        label->setContentsMargins(scaled(measure::CellPadding), 0, scaled(measure::CellPadding), 0);
        label->setQuiet();
    }
    column->addWidget(m_heading);
    column->addWidget(m_list);
    column->addWidget(m_hint);
    setFrameShape(QFrame::Box);
    setForegroundRole(QPalette::Dark);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setFocusPolicy(Qt::NoFocus);
    m_list->setModel(m_rows);
    m_list->setItemDelegate(new RowPainter(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex &row) {
        m_list->setCurrentIndex(row);
        take();
    });
    whenTranslated(this, [this] { retranslate(); });
    hide();
}

void FilterPopup::offer(const FilterPlace &place, const SeenValues &seen, int left, FilterAsked asked)
{
    m_place = place;
    m_hasChoice = false;
    m_rows->clear();
    switch (place.wants) {
    case FilterPlace::Wants::Nothing: break;
    case FilterPlace::Wants::Term:
        if (!place.typed.empty() || asked == FilterAsked::ByUser)
            fillFields();
        break;
    case FilterPlace::Wants::Key:
    case FilterPlace::Wants::Value: fillValues(seen); break;
    }
    // What is there to the letter needs no offer.
    const bool isDone = m_rows->rowCount() == 1 && m_rows->item(0)->text() == QString::fromStdString(place.typed);
    if (m_rows->rowCount() == 0 || isDone)
        return hide();
    retranslate();
    layOut(left);
    show();
    raise();
}

void FilterPopup::fillFields()
{
    for (const FilterField field : fieldsBeginning(m_place.typed))
        add(std::string(fieldName(field)), insertedField(field), 0);
}

void FilterPopup::fillValues(const SeenValues &seen)
{
    if (!seen)
        return;
    const FoldedSearch typed(m_place.typed);
    for (const SeenValue &each : seen(m_place)) {
        if (!m_place.typed.empty() && !typed.isIn(each.value))
            continue;
        add(each.value, insertedValue(m_place, each.value), each.count);
        if (m_rows->rowCount() == int(MostRows))
            break;
    }
}

void FilterPopup::add(const std::string &shown, const std::string &inserted, std::uint32_t count)
{
    auto *item = new QStandardItem(displayText(shown));
    item->setData(QString::fromStdString(inserted), InsertedRole);
    item->setData(count, CountRole);
    m_rows->appendRow(item);
}

void FilterPopup::layOut(int left)
{
    m_list->setFixedHeight(scaled(measure::Row) * std::min(m_rows->rowCount(), RowsShown) + 2);
    const int wide = std::min(scaled(Wide), window()->width());
    setFixedWidth(wide);
    adjustSize();
    const QPoint below = m_box->mapTo(window(), QPoint(left, m_box->height() + scaled(measure::Grid)));
    move(std::clamp(below.x(), 0, window()->width() - wide), below.y());
}

void FilterPopup::step(int rows)
{
    const int count = m_rows->rowCount();
    if (count == 0)
        return;
    const int from = m_hasChoice ? m_list->currentIndex().row() : rows > 0 ? -1 : count;
    m_hasChoice = true;
    m_list->setCurrentIndex(m_rows->index(std::clamp(from + rows, 0, count - 1), 0));
}

void FilterPopup::take()
{
    const QModelIndex row = m_list->currentIndex().isValid() ? m_list->currentIndex() : m_rows->index(0, 0);
    const FilterPlace place = m_place;
    const QString text = row.data(InsertedRole).toString();
    hide();
    Q_EMIT taken(place, text);
}

void FilterPopup::retranslate()
{
    setAccessibleName(tr("What the filter can ask for"));
    m_list->setAccessibleName(tr("What the filter can ask for"));
    const std::string_view name = fieldName(m_place.field);
    const QString field = QString::fromUtf8(name.data(), qsizetype(name.size()));
    switch (m_place.wants) {
    case FilterPlace::Wants::Nothing:
    case FilterPlace::Wants::Term: m_heading->setText(tr("Fields")); break;
    case FilterPlace::Wants::Key:
        m_heading->setText(m_place.field == FilterField::Label ? tr("Labels seen") : tr("Columns"));
        break;
    case FilterPlace::Wants::Value: m_heading->setText(tr("Seen as %1, and how often").arg(field)); break;
    }
    m_hint->setText(tr("Tab inserts, ↑ ↓ choose, Esc closes"));
}

} // namespace wk
