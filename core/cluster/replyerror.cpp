// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/replyerror.h"

namespace wk {

namespace {

ErrorKind unclearKind(const NetworkFailure &failure)
{
    if (failure.answered)
        return ErrorKind::ConnectionLost;
    if (failure.proxied)
        return ErrorKind::ProxyFailed;
    const bool aboutTls = failure.text.contains(QLatin1String("SSL"), Qt::CaseInsensitive) ||
                          failure.text.contains(QLatin1String("key")) ||
                          failure.text.contains(QLatin1String("certificate"));
    return aboutTls ? ErrorKind::TlsFailed : ErrorKind::TimedOut;
}

/// OpenSSL's words for an answer that is no TLS at all: another server's greeting, or an error page in the clear.
bool isNoTls(const NetworkFailure &failure)
{
    return failure.code == QNetworkReply::SslHandshakeFailedError &&
           (failure.text.contains(QLatin1String("wrong version number")) ||
            failure.text.contains(QLatin1String("packet length too long")) ||
            failure.text.contains(QLatin1String("http request")));
}

ErrorKind kindOf(const NetworkFailure &failure)
{
    switch (failure.code) {
    case QNetworkReply::ConnectionRefusedError: return failure.proxied ? ErrorKind::ProxyFailed : ErrorKind::Refused;
    case QNetworkReply::HostNotFoundError: return ErrorKind::NameNotFound;
    case QNetworkReply::RemoteHostClosedError: return ErrorKind::ConnectionLost;
    case QNetworkReply::TimeoutError: return ErrorKind::TimedOut;
    case QNetworkReply::SslHandshakeFailedError:
        return isNoTls(failure) ? ErrorKind::NotKubernetes : ErrorKind::TlsFailed;
    case QNetworkReply::ProxyConnectionRefusedError:
    case QNetworkReply::ProxyConnectionClosedError:
    case QNetworkReply::ProxyNotFoundError:
    case QNetworkReply::ProxyTimeoutError:
    case QNetworkReply::UnknownProxyError: return ErrorKind::ProxyFailed;
    case QNetworkReply::ProxyAuthenticationRequiredError: return ErrorKind::ProxyRefused;
    case QNetworkReply::ProtocolUnknownError:
    case QNetworkReply::ProtocolInvalidOperationError:
    case QNetworkReply::ProtocolFailure: return failure.answered ? ErrorKind::ConnectionLost : ErrorKind::NotKubernetes;
    case QNetworkReply::UnknownContentError: return ErrorKind::BrokenFrame;
    case QNetworkReply::OperationCanceledError: return ErrorKind::Cancelled;
    default: return unclearKind(failure);
    }
}

QString wordsFor(ErrorKind kind, const NetworkFailure &failure)
{
    const QString server = failure.server;
    switch (kind) {
    case ErrorKind::Refused:
        return QStringLiteral("Nobody listens at %1. Is the API server running, and is this its address?").arg(server);
    case ErrorKind::NameNotFound:
        return QStringLiteral("The name of %1 cannot be found. Check the address, the network and any VPN it needs.")
            .arg(server);
    case ErrorKind::ConnectionLost:
        if (failure.answered)
            return QStringLiteral("The connection to %1 was cut in the middle of its answer: %2")
                .arg(server, failure.text);
        return QStringLiteral("%1 closed the connection without an answer.").arg(server);
    case ErrorKind::TlsFailed:
        return QStringLiteral("No TLS connection to %1 could be made: %2").arg(server, failure.text);
    case ErrorKind::ProxyFailed:
        return QStringLiteral("The proxy on the way to %1 did not let us through: %2").arg(server, failure.text);
    case ErrorKind::ProxyRefused:
        return QStringLiteral("The proxy on the way to %1 wants a sign-in: %2").arg(server, failure.text);
    case ErrorKind::NotKubernetes:
        if (isNoTls(failure))
            return QStringLiteral("What listens at %1 does not speak TLS: %2").arg(server, failure.text);
        return QStringLiteral("What listens at %1 does not speak HTTP: %2").arg(server, failure.text);
    case ErrorKind::BrokenFrame: return QStringLiteral("The compressed answer of %1 is damaged.").arg(server);
    default: return QStringLiteral("%1 cannot be reached: %2").arg(server, failure.text);
    }
}

} // namespace

Error networkError(const NetworkFailure &failure)
{
    const ErrorKind kind = kindOf(failure);
    const bool isAboutPlace = kind == ErrorKind::Refused || kind == ErrorKind::NameNotFound;
    return {kind,
            wordsFor(kind, failure).toStdString(),
            isAboutPlace ? failure.server.toStdString() : std::string(),
            0,
            {}};
}

} // namespace wk
