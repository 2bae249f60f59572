// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lanechoice.h"

#include "core/resource/namespacechoice.h"

#include <algorithm>

namespace wk {

namespace {

class Chooser
{
public:
    Chooser(const TimelineData &data, const LaneChoice &choice)
        : m_data(data)
        , m_choice(choice)
    {}

    ChosenLanes choose()
    {
        for (int i = 0; i < m_data.lanes().count(); ++i) {
            if (const Lane *lane = m_data.lanes().lane(i))
                consider(i, *lane);
        }
        m_chosen.rows = ownerTree(std::move(m_identities), m_choice.collapsed);
        return std::move(m_chosen);
    }

private:
    bool isWanted(int number, const Lane &lane) const
    {
        if (!m_data.track(lane.watch) || !isLookedAt(m_choice.namespaces, lane.object->ns))
            return false;
        return lane.object->uid.empty() || m_data.lanes().findUid(laneUid(lane)) == number;
    }

    void consider(int number, const Lane &lane)
    {
        if (!isWanted(number, lane))
            return;
        if (lane.ended && *lane.ended <= m_choice.endedAfter) {
            m_chosen.lastLeft = std::max(m_chosen.lastLeft.value_or(*lane.ended), *lane.ended);
            return;
        }
        const WallTime begins = lane.begins();
        if (begins > m_choice.begunBefore) {
            m_chosen.nextToCome = std::min(m_chosen.nextToCome.value_or(begins), begins);
            return;
        }
        if (m_choice.passes && !m_choice.passes(lane, *m_data.track(lane.watch))) {
            m_chosen.filtered += lane.ended ? 0 : 1;
            return;
        }
        if (m_identities.size() >= m_choice.most) {
            m_chosen.cut = true;
            if (m_choice.selected.empty() || m_choice.selected != laneUid(lane))
                return;
        }
        if (lane.ended)
            m_chosen.nextToLeave = std::min(m_chosen.nextToLeave.value_or(*lane.ended), *lane.ended);
        m_chosen.lastCome = std::max(m_chosen.lastCome.value_or(begins), begins);
        addWithOwners(number);
    }

    void addWithOwners(int number)
    {
        for (int depth = 0; number >= 0 && depth <= DeepestOwner; ++depth) {
            if (!m_added.insert(number).second)
                return;
            m_identities.push_back(m_data.identity(number));
            number = m_data.ownerOf(number);
        }
    }

    const TimelineData &m_data;
    const LaneChoice &m_choice;
    ChosenLanes m_chosen;
    std::vector<LaneIdentity> m_identities;
    std::unordered_set<int> m_added;
};

bool standsUnder(const TimelineData &data, int lane, int top)
{
    for (int depth = 0; depth <= DeepestOwner && lane >= 0; ++depth) {
        lane = data.ownerOf(lane);
        if (lane == top)
            return true;
    }
    return false;
}

} // namespace

ChosenLanes chooseLanes(const TimelineData &data, const LaneChoice &choice)
{
    return Chooser(data, choice).choose();
}

std::set<std::string> ownersUnder(const TimelineData &data, int lane)
{
    std::set<std::string> owners;
    const Lane *top = data.lanes().lane(lane);
    if (!top)
        return owners;
    for (int i = 0; i < data.lanes().count(); ++i) {
        const Lane *one = data.lanes().lane(i);
        const bool mayBe = one && (top->object->ns.empty() || one->object->ns == top->object->ns);
        if (mayBe && data.track(one->watch) && standsUnder(data, i, lane))
            owners.insert(data.identity(i).ownerName);
    }
    return owners;
}

} // namespace wk
