// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/time.h"

#include <QByteArray>
#include <QByteArrayView>
#include <chrono>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace wk {

/// What a request is for. Of each but watches a few are under way at once, so that a long list never starves a watch
/// nor a probe, nor does a group whose server hangs.
enum class RequestLane { Control, Discovery, List, Watch };

/// A question to a server: a GET, or what etcd is asked by a POST. There is no other kind (WireGuard).
struct HttpRequest {
    QByteArray path;                                      ///< "/api/v1/pods", not encoded beyond what a path needs
    std::vector<std::pair<QByteArray, QByteArray>> query; ///< decoded; the transport encodes
    QByteArray accept = "application/json";
    RequestLane lane = RequestLane::Control;
    std::chrono::milliseconds silence{
        0}; ///< Watch: aborted with TimedOut after this long without a byte; 0: the lane's own
    std::optional<QByteArray> posted{}; ///< the JSON of a POST, towards etcd
    bool needsLeader = false;           ///< etcd is to end the answer when it has none
    bool isSentOnce = false;            ///< nobody else is asked once somebody may have heard it
};

struct HttpHead {
    int status = 0;
    QByteArray contentType;
    std::chrono::milliseconds retryAfter{0};
    std::vector<QByteArray> warnings{}; ///< Warning headers, as they came
    std::optional<WallTime> date{};     ///< what the server's clock said
};

/// Hears one request's answer: head() once if one came, body() as bytes come, finished() once and last. A status that
/// is not 200 ends in finished() with the right Error (the Status object in its body read); body() is not called for
/// it.
class HttpObserver
{
public:
    virtual ~HttpObserver() = default;
    virtual void head(const HttpHead &head) = 0;
    virtual void body(QByteArrayView bytes) = 0;
    /// Without an error when the answer ended in order; whether its document is complete only its parser knows.
    virtual void finished(std::optional<Error> error) = 0;
};

/// A request under way. Destroying it aborts the request; its observer hears no more. May be destroyed from its
/// observer.
class HttpCall
{
public:
    virtual ~HttpCall() = default;
    /// From now on it ends with TimedOut after this long without a byte, instead of what the request said.
    virtual void setSilence(std::chrono::milliseconds) {}
};

/// Sends questions to one server with one identity. Worker thread; observers are called in the same thread, never from
/// inside get(). Requests wait for a free place in their lane, in order.
class Transport
{
public:
    virtual ~Transport() = default;
    [[nodiscard]] virtual std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) = 0;
    /// Drops idle connections, sessions of TLS and credentials that are kept, so that what comes next starts afresh;
    /// what is under way goes on.
    virtual void forgetConnections() = 0;
};

} // namespace wk
