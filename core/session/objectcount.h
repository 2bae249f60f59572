// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/source/listerwatcher.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace wk {

/// Asks how many objects a source has: by a list of one object, whose answer says how many more there are. Worker
/// thread.
class ObjectCount : private SourceObserver
{
public:
    /// Nothing where the server has answered and does not say how many there are: older ones do not in metadata alone.
    using Count = Result<std::optional<std::int64_t>>;
    /// `done` is called once, in a turn of its own, and may destroy the count.
    ObjectCount(std::unique_ptr<ListerWatcher> source, Clock &clock, std::function<void(Count)> done);

    /// For who wants to know how many: that the server does not say it is an error, too (Invalid).
    static Result<std::int64_t> known(const Count &count);

private:
    void listed(ListPage page) override;
    void listFailed(Error error) override { answer(std::move(error)); }
    void watchOpened() override {}
    void eventsArrived(std::vector<WatchEvent>) override {}
    void watchEnded(std::optional<Error>) override {}

    void answer(Count count);

    Clock &m_clock;
    std::function<void(Count)> m_done;
    std::unique_ptr<ListerWatcher> m_source;
    Clock::Alarm m_end;
};

} // namespace wk
