// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/failpoints.h"

#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <vector>

namespace wk::matrix {

using apiserver::Deed;
using apiserver::Part;
using Then = apiserver::Deed::Then;

/// Where an API server can be made to fail, by what is asked of it.
enum class Place { Connection, List, ListAnswer, Watch, WatchHead, Frames, LastChunk };

/// What a server does wrong: at a place, a deed, so many times; what was put in first happens first. It also keeps
/// what was asked. Any thread.
class FaultScript : public apiserver::Failpoints
{
public:
    /// `bytes` are about to be sent (none at Connection, List and Watch, where a request was only read).
    using Decide = std::function<Deed(const apiserver::Request &request, std::string_view bytes)>;
    struct Step {
        Place place;
        Decide decide;
        int times = 1;
    };
    static constexpr int Always = -1;

    void add(Step step)
    {
        const std::lock_guard lock(m_mutex);
        m_steps.push_back(std::move(step));
    }
    /// All is well from here on.
    void heal()
    {
        const std::lock_guard lock(m_mutex);
        m_steps.clear();
    }
    /// Of what was asked so far nothing needs to be known any more.
    void forget()
    {
        const std::lock_guard lock(m_mutex);
        m_lists.clear();
        m_watches.clear();
    }
    /// How often something was done.
    int fired() const { return value(m_fired); }
    int connections() const { return value(m_connections); }
    /// Streams whose head was sent.
    int heads() const { return value(m_heads); }
    int lists() const
    {
        const std::lock_guard lock(m_mutex);
        return int(m_lists.size());
    }
    int watches() const
    {
        const std::lock_guard lock(m_mutex);
        return int(m_watches.size());
    }
    /// The requests so far, the oldest first.
    std::vector<apiserver::Request> askedLists() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lists;
    }
    std::vector<apiserver::Request> askedWatches() const
    {
        const std::lock_guard lock(m_mutex);
        return m_watches;
    }

    Deed accepted() override
    {
        const std::lock_guard lock(m_mutex);
        ++m_connections;
        return next(Place::Connection, {}, {});
    }
    Deed asked(const apiserver::Request &request) override
    {
        const std::lock_guard lock(m_mutex);
        (isWatch(request) ? m_watches : m_lists).push_back(request);
        return next(isWatch(request) ? Place::Watch : Place::List, request, {});
    }
    Deed sending(const apiserver::Request &request, Part part, std::string_view bytes) override
    {
        const std::lock_guard lock(m_mutex);
        switch (part) {
        case Part::Answer: return next(Place::ListAnswer, request, bytes);
        case Part::WatchHead: ++m_heads; return next(Place::WatchHead, request, bytes);
        case Part::Frames: return next(Place::Frames, request, bytes);
        case Part::LastChunk: break;
        }
        return next(Place::LastChunk, request, bytes);
    }

    static bool isWatch(const apiserver::Request &request) { return request.query.isSet("watch"); }

private:
    int value(const int &counter) const
    {
        const std::lock_guard lock(m_mutex);
        return counter;
    }
    Deed next(Place place, const apiserver::Request &request, std::string_view bytes)
    {
        for (auto step = m_steps.begin(); step != m_steps.end(); ++step) {
            if (step->place != place)
                continue;
            const Deed deed = step->decide(request, bytes);
            ++m_fired;
            if (step->times > 0 && --step->times == 0)
                m_steps.erase(step);
            return deed;
        }
        return {};
    }

    mutable std::mutex m_mutex;
    std::list<Step> m_steps;
    int m_fired = 0;
    int m_connections = 0;
    int m_heads = 0;
    std::vector<apiserver::Request> m_lists;
    std::vector<apiserver::Request> m_watches;
};

/// The same deed whatever is asked.
inline FaultScript::Step step(Place place, Deed deed, int times = 1)
{
    return {place, [deed = std::move(deed)](const auto &, auto) { return deed; }, times};
}

/// `bytes` in place of an answer. An answer that is not HTTP's business is best followed by Then::Close.
inline FaultScript::Step says(Place place, std::string bytes, Then then = Then::GoOn, int times = 1)
{
    return step(place, {.instead = std::move(bytes), .then = then}, times);
}

/// Before it says anything more a stream ends as it should.
inline FaultScript::Step endsInOrder()
{
    return says(Place::Frames, "0\r\n\r\n", Then::Close);
}

/// What the server says to a stream next, with `bytes` behind it in a chunk of their own.
inline FaultScript::Step adds(std::string bytes, Then then = Then::GoOn)
{
    return {Place::Frames, [bytes = std::move(bytes), then](const auto &, std::string_view frames) {
                return Deed{.instead = std::string(frames) + bytes, .then = then};
            }};
}

} // namespace wk::matrix
