// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/streamerror.h"

namespace wk {

namespace {

/// OpenSSL's words for an answer that is no TLS at all: another server's greeting, or an error page in the clear.
bool isNoTls(const StreamFailure &failure)
{
    return failure.code == QAbstractSocket::SslHandshakeFailedError &&
           (failure.text.contains(QLatin1String("wrong version number")) ||
            failure.text.contains(QLatin1String("packet length too long")) ||
            failure.text.contains(QLatin1String("http request")));
}

/// OpenSSL's words for a certificate of ours that is below its security level.
bool isOwnTooWeak(const StreamFailure &failure)
{
    return failure.text.contains(QLatin1String("ee key too small")) ||
           failure.text.contains(QLatin1String("ca key too small")) ||
           failure.text.contains(QLatin1String("md too weak"));
}

ErrorKind kindOfSocket(const StreamFailure &failure, const FailedPlace &place)
{
    switch (failure.code) {
    case QAbstractSocket::ConnectionRefusedError: return place.proxied ? ErrorKind::ProxyFailed : ErrorKind::Refused;
    case QAbstractSocket::HostNotFoundError: return place.proxied ? ErrorKind::ProxyFailed : ErrorKind::NameNotFound;
    case QAbstractSocket::RemoteHostClosedError: return ErrorKind::ConnectionLost;
    case QAbstractSocket::SslHandshakeFailedError:
        return isNoTls(failure) ? ErrorKind::NotKubernetes : ErrorKind::TlsFailed;
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError: return ErrorKind::TlsFailed;
    case QAbstractSocket::ProxyConnectionRefusedError:
    case QAbstractSocket::ProxyConnectionClosedError:
    case QAbstractSocket::ProxyConnectionTimeoutError:
    case QAbstractSocket::ProxyNotFoundError:
    case QAbstractSocket::ProxyProtocolError: return ErrorKind::ProxyFailed;
    case QAbstractSocket::ProxyAuthenticationRequiredError: return ErrorKind::ProxyRefused;
    default: break;
    }
    if (place.answered)
        return ErrorKind::ConnectionLost;
    return place.proxied ? ErrorKind::ProxyFailed : ErrorKind::TimedOut;
}

ErrorKind kindOf(const StreamFailure &failure, const FailedPlace &place)
{
    switch (failure.fault) {
    case ResponseFault::NoHttp: return ErrorKind::NotKubernetes;
    case ResponseFault::HeadTooLarge: return ErrorKind::TooLarge;
    case ResponseFault::BadFraming:
    case ResponseFault::ChunkTooLarge: return ErrorKind::BrokenFrame;
    case ResponseFault::Truncated: return ErrorKind::ConnectionLost;
    case ResponseFault::None: break;
    }
    return kindOfSocket(failure, place);
}

QString wordsFor(ErrorKind kind, const StreamFailure &failure, const FailedPlace &place)
{
    const QString &server = place.server;
    switch (kind) {
    case ErrorKind::Refused:
        return QStringLiteral("Nobody listens at %1. Is the API server running, and is this its address?").arg(server);
    case ErrorKind::NameNotFound:
        return QStringLiteral("The name of %1 cannot be found. Check the address, the network and any VPN it needs.")
            .arg(server);
    case ErrorKind::ConnectionLost:
        if (place.answered)
            return QStringLiteral("The connection to %1 was cut in the middle of its answer: %2")
                .arg(server, failure.text);
        return QStringLiteral("%1 closed the connection without an answer.").arg(server);
    case ErrorKind::TlsFailed:
        if (isOwnTooWeak(failure))
            return QStringLiteral("The client certificate or its key is too weak for the TLS library here (%1). Have "
                                  "one issued with an RSA key of 2048 bits or more, or an EC key (P-256).")
                .arg(failure.text);
        return QStringLiteral("No TLS connection to %1 could be made: %2").arg(server, failure.text);
    case ErrorKind::ProxyFailed:
        if (failure.code == QAbstractSocket::ProxyProtocolError) // all that Qt tells of a proxy's own 401, 403, 502, …
            return QStringLiteral(
                       "The proxy on the way to %1 did not let us through. Its log says why: it may not know "
                       "the user and password, or not reach the server.")
                .arg(server);
        return QStringLiteral("The proxy on the way to %1 did not let us through: %2").arg(server, failure.text);
    case ErrorKind::ProxyRefused:
        return QStringLiteral("The proxy on the way to %1 wants a sign-in: %2").arg(server, failure.text);
    case ErrorKind::NotKubernetes:
        if (isNoTls(failure))
            return QStringLiteral("What listens at %1 does not speak TLS: %2").arg(server, failure.text);
        return QStringLiteral("What listens at %1 does not speak HTTP.").arg(server);
    case ErrorKind::TooLarge:
        return QStringLiteral(
                   "The head of the answer of %1 has more than %2 lines or %3 KiB, or a line more than %4 KiB.")
            .arg(server)
            .arg(ResponseReader::HeadLines)
            .arg(ResponseReader::HeadBytes / 1024)
            .arg(ResponseReader::LineBytes / 1024);
    case ErrorKind::BrokenFrame:
        return QStringLiteral(
                   "The answer of %1 is not in the pieces that HTTP says. Something in between may damage it.")
            .arg(server);
    default: return QStringLiteral("%1 cannot be reached: %2").arg(server, failure.text);
    }
}

} // namespace

Error streamError(const StreamFailure &failure, const FailedPlace &place)
{
    const ErrorKind kind = kindOf(failure, place);
    const bool isAboutPlace = kind == ErrorKind::Refused || kind == ErrorKind::NameNotFound;
    return {kind,
            wordsFor(kind, failure, place).toStdString(),
            isAboutPlace ? place.server.toStdString() : std::string(),
            0,
            {}};
}

} // namespace wk
