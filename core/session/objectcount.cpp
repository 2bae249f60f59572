// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/objectcount.h"

#include <utility>

namespace wk {

ObjectCount::ObjectCount(std::unique_ptr<ListerWatcher> source, Clock &clock, std::function<void(Count)> done)
    : m_clock(clock)
    , m_done(std::move(done))
    , m_source(std::move(source))
{
    m_source->setObserver(this);
    m_source->list({1, {}});
}

void ObjectCount::listed(ListPage page)
{
    if (!page.remaining && !page.continueToken.empty())
        return answer(std::optional<std::int64_t>());
    answer(std::optional(page.remaining.value_or(0) + static_cast<std::int64_t>(page.objects.size())));
}

Result<std::int64_t> ObjectCount::known(const Count &count)
{
    if (!count)
        return count.error();
    return *count ? Result<std::int64_t>(**count)
                  : Error{.kind = ErrorKind::Invalid, .text = "the server does not say how many there are"};
}

/// The source is calling us.
void ObjectCount::answer(Count count)
{
    m_end = m_clock.after(std::chrono::milliseconds(0), [this, count = std::move(count)] {
        const auto done = std::move(m_done);
        done(count);
    });
}

} // namespace wk
