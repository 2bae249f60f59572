// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <chrono>
#include <functional>
#include <memory>

class QObject;

namespace wk {

/// Milliseconds by a clock that never steps back; its zero means nothing.
using Instant = std::chrono::time_point<std::chrono::steady_clock, std::chrono::milliseconds>;

/// All waiting of the program goes through one of these, so that a test can turn the hands itself.
/// An alarm rings in the thread that set it, at the next turn of its event loop at the earliest.
class Clock
{
public:
    /// A set alarm. Destroying it silences it; a default-made one is not set.
    class Alarm
    {
    public:
        /// What an implementation hands out: its destructor silences the alarm.
        struct Bell {
            virtual ~Bell() = default;
        };

        Alarm() = default;
        explicit Alarm(std::unique_ptr<Bell> bell)
            : m_bell(std::move(bell))
        {}
        void cancel() { m_bell.reset(); }

    private:
        std::unique_ptr<Bell> m_bell;
    };

    virtual ~Clock() = default;
    virtual Instant now() const = 0;
    virtual WallTime wallNow() const = 0;
    /// Calls `ring` once, `delay` from now, at once if that is past. `ring` may destroy or replace the alarm that
    /// rings.
    [[nodiscard]] virtual Alarm after(std::chrono::milliseconds delay, std::function<void()> ring) = 0;
};

/// The machine's clocks and Qt's timers; no alarm is further off than 24 days. Any thread that runs an event loop.
class SystemClock : public Clock
{
public:
    Instant now() const override;
    WallTime wallNow() const override;
    [[nodiscard]] Alarm after(std::chrono::milliseconds delay, std::function<void()> ring) override;
};

} // namespace wk
