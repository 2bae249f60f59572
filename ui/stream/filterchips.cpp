// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/filterchips.h"

#include "ui/stream/filterpoints.h"
#include "ui/style/chip.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QHBoxLayout>

namespace wk {

FilterChips::FilterChips(QWidget *parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
{
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(scaled(measure::Grid));
}

void FilterChips::setFilter(const Filter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    for (Chip *chip : m_chips) {
        m_row->removeWidget(chip);
        chip->hide();
        chip->deleteLater();
    }
    m_chips.clear();
    for (std::size_t i = 0; i < filter.clauses().size(); ++i) {
        const QString text = clauseText(filter.clauses()[i]);
        auto *chip = new Chip(text, this);
        chip->setShortcut({}); // which a "&" in the text has made
        chip->setIcon(icon(Icon::Close));
        chip->setAccessibleName(tr("Remove %1").arg(text));
        chip->setToolTip(safeToolTip(tr("Remove %1").arg(text)));
        connect(chip, &Chip::clicked, this, [this, i] { remove(i); });
        m_row->addWidget(chip);
        m_chips.push_back(chip);
    }
}

void FilterChips::remove(std::size_t clause)
{
    std::vector<FilterClause> clauses = m_filter.clauses();
    clauses.erase(clauses.begin() + std::ptrdiff_t(clause));
    Q_EMIT changed(Filter(std::move(clauses)));
}

} // namespace wk
