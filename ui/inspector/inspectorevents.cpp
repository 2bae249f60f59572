// SPDX-License-Identifier: GPL-3.0-or-later
// The Kubernetes Events of an Inspector's object.
#include "ui/code/panebar.h"
#include "ui/inspector/eventfacts.h"
#include "ui/inspector/factsview.h"
#include "ui/inspector/inspector.h"

namespace wk {

void Inspector::refreshEvents()
{
    const ObjectRef &selected = m_state.selection();
    std::vector<ObjectPtr> events;
    bool isWatched = false;
    for (const auto &[watch, scope] : m_watches) {
        if (!isEventWatch(watch))
            continue;
        isWatched = true;
        const std::vector<ObjectPtr> some = eventObjects(watch);
        events.insert(events.end(), some.begin(), some.end());
    }
    m_events->setPlaceholder(selected.isEmpty() ? tr("Nothing is selected.")
                             : isWatched        ? tr("No Kubernetes Events regard this object.")
                                                : tr("Kubernetes Events are not being watched."));
    if (selected.isEmpty() || events.empty()) {
        m_eventsReading.forget();
        return showEvents({});
    }
    RegardedObject subject{{}, selected.ns, selected.name, selected.uid};
    if (const auto watch = watchFor(selected, m_watches))
        subject.kind = m_state.scopeOf(watch)->resource.kind;
    m_eventsReading.run([subject, events = std::move(events)] { return eventsRegarding(subject, events); });
}

void Inspector::showEvents(std::vector<KubeEvent> events)
{
    m_events->facts()->setNow(now());
    m_events->setFacts(eventFacts(events));
    m_tabs->setTabCount(EventsPage, events.empty() ? -1 : int(events.size()));
}

} // namespace wk
