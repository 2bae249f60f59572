// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

namespace wk {

const char *kindName(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Internal: return "Internal";
    case ErrorKind::Cancelled: return "Cancelled";
    case ErrorKind::ConfigBroken: return "ConfigBroken";
    case ErrorKind::FileUnreadable: return "FileUnreadable";
    case ErrorKind::ConsentNeeded: return "ConsentNeeded";
    case ErrorKind::CredentialFailed: return "CredentialFailed";
    case ErrorKind::NameNotFound: return "NameNotFound";
    case ErrorKind::Refused: return "Refused";
    case ErrorKind::TimedOut: return "TimedOut";
    case ErrorKind::ConnectionLost: return "ConnectionLost";
    case ErrorKind::ProxyFailed: return "ProxyFailed";
    case ErrorKind::ProxyRefused: return "ProxyRefused";
    case ErrorKind::TlsUntrusted: return "TlsUntrusted";
    case ErrorKind::TlsFailed: return "TlsFailed";
    case ErrorKind::Unauthorized: return "Unauthorized";
    case ErrorKind::Forbidden: return "Forbidden";
    case ErrorKind::NotFound: return "NotFound";
    case ErrorKind::MethodNotAllowed: return "MethodNotAllowed";
    case ErrorKind::NotAcceptable: return "NotAcceptable";
    case ErrorKind::Conflict: return "Conflict";
    case ErrorKind::Expired: return "Expired";
    case ErrorKind::VersionTooLarge: return "VersionTooLarge";
    case ErrorKind::NoVersion: return "NoVersion";
    case ErrorKind::Invalid: return "Invalid";
    case ErrorKind::TooManyRequests: return "TooManyRequests";
    case ErrorKind::ServerError: return "ServerError";
    case ErrorKind::Redirected: return "Redirected";
    case ErrorKind::NotKubernetes: return "NotKubernetes";
    case ErrorKind::BrokenFrame: return "BrokenFrame";
    case ErrorKind::TooLarge: return "TooLarge";
    case ErrorKind::ReadOnlyViolation: return "ReadOnlyViolation";
    case ErrorKind::FileWriteFailed: return "FileWriteFailed";
    case ErrorKind::ListenFailed: return "ListenFailed";
    }
    return "unknown";
}

std::string describe(const Error &error)
{
    std::string line = kindName(error.kind);
    if (!error.place.empty())
        line += ": " + error.place;
    if (!error.text.empty())
        line += ": " + error.text;
    return line;
}

} // namespace wk
