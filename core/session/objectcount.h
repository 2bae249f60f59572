// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/source/listerwatcher.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace wk {

/// Asks how many objects a source has: by a list of one object, whose answer says how many more there are. Worker
/// thread.
class ObjectCount : private SourceObserver
{
public:
    /// `done` is called once, in a turn of its own, and may destroy the count.
    ObjectCount(std::unique_ptr<ListerWatcher> source, Clock &clock, std::function<void(Result<std::int64_t>)> done);

private:
    void listed(ListPage page) override;
    void listFailed(Error error) override { answer(std::move(error)); }
    void watchOpened() override {}
    void eventsArrived(std::vector<WatchEvent>) override {}
    void watchEnded(std::optional<Error>) override {}

    void answer(Result<std::int64_t> count);

    Clock &m_clock;
    std::function<void(Result<std::int64_t>)> m_done;
    std::unique_ptr<ListerWatcher> m_source;
    Clock::Alarm m_end;
};

} // namespace wk
