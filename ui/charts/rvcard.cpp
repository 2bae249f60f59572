// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rvcard.h"

#include "ui/charts/marklegend.h"
#include "ui/charts/rvlegend.h"
#include "ui/charts/rvplot.h"
#include "ui/style/fonts.h"
#include "ui/style/nowchip.h"
#include "ui/style/safetext.h"

#include <QEvent>
#include <QListView>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <utility>

namespace wk {

namespace {

constexpr int LegendWidth = 210;

} // namespace

RvCard::RvCard(QWidget *parent)
    : Card(parent)
    , m_data(RvChartData(), [this] { Q_EMIT came(); })
    , m_plot(new RvPlot(m_data.value(), this))
    , m_model(new RvLegendModel(this))
    , m_legend(new QListView(this))
    , m_title(new SafeLabel(this))
    , m_subtitle(new SafeLabel(this))
    , m_empty(new SafeLabel(this))
    , m_toNow(new NowChip(this))
{
    build();
    connect(m_plot, &RvPlot::eventClicked, this, &RvCard::eventClicked);
    connect(m_plot, &RvPlot::markClicked, this, &RvCard::markClicked);
    connect(m_plot, &RvPlot::gapClicked, this, &RvCard::gapClicked);
    connect(m_plot, &RvPlot::hovered, this, &RvCard::pointAt);
    connect(m_plot, &RvPlot::zoomed, this, &RvCard::zoomed);
    connect(m_plot, &RvPlot::rangeChosen, this, &RvCard::rangeChosen);
    connect(m_plot, &RvPlot::usualWanted, this, &RvCard::usualWanted);
    connect(m_toNow, &NowChip::clicked, this, &RvCard::usualWanted);
    const auto watchOf = [](const QModelIndex &index) { return index.data(RvLegendModel::WatchRole).toUInt(); };
    connect(m_legend, &QListView::entered, this,
            [this, watchOf](const QModelIndex &index) { pointAt(watchOf(index)); });
    connect(m_legend, &QListView::viewportEntered, this, [this] { pointAt(0); });
    connect(m_legend, &QListView::clicked, this, [this, watchOf](const QModelIndex &index) { keep(watchOf(index)); });
    m_legend->viewport()->installEventFilter(this);
    retranslate();
}

void RvCard::build()
{
    m_title->setFont(fontOf(TextRole::Title));
    m_subtitle->setFont(fontOf(TextRole::Caption));
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    m_legend->setModel(m_model);
    m_legend->setItemDelegate(new RvLegendDelegate(m_legend));
    m_legend->setFrameShape(QFrame::NoFrame);
    m_legend->setMouseTracking(true);
    m_legend->setUniformItemSizes(true);
    m_legend->setFixedWidth(scaled(LegendWidth));
    m_legend->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);

    auto *chart = new QWidget(this);
    auto *sideBySide = new QHBoxLayout(chart);
    sideBySide->setContentsMargins(0, 0, 0, 0);
    sideBySide->setSpacing(0);
    sideBySide->addWidget(m_plot, 1);
    sideBySide->addWidget(m_legend);

    auto *content = new QWidget(this);
    m_stack = new QStackedLayout(content);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(chart);

    auto *heading = new QHBoxLayout;
    heading->setSpacing(scaled(8));
    heading->addWidget(m_title);
    heading->addWidget(m_subtitle);
    heading->addStretch(1);
    heading->addWidget(m_toNow);
    heading->addStretch(1);
    heading->addWidget(new MarkLegend({EntryType::List, EntryType::Bookmark, EntryType::Relist, EntryType::Gap}, this));

    auto *inside = new QVBoxLayout(this);
    inside->setContentsMargins(12, 10, 12, 10);
    inside->addLayout(heading);
    inside->addWidget(content, 1);
}

void RvCard::setCluster(const ClusterId &cluster, const QString &name)
{
    m_cluster = name;
    retranslate();
    if (data().cluster() == cluster)
        return;
    RvChartData own;
    own.setCluster(cluster);
    m_data.restart(std::move(own));
}

void RvCard::hear(const std::vector<WatchStatus> &statuses)
{
    m_data.change([statuses](RvChartData &data) { data.hear(statuses); });
}

void RvCard::dropOld(WallTime now)
{
    m_data.change([now](RvChartData &data) { data.dropOld(now); });
}

void RvCard::retranslate()
{
    m_title->setText(m_cluster.isEmpty() ? tr("resourceVersion")
                                         : tr("resourceVersion of %1", "a cluster").arg(m_cluster));
    m_subtitle->setText(tr("per watch"));
    m_legend->setAccessibleName(tr("Watches and how far they are behind the newest version"));
}

void RvCard::draw(const TimeRange &drawn, WallTime moment, const QString &nothing)
{
    m_empty->setText(nothing);
    m_stack->setCurrentIndex(nothing.isEmpty() ? 1 : 0);
    if (data().newest())
        m_plot->replot(drawn.from, drawn.to);
    m_model->update(data(), moment);
}

void RvCard::offerPresent(bool isOffered)
{
    m_toNow->setVisible(isOffered);
}

void RvCard::pointAt(WatchId watch)
{
    m_plot->highlight(watch != 0 ? watch : m_kept);
}

/// It stays strong until it is chosen again; the newest line is no watch's.
void RvCard::keep(WatchId watch)
{
    m_kept = watch == m_kept ? 0 : watch;
    if (m_kept == 0)
        m_legend->clearSelection();
    pointAt(m_kept);
}

/// The line that the legend pointed at is one of many again, unless it is kept.
bool RvCard::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Leave)
        pointAt(0);
    return Card::eventFilter(watched, event);
}

void RvCard::changeEvent(QEvent *event)
{
    Card::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        m_title->setFont(fontOf(TextRole::Title));
        m_subtitle->setFont(fontOf(TextRole::Caption));
        m_legend->setFixedWidth(scaled(LegendWidth));
    }
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace wk
