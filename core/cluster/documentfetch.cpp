// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/documentfetch.h"

#include <utility>

namespace wk {

DocumentFetch::DocumentFetch(Transport &transport, HttpRequest request, Answer answer)
    : m_answer(std::move(answer))
    , m_call(transport.get(std::move(request), this))
{}

void DocumentFetch::finished(std::optional<Error> error)
{
    // What is called may destroy us.
    const Answer answer = std::exchange(m_answer, nullptr);
    if (error)
        answer(*error);
    else
        answer(m_text);
}

} // namespace wk
