// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/request.h"
#include "core/base/time.h"

#include <string>
#include <string_view>

namespace wk::apiserver {

/// What goes with every answer, as kube-apiserver sends it.
struct Envelope {
    WallTime now;
    std::string auditId;
    bool closes = false; ///< the connection ends with this answer
};

/// A whole answer as HTTP/1.1 text. Up to 2 KiB with a length, above in chunks of 2 KiB, as real servers
/// write them.
std::string responseText(const Reply &reply, const Envelope &envelope);

/// The head of a watch: chunked, never compressed.
std::string watchHead(const Envelope &envelope);
/// Lines of a watch as chunks, as real servers write them: short ones wait for others until there are 2 KiB, which are
/// cut off wherever that is; one that is longer than that goes whole, as far as it does not fill up what waited. So
/// readers learn not to take chunks for events. Source: Go net/http server.go, bufferBeforeChunkingSize; bufio.Writer.
std::string watchChunks(std::string_view lines);
/// The orderly end of a watch.
std::string lastChunk();

/// "Sat, 21 Nov 2026 10:07:57 GMT", in no locale.
std::string httpDate(WallTime time);

/// Level 1, as kube-apiserver does; empty when the library fails.
std::string gzipped(std::string_view bytes);

} // namespace wk::apiserver
