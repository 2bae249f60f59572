// SPDX-License-Identifier: GPL-3.0-or-later
// What the facets beside the stream say, and what pointing at them does.
#include "ui/models/windowstate.h"
#include "ui/stream/facetpanel.h"
#include "ui/stream/filterpoints.h"
#include "ui/stream/streamview.h"

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t FacetValues = 12;

} // namespace

/// Of the rows on show, and of those that are not because others of the same facet are asked for; at a moment of those
/// that had come by then.
std::vector<FacetSection> StreamView::facetSections() const
{
    const std::optional<Moment> &moment = m_state.playhead();
    const HistorySnapshot &history = m_history.now();
    const RowId upTo = moment ? moment->upTo : m_history.end();
    const FacetRows &others = m_model->facetRows();
    const FacetCounts shown = m_model->rows().facetsBefore(history, upTo);
    std::vector<FacetSection> sections;
    for (const Facet facet : Facets) {
        FacetSection section{facet, {}};
        const QStringList held = m_facets->isPointedAt() ? m_facets->facets()->values(facet) : QStringList();
        const bool isAsked = others.isAskedOf(facet);
        FacetCounts counts = isAsked ? others.facetsBefore(history, facet, upTo) : shown;
        if (facet == Facet::Manager)
            m_model->likelyCounts().addTo(counts, history, upTo);
        for (const FacetCount &counted : facetValues(history, counts, facet)) {
            const bool isRare = section.values.size() >= FacetValues && counted.value != DoubtedWriter;
            if (counted.value.empty() || (isRare && !isAsked && held.isEmpty()))
                continue;
            const QString value = QString::fromStdString(counted.value);
            const FilterChoice choice = choiceOf(m_filter, pointOf(facet, value));
            if (!isRare || choice != FilterChoice::None || held.contains(value))
                section.values.push_back({value, counted.count, choice, counted.likely});
        }
        addNamed(section);
        addHeld(section, held);
        sections.push_back(std::move(section));
    }
    return sections;
}

/// What the filter names stays at hand, where no row has it. A part of a name is there as the names that have it.
void StreamView::addNamed(FacetSection &section) const
{
    for (const std::string &named : namedValues(m_filter, fieldOf(section.field))) {
        const QString value = QString::fromStdString(named);
        const auto isIt = [&value](const FacetValue &known) {
            return known.value.contains(value, Qt::CaseInsensitive);
        };
        if (!value.isEmpty() && std::ranges::none_of(section.values, isIt))
            section.values.push_back({value, 0, choiceOf(m_filter, pointOf(section.field, value))});
    }
}

/// While somebody points at the facets none goes away, also when no row has it any more.
void StreamView::addHeld(FacetSection &section, const QStringList &held) const
{
    for (const QString &value : held) {
        if (std::ranges::find(section.values, value, &FacetValue::value) == section.values.end())
            section.values.push_back({value, 0, choiceOf(m_filter, pointOf(section.field, value))});
    }
}

/// Each who may have written a row costs a comparison of two revisions, so they are counted for whoever sees them.
void StreamView::lookAtFacets()
{
    m_model->setLikelyLookedAt(m_facets->isInSight(Facet::Manager));
}

void StreamView::facetChosen(Facet facet, const QString &value, FacetEdit edit)
{
    const FilterPoint point = pointOf(facet, value);
    switch (edit) {
    case FacetEdit::Only: return editFilter(withOnly(m_filter, point));
    case FacetEdit::Also: return editFilter(toggled(m_filter, point));
    case FacetEdit::Not: return editFilter(without(m_filter, point));
    case FacetEdit::Release: return editFilter(released(m_filter, point));
    }
}

} // namespace wk
