// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/faultdesk.h"

#include <algorithm>

namespace wk::sim {

namespace {

bool strikesAt(Place place, Verb verb)
{
    switch (place) {
    case Place::WatchOpen:
    case Place::Frames: return verb == Verb::Watch;
    case Place::List: return verb == Verb::List || verb == Verb::Stream;
    case Place::Initial: return verb == Verb::Stream;
    case Place::Page: return verb == Verb::Page;
    case Place::World:
    case Place::Client: return false;
    }
    return false;
}

} // namespace

FaultDesk::Ticket FaultDesk::arm(const FaultClass &fault, int kind, std::uint64_t seed)
{
    Armed armed{&fault, kind, Random(seed)};
    armed.left = strikes(fault, armed.random);
    m_armed.push_back(armed);
    return m_armed.size() - 1;
}

void FaultDesk::substitute(Ticket ticket, const FaultClass &fault)
{
    m_armed[ticket].fault = &fault;
}

void FaultDesk::strike(Ticket ticket)
{
    m_armed[ticket].left = 0;
    ++m_armed[ticket].struck;
}

bool FaultDesk::isQuiet() const
{
    return std::all_of(m_armed.begin() + std::ptrdiff_t(m_oldest), m_armed.end(),
                       [](const Armed &armed) { return armed.left == 0; });
}

void FaultDesk::clear()
{
    for (std::size_t i = m_oldest; i < m_armed.size(); ++i)
        m_armed[i].left = 0;
    m_oldest = m_armed.size();
}

template <class Make>
std::optional<Deed> FaultDesk::first(int kind, Verb verb, Make make)
{
    for (std::size_t i = m_oldest; i < m_armed.size(); ++i) {
        Armed &armed = m_armed[i];
        if (armed.left == 0 && i == m_oldest)
            ++m_oldest;
        if (armed.left == 0 || armed.kind != kind || !strikesAt(armed.fault->place, verb))
            continue;
        if (auto deed = make(armed)) {
            --armed.left;
            ++armed.struck;
            return deed;
        }
    }
    return {};
}

std::optional<Deed> FaultDesk::asked(int kind, Verb verb, const Moment &moment)
{
    return first(kind, verb, [&](Armed &armed) {
        Moment here = moment;
        here.nth = armed.struck;
        return whenAsked(*armed.fault, armed.random, here);
    });
}

std::optional<Deed> FaultDesk::sending(int kind, Verb verb, const Moment &moment)
{
    return first(kind, verb, [&](Armed &armed) {
        Moment here = moment;
        here.nth = armed.struck;
        return whenSending(*armed.fault, armed.random, here);
    });
}

bool FaultDesk::wantsPages(int kind) const
{
    return std::any_of(m_armed.begin() + std::ptrdiff_t(m_oldest), m_armed.end(), [=](const Armed &armed) {
        return armed.left > 0 && armed.kind == kind && armed.fault->place == Place::Page;
    });
}

} // namespace wk::sim
