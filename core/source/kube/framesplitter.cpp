// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/framesplitter.h"

#include "core/base/limits.h"
#include "core/json/splitter.h"

namespace wk {

FrameSplitter::FrameSplitter(std::size_t limit)
    : m_limit(limit)
{}

void FrameSplitter::append(std::string_view bytes)
{
    if (m_tooLong)
        return;
    m_buffer.erase(0, m_begin);
    m_scanned -= m_begin;
    m_begin = 0;
    // A rare giant must not keep its memory for the stream's whole life.
    if (m_buffer.empty() && m_buffer.capacity() > limits::MiB)
        std::string().swap(m_buffer);
    m_buffer.append(bytes);
}

std::optional<std::string_view> FrameSplitter::next()
{
    while (!m_tooLong) {
        const std::size_t newline = m_buffer.find('\n', m_scanned);
        const std::size_t end = newline == std::string::npos ? m_buffer.size() : newline;
        if (end - m_begin > m_limit) {
            m_tooLong = true;
            break;
        }
        if (newline == std::string::npos) {
            m_scanned = end;
            break;
        }
        const std::string_view line = std::string_view(m_buffer).substr(m_begin, end - m_begin);
        m_begin = m_scanned = newline + 1;
        if (!json::trimmed(line).empty())
            return line;
    }
    return {};
}

} // namespace wk
