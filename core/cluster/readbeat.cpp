// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/readbeat.h"

#include <utility>

#ifdef Q_OS_LINUX
#include <sys/socket.h>
#endif

namespace wk {

void ReadBeat::begin(qintptr descriptor)
{
    end();
    m_descriptor = descriptor;
}

void ReadBeat::end()
{
    letGo();
    m_isOn = false;
    m_wakes = 0;
    m_descriptor = -1;
}

void ReadBeat::hasRead(std::size_t bytes)
{
    if (m_descriptor < 0)
        return;
    if (m_isHeld) {
        m_bytes += bytes;
        return;
    }
    if (m_isOn)
        return hold(bytes);
    const Instant now = m_clock.now();
    if (now - m_windowBegan >= Window) {
        m_windowBegan = now;
        m_wakes = 0;
    }
    if (++m_wakes >= ManyWakes)
        hold(bytes);
}

void ReadBeat::hold(std::size_t bytes)
{
    m_isOn = true;
    m_wakes = 0;
    m_isHeld = true;
    m_bytes = bytes;
    speakAfter(MostHeld);
    m_beat = m_clock.after(Beat, [this] {
        m_isOn = m_bytes >= LittleABeat;
        letGo();
    });
}

void ReadBeat::letGo()
{
    m_beat.cancel();
    if (std::exchange(m_isHeld, false))
        speakAfter(1);
}

void ReadBeat::speakAfter(std::size_t bytes) const
{
#ifdef Q_OS_LINUX
    const int least = static_cast<int>(bytes);
    ::setsockopt(static_cast<int>(m_descriptor), SOL_SOCKET, SO_RCVLOWAT, &least, sizeof least);
#else
    Q_UNUSED(bytes);
#endif
}

} // namespace wk
