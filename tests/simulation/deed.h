// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/time.h"
#include "tests/simulation/faultclass.h"
#include "tests/simulation/random.h"
#include "tests/simulation/versionstyle.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace wk::sim {

/// An HTTP answer in place of the server's.
struct Answer {
    int status = 200;
    std::string body{};
    std::string contentType = "application/json";
    std::string retryAfter{};          ///< the header; empty: none
    std::chrono::milliseconds held{0}; ///< how long it stays open behind its body
};

/// What happens at a failpoint instead of what should.
struct Deed {
    enum class End {
        GoOn,
        InOrder, ///< as if all had been said
        Lost,    ///< RST, or FIN before the last chunk
        Silence, ///< open, and nothing comes any more
    };
    static constexpr std::size_t All = std::size_t(-1);

    std::optional<Answer> answer{};
    std::optional<ErrorKind> failure{};   ///< there is no answer: it ends so
    std::chrono::milliseconds after{0};   ///< how long that takes
    std::optional<std::string> instead{}; ///< other bytes
    std::size_t upTo = All;               ///< only so many of them
    std::chrono::milliseconds drip{0};    ///< a byte at a time, this long apart
    std::size_t dripBytes = 0;            ///< so many, the rest at once
    End then = End::GoOn;
    std::chrono::milliseconds signInFails{0}; ///< so long no other credential is to be had
    bool compacts = false;                    ///< the history is forgotten as soon as the answer has left

    // How it bears on the judgement.
    bool needsGap = false;              ///< a gap has to follow
    bool isCause = false;               ///< a client may list again because of it
    bool isGone = false;                ///< it says that the kind is not served
    bool isBroken = false;              ///< the client finds a frame that it cannot read
    bool isTrouble = false;             ///< a failure of the server
    std::chrono::seconds retryAfter{0}; ///< said within the stream
};

/// What a fault finds where it strikes.
struct Moment {
    std::string_view bytes{}; ///< about to leave, in their dress
    std::string_view last{};  ///< whole lines that left before, of the same kind, since its last list
    std::string_view token{}; ///< of the page asked for
    VersionStyle style{};
    WallTime now{};
    int nth = 0; ///< how often it has struck
};

/// How often a fault of this class strikes.
int strikes(const FaultClass &fault, Random &random);
/// When a request came. Empty: it strikes later, in what is sent.
std::optional<Deed> whenAsked(const FaultClass &fault, Random &random, const Moment &moment);
/// When bytes are about to leave. Empty: not here.
std::optional<Deed> whenSending(const FaultClass &fault, Random &random, const Moment &moment);

/// One ERROR line.
std::string errorLine(const std::string &status);
/// What proxies say.
extern const char *const WebPage;

} // namespace wk::sim
