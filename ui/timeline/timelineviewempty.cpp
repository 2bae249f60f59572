// SPDX-License-Identifier: GPL-3.0-or-later
// What a TimelineView says when it has no lane.
#include "core/resource/kubeevent.h"
#include "ui/models/kindgroups.h"
#include "ui/models/tablesubject.h"
#include "ui/models/windowstate.h"
#include "ui/style/statewords.h"
#include "ui/timeline/timelinecanvas.h"
#include "ui/timeline/timelineview.h"

namespace wk {

/// Esc gives up a range and a moment first.
QString TimelineView::whyFiltered(std::size_t lanes) const
{
    const QString count = countOfKind(std::int64_t(lanes), m_state.resource());
    const bool isNextForEsc = !m_state.timeRange() && !m_state.playhead();
    const QString words = isNextForEsc ? tr("%1 do not match it. Esc clears it.", "78 pods", int(lanes)).arg(count)
                                       : tr("%1 do not match it.", "78 pods", int(lanes)).arg(count);
    const auto field = eventFieldAskedFor(m_filter);
    if (!field)
        return words;
    return words + u' ' +
           tr("“%1” is about events, but lanes are objects, so none can match. Events are in the Stream.")
               .arg(QString::fromLatin1(fieldName(*field)));
}

/// Why there is no lane: nothing chosen, nothing arrived yet, nothing there, or all of it filtered away.
void TimelineView::sayWhyEmpty()
{
    const ChosenLanes &chosen = m_canvas->chosen();
    if (!chosen.rows.empty())
        return;
    const ResourceInfo &resource = m_state.resource();
    if (resource.gvr.resource.empty()) {
        m_canvas->setEmptyText(tr("No kind is chosen"),
                               tr("Choose one in the navigator: its objects are the lanes here."));
        return;
    }
    if (isKubeEvents(resource.gvr)) {
        m_canvas->setEmptyText(tr("Events have no lanes of their own"),
                               tr("They are marks in the lanes of what they regard: choose its kind in the navigator. "
                                  "The Stream shows them as they came."));
        return;
    }
    const QString kinds = pluralName(resource);
    if (chosen.filtered > 0) {
        m_canvas->setEmptyText(tr("The filter hides all lanes"), whyFiltered(chosen.filtered));
        return;
    }
    const WatchStatus *worst = m_data.worstStatus(resource.gvr);
    if (!worst) {
        m_canvas->setEmptyText(tr("%1 are not watched yet").arg(kinds), {});
        return;
    }
    const QString text = watchStateText(*worst, m_clock.wallNow());
    if (needsAttention(*worst)) {
        m_canvas->setEmptyText(kinds + u": " + text, watchSentence(*worst, m_clock.wallNow()));
        return;
    }
    if (worst->state == WatchState::Polled) {
        m_canvas->setEmptyText(tr("There are no %1").arg(kinds), text);
        return;
    }
    m_canvas->setEmptyText(tr("There are no %1").arg(kinds), tr("They get their lanes as soon as they are created."));
}

} // namespace wk
