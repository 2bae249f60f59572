// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/eventfacts.h"

#include "ui/style/safetext.h"

#include <algorithm>
#include <unordered_set>

namespace wk {

namespace {

/// A cheap first look, where the server sent cells: its OBJECT column is "pod/web-1".
bool mayRegard(const Object &event, const RegardedObject &subject)
{
    if (event.cells.empty())
        return true;
    const std::string ending = "/" + subject.name;
    return std::ranges::any_of(event.cells, [&](const Cell &cell) {
        const auto *text = std::get_if<std::string>(&cell);
        return text && text->ends_with(ending);
    });
}

} // namespace

std::vector<KubeEvent> eventsRegarding(const RegardedObject &subject, const std::vector<ObjectPtr> &events)
{
    std::vector<KubeEvent> found;
    std::unordered_set<std::string> seen;
    for (const ObjectPtr &object : events) {
        if (!object || !mayRegard(*object, subject))
            continue;
        std::optional<KubeEvent> event = readKubeEvent(*object);
        if (event && regards(*event, subject) && (object->uid.empty() || seen.insert(object->uid).second))
            found.push_back(std::move(*event));
    }
    std::ranges::stable_sort(found, std::greater(), &KubeEvent::last);
    return found;
}

std::vector<Fact> eventFacts(const std::vector<KubeEvent> &events)
{
    std::vector<Fact> facts;
    for (const KubeEvent &event : events) {
        Fact fact;
        fact.mark = event.warning ? FactMark::Warning : FactMark::Normal;
        fact.label = displayText(event.reason);
        fact.value = displayText(event.reporter);
        fact.detail = factText(event.message);
        fact.count = event.count;
        fact.since = event.last;
        facts.push_back(std::move(fact));
    }
    return facts;
}

} // namespace wk
