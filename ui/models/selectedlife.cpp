// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/selectedlife.h"

#include "core/history/rows/historyfeed.h"
#include "ui/models/pastkind.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace wk {

namespace {

/// The life of the object's name that was there, or had been; the object itself where that is not known.
ObjectRef lifeAsOf(const HistorySnapshot &log, const ObjectRef &object, RowId upTo)
{
    upTo = std::clamp(upTo, log.begin(), log.end());
    if (object.isEmpty() || object.uid.empty() || pastObject(log, object, upTo))
        return object;
    const auto other = pastObject(log, {object.resource, object.ns, object.name, {}, object.cluster}, upTo);
    return other ? refOf(object.resource, *other->object, object.cluster) : object;
}

} // namespace

SelectedLife::SelectedLife(WindowState &state, const HistoryFeed &history, QObject *parent)
    : QObject(parent)
    , m_state(state)
    , m_history(history)
{
    connect(&state, &WindowState::playheadChanged, this, &SelectedLife::followMoment);
    connect(&state, &WindowState::selectionChanged, this, &SelectedLife::selectionChanged);
}

void SelectedLife::followMoment()
{
    const ObjectRef chosen = m_chosen.value_or(m_state.selection());
    const std::optional<Moment> &moment = m_state.playhead();
    const ObjectRef life = moment ? lifeAsOf(m_history.now(), chosen, moment->upTo) : chosen;
    m_chosen = life == chosen ? std::nullopt : std::optional(chosen);
    if (life == m_state.selection())
        return;
    const QScopedValueRollback selecting(m_isSelecting, true);
    m_state.select(life);
}

/// By somebody else: it is that one's choice now.
void SelectedLife::selectionChanged()
{
    if (!m_isSelecting)
        m_chosen.reset();
}

} // namespace wk
