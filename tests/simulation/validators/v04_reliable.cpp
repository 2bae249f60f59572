// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

namespace wk::sim {

namespace {

/// Follows the log beside what is delivered, from one whole list to the next gap.
class Follower
{
public:
    Follower(const KindHistory &kind, Findings &found)
        : m_kind(kind)
        , m_found(found)
        , m_next(kind.log.end())
    {}

    void startAt(Revision revision)
    {
        m_next = after(m_kind, revision);
        m_follows = true;
    }
    void see(const Delivery &delivery)
    {
        if (!m_follows) {
            m_found.add(m_kind, nameOf(m_kind, delivery) + " came where a gap was declared");
            return;
        }
        if (m_next == m_kind.log.end() || m_next->isReset || m_next->state != delivery.state) {
            m_found.add(m_kind, nameOf(m_kind, delivery) + " was delivered where the log has " + expected());
            m_next = after(m_kind, delivery.state.revision); // go on behind it: one finding for one mistake
            return;
        }
        ++m_next;
    }
    /// All up to `revision` must have been seen.
    void endAt(Revision revision)
    {
        for (; m_follows && m_next != m_kind.log.end() && m_next->at() <= revision; ++m_next)
            m_found.add(m_kind, "lost: " + expected());
        m_follows = false;
    }

private:
    std::string expected() const
    {
        if (m_next == m_kind.log.end())
            return "nothing";
        return std::string(typeName(m_next->type)) + " " + nameOf(m_kind, m_next->state) +
               (m_next->isReset ? " of a restored snapshot" : "");
    }

    const KindHistory &m_kind;
    Findings &m_found;
    std::vector<LogEntry>::const_iterator m_next;
    bool m_follows = false;
};

} // namespace

/// V4: between two gaps what is delivered is the log as selected, element by element. etcd: validateReliable.
Violations checkReliable(const History &history)
{
    Findings found("V4");
    for (const KindHistory &kind : history.kinds) {
        Follower follower(kind, found);
        for (const Delivery &delivery : kind.delivered) {
            if (delivery.type == EntryType::Gap)
                follower.endAt(delivery.gapFrom);
            else if (isState(delivery))
                follower.startAt(delivery.state.revision);
            else if (isSeen(delivery))
                follower.see(delivery);
        }
        follower.endAt(kind.end);
    }
    return found.take();
}

} // namespace wk::sim
