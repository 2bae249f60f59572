// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <cstddef>

namespace wk {

/// Makes a socket on which much comes wake its reader on a beat, not for each piece: at thousands of events a second
/// the waking costs most. A socket on which little comes wakes at once, as ever; a lone event is never held back. It
/// asks the kernel not to speak before a MiB or a beat's end, whichever comes first; where a kernel cannot, nothing
/// changes. The socket's thread. Source: socket(7), SO_RCVLOWAT; the figures are in facts/qt-network.md.
class ReadBeat
{
public:
    static constexpr std::chrono::milliseconds Beat{20};
    static constexpr std::size_t MostHeld = 1024 * 1024;
    /// Waking so often within a window is worth a beat …
    static constexpr int ManyWakes = 20;
    static constexpr std::chrono::milliseconds Window{100};
    /// … and a beat in which so little came is the last.
    static constexpr std::size_t LittleABeat = 16 * 1024;

    explicit ReadBeat(Clock &clock)
        : m_clock(clock)
    {}
    ~ReadBeat() { end(); }
    ReadBeat(const ReadBeat &) = delete;
    ReadBeat &operator=(const ReadBeat &) = delete;

    /// Of a socket that is connected and outlives the beat; -1: there is none.
    void begin(qintptr descriptor);
    /// Its reader has read that much; of what it was woken for once, TLS gives a record at a time.
    void hasRead(std::size_t bytes);
    /// It wakes at once from here on.
    void end();

    bool isOn() const { return m_isOn; }

private:
    void hold(std::size_t bytes);
    void letGo();
    void speakAfter(std::size_t bytes) const;

    Clock &m_clock;
    qintptr m_descriptor = -1;
    Instant m_windowBegan{};
    int m_wakes = 0;         ///< in this window
    std::size_t m_bytes = 0; ///< in this beat
    bool m_isOn = false;
    bool m_isHeld = false; ///< the kernel does not speak yet
    Clock::Alarm m_beat;
};

} // namespace wk
