// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/objectcount.h"

#include <utility>

namespace wk {

ObjectCount::ObjectCount(std::unique_ptr<ListerWatcher> source, Clock &clock,
                         std::function<void(Result<std::int64_t>)> done)
    : m_clock(clock)
    , m_done(std::move(done))
    , m_source(std::move(source))
{
    m_source->setObserver(this);
    m_source->list({1, {}});
}

void ObjectCount::listed(ListPage page)
{
    const std::int64_t more = page.remaining.value_or(page.continueToken.empty() ? 0 : -1);
    Error unknown;
    unknown.kind = ErrorKind::Invalid;
    unknown.text = "the server does not say how many there are";
    answer(more < 0 ? Result<std::int64_t>(unknown)
                    : Result<std::int64_t>(more + static_cast<std::int64_t>(page.objects.size())));
}

/// The source is calling us.
void ObjectCount::answer(Result<std::int64_t> count)
{
    m_end = m_clock.after(std::chrono::milliseconds(0), [this, count = std::move(count)] {
        const auto done = std::move(m_done);
        done(count);
    });
}

} // namespace wk
