// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <utility>
#include <vector>

namespace wk {

/// A hand-over of values from any thread to one reader: post, ring if told to, take all there is. The ring carries
/// nothing, so that a thread sanitizer sees every hand-over at the lock. Unbounded: for what people do and sessions
/// say, not for events (those go through Mailbox).
template <class T>
class Handover
{
public:
    /// Whether the reader has to be woken: only the first letter after a take() rings.
    [[nodiscard]] bool post(T letter)
    {
        const std::lock_guard lock(m_mutex);
        m_letters.push_back(std::move(letter));
        return m_letters.size() == 1;
    }
    std::vector<T> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_letters, {});
    }

private:
    std::mutex m_mutex;
    std::vector<T> m_letters;
};

} // namespace wk
