// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/chronicle.h"

namespace wk::sim {

std::size_t Chronicle::asked(int kind, Request request)
{
    Kind &place = m_kinds[std::size_t(kind)];
    request.order = nextOrder();
    if (request.verb == Verb::Watch || request.verb == Verb::Stream)
        request.stream = ++place.stream;
    place.history.requests.push_back(request);
    return place.history.requests.size() - 1;
}

void Chronicle::failed(int kind, std::size_t request, std::chrono::milliseconds retryAfter)
{
    Request &place = history(kind).requests[request];
    place.hasFailed = true;
    place.answeredAt = now();
    place.retryAfter = retryAfter.count();
}

void Chronicle::mark(int kind, Mark::Kind what)
{
    history(kind).marks.push_back({what, nextOrder(), now()});
}

void Chronicle::markAll(Mark::Kind what)
{
    for (std::size_t kind = 0; kind < m_kinds.size(); ++kind)
        mark(int(kind), what);
}

} // namespace wk::sim
