// SPDX-License-Identifier: GPL-3.0-or-later
// What a TimelineView says when it has no lane.
#include "ui/models/kindgroups.h"
#include "ui/models/tablesubject.h"
#include "ui/models/windowstate.h"
#include "ui/style/formats.h"
#include "ui/timeline/timelinecanvas.h"
#include "ui/timeline/timelineview.h"
#include "ui/words/statewords.h"

namespace wk {

/// Esc gives up a range and a moment first.
QString TimelineView::whyFiltered(std::size_t lanes) const
{
    const bool isNextForEsc = !m_state.timeRange() && !m_state.playhead();
    const int count = int(lanes);
    const QString words =
        format::counted(isNextForEsc ? tr("%n objects do not match it. Esc clears it.", nullptr, count)
                                     : tr("%n objects do not match it.", nullptr, count),
                        count);
    const auto field = eventFieldAskedFor(m_filter);
    if (!field)
        return words;
    return words + u' ' +
           tr("“%1” is about events, but lanes are objects, so none can match. Events are in the Stream.")
               .arg(QString::fromLatin1(fieldName(*field)));
}

/// Why there is no lane: nothing arrived yet, nothing there, or all of it filtered away.
void TimelineView::sayWhyEmpty()
{
    const ChosenLanes &chosen = m_canvas->chosen();
    if (!chosen.rows.empty())
        return;
    if (chosen.filtered > 0)
        return m_canvas->setEmptyText(tr("The filter hides all lanes"), whyFiltered(chosen.filtered));
    const WatchTrack *worst = m_data.worstTrack();
    if (!worst)
        return m_canvas->setEmptyText(tr("Nothing is watched yet"), {});
    const QString text = watchStateText(worst->status, m_clock.wallNow());
    if (needsAttention(worst->status))
        return m_canvas->setEmptyText(pluralName(worst->scope.resource) + u": " + text,
                                      watchSentence(worst->status, m_clock.wallNow()));
    m_canvas->setEmptyText(tr("There are no objects"), worst->status.state == WatchState::Polled
                                                           ? text
                                                           : tr("They get their lanes as soon as they are created."));
}

} // namespace wk
