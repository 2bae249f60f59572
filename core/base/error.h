// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

namespace wk {

/// What went wrong, for code to decide by. The window and the command line have words for each kind.
enum class ErrorKind {
    Internal,          ///< a bug of ours; the text says where
    Cancelled,         ///< the user or the program stopped it
    ConfigBroken,      ///< a kubeconfig or setting cannot be read; `place` says file, line and field
    FileUnreadable,    ///< a file that was named is missing, too large, not a file, or not readable
    ConsentNeeded,     ///< an exec plugin or an unverified server waits for the user's word
    CredentialFailed,  ///< a plugin or token file gave no usable credential
    NameNotFound,      ///< DNS
    Refused,           ///< nobody listens there
    TimedOut,          ///< no connection, head or byte in time
    ConnectionLost,    ///< cut after it had begun; what had arrived whole stays valid
    ProxyFailed,       ///< the proxy could not be asked, or did not get through, or its kind is not supported
    ProxyRefused,      ///< 407: the proxy wants to know who we are
    TlsUntrusted,      ///< the server's certificate is not signed by the CA we were given, or names another host
    TlsFailed,         ///< any other failure of the handshake
    Unauthorized,      ///< 401
    Forbidden,         ///< 403
    NotFound,          ///< 404
    MethodNotAllowed,  ///< 405: that kind cannot be listed, or not be watched
    NotAcceptable,     ///< 406
    Conflict,          ///< 409
    Expired,           ///< 410: the resourceVersion or continue token is too old
    VersionTooLarge,   ///< 504 with cause ResourceVersionTooLarge: the server has not come that far
    NoVersion,         ///< a list or an event without a resourceVersion: nothing can be watched from there
    Invalid,           ///< 400 or 422: the server does not accept the request
    TooManyRequests,   ///< 429
    ServerError,       ///< any other 5xx
    Redirected,        ///< 3xx: never followed
    NotKubernetes,     ///< 200, but not what an API server says
    BrokenFrame,       ///< JSON that ends early or cannot be read
    TooLarge,          ///< over a limit of core/base/limits.h
    ReadOnlyViolation, ///< we were about to send something that is not on the allow-list
    FileWriteFailed,   ///< disk full, no permission, …
    ListenFailed,      ///< the port to serve at is another program's, or not ours to take
};

/// A failure as a value. `kind` is for code, `text` for people (English, as the server or library put it; it may hold
/// untrusted bytes, so it goes through displaySafe() before a screen). Nobody parses `text`.
struct Error {
    ErrorKind kind = ErrorKind::Internal;
    std::string text{};
    std::string place{};                     ///< "file:line: field", a URL, a program; may be empty
    int httpStatus = 0;                      ///< 0 when no HTTP answer was involved
    std::chrono::milliseconds retryAfter{0}; ///< what the server asked us to wait; 0 when it did not
    std::string reason{};                    ///< a Status's own word, "NotFound", or that of the code where there is no Status

    bool operator==(const Error &) const = default;
};

/// "Refused", "Expired", …: for logs and tests, never for the window.
const char *kindName(ErrorKind kind);

/// kind, place and text in one line, for logs and tests.
std::string describe(const Error &error);

} // namespace wk
