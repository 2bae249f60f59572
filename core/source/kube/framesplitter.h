// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// Turns the bytes of a watch into its lines, wherever the chunks were cut. Any thread, a value.
/// A real API server cuts at every 2048th byte when events queue up: shared/wire, "Chunking".
class FrameSplitter
{
public:
    /// `limit`: the longest line, in bytes without its newline.
    explicit FrameSplitter(std::size_t limit);

    void append(std::string_view bytes);
    /// The next whole line without its newline; blank ones are left out. Empty when there is none yet, and for ever
    /// after one over the limit. The view holds until the next append().
    std::optional<std::string_view> next();

    /// How many bytes behind the line that next() gave last may be read.
    std::size_t readableBehind() const { return m_buffer.size() - m_begin; }

    bool isTooLong() const { return m_tooLong; }
    /// Bytes of a line that has not ended: when the stream ends now, that frame is broken.
    std::size_t tailBytes() const { return m_buffer.size() - m_begin; }

private:
    std::string m_buffer;
    std::size_t m_begin = 0; ///< of the line that next() gives
    std::size_t m_scanned = 0;
    std::size_t m_limit;
    bool m_tooLong = false;
};

} // namespace wk
