// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/request.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace wk::apiserver {

/// What the server is about to send when a test may step in.
enum class Part {
    Answer,    ///< a whole answer, head and body
    WatchHead, ///< the head of a watch
    Frames,    ///< lines of a watch, chunked
    LastChunk, ///< the orderly end of a watch
};

/// What happens to it instead. The default is nothing: all goes on as it should.
struct Deed {
    enum class Then {
        GoOn,
        Close,   ///< FIN both ways
        Reset,   ///< RST
        Silence, ///< the connection stays open, and nothing comes any more
    };
    static constexpr std::size_t All = std::size_t(-1);

    std::optional<std::string> instead{}; ///< raw bytes in its place, be they HTTP or not
    std::size_t upTo = All;               ///< only so many bytes of it
    std::chrono::milliseconds drip{0};    ///< one byte at a time, this long apart; 0: all at once
    Then then = Then::GoOn;
};

/// Places where the server can be made to fail, as etcd's gofail does. Who serves people has none of this. Called in
/// the server's thread. Source: the convergence test's failpoints.
class Failpoints
{
public:
    virtual ~Failpoints() = default;
    /// A connection came in, and nothing was read from it, not even a handshake.
    virtual Deed accepted() { return {}; }
    /// A request was read. With `instead` it is not served: those bytes are its answer.
    virtual Deed asked(const Request &) { return {}; }
    /// `bytes` of its answer are about to leave.
    virtual Deed sending(const Request &, Part, std::string_view) { return {}; }
};

} // namespace wk::apiserver
