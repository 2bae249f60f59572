// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/errorwords.h"

#include "ui/style/safetext.h"
#include "ui/style/styletr.h"

#include <QStringList>

namespace wk {

namespace {

QString placeOf(const Error &error)
{
    return displayText(error.place, limits::LineChars);
}

/// Where the kind and the place say it all; the text says the same in English.
bool isWholeWithPlace(const Error &error)
{
    return !error.place.empty() && (error.kind == ErrorKind::Refused || error.kind == ErrorKind::NameNotFound);
}

/// Where what happened tells the place.
bool isPlaceTold(const Error &error)
{
    return isWholeWithPlace(error) || (!error.place.empty() && error.kind == ErrorKind::Unauthorized);
}

QString whatHappened(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Internal: return StyleTr::tr("Watchkeeper has run into an internal error.");
    case ErrorKind::Cancelled: return StyleTr::tr("Cancelled.");
    case ErrorKind::ConfigBroken: return StyleTr::tr("The configuration cannot be read.");
    case ErrorKind::FileUnreadable: return StyleTr::tr("A file cannot be read.");
    case ErrorKind::ConsentNeeded: return StyleTr::tr("Your consent is needed first.");
    case ErrorKind::CredentialFailed: return StyleTr::tr("No usable credential was found.");
    case ErrorKind::NameNotFound:
        return isWholeWithPlace(error)
                   ? StyleTr::tr("The server's name %1 cannot be resolved (DNS).").arg(placeOf(error))
                   : StyleTr::tr("The server's name cannot be resolved (DNS).");
    case ErrorKind::Refused:
        return isWholeWithPlace(error)
                   ? StyleTr::tr("The server refuses the connection: nothing listens at %1.").arg(placeOf(error))
                   : StyleTr::tr("The server refuses the connection.");
    case ErrorKind::TimedOut: return StyleTr::tr("The server does not answer in time.");
    case ErrorKind::ConnectionLost: return StyleTr::tr("The connection was cut.");
    case ErrorKind::ProxyFailed: return StyleTr::tr("There is no way through the proxy.");
    case ErrorKind::ProxyRefused: return StyleTr::tr("The proxy wants a sign-in.");
    case ErrorKind::TlsUntrusted: return StyleTr::tr("The server's certificate is not trusted.");
    case ErrorKind::TlsFailed: return StyleTr::tr("No secure connection could be made (TLS).");
    case ErrorKind::Unauthorized:
        return isPlaceTold(error) ? StyleTr::tr("The server %1 does not know who you are (401).").arg(placeOf(error))
                                  : StyleTr::tr("The server does not know who you are (401).");
    case ErrorKind::Forbidden: return StyleTr::tr("You are not allowed to see this (403).");
    case ErrorKind::NotFound: return StyleTr::tr("The server does not have this (404).");
    case ErrorKind::MethodNotAllowed: return StyleTr::tr("The server does not offer this (405).");
    case ErrorKind::NotAcceptable: return StyleTr::tr("The server offers no format that Watchkeeper reads (406).");
    case ErrorKind::Conflict: return StyleTr::tr("Someone else changed it first (409).");
    case ErrorKind::Expired: return StyleTr::tr("The server no longer keeps the resourceVersion we were at (410).");
    case ErrorKind::VersionTooLarge:
        return StyleTr::tr("The server is behind the resourceVersion we have already seen.");
    case ErrorKind::NoVersion:
        return StyleTr::tr("This API gives no resourceVersions, so it cannot be watched from one.");
    case ErrorKind::Invalid:
        if (error.httpStatus == 0) // no server was asked
            return StyleTr::tr("What was asked for cannot be done.");
        return StyleTr::tr("The server does not accept the request (%1).").arg(error.httpStatus);
    case ErrorKind::TooManyRequests: return StyleTr::tr("The server is busy and asks us to wait (429).");
    case ErrorKind::ServerError: return StyleTr::tr("The server has failed (%1).").arg(error.httpStatus);
    case ErrorKind::Redirected: return StyleTr::tr("The server redirects us, and Watchkeeper does not follow.");
    case ErrorKind::NotKubernetes: return StyleTr::tr("Something answers there, but not a Kubernetes API.");
    case ErrorKind::BrokenFrame: return StyleTr::tr("The answer ended early or cannot be read.");
    case ErrorKind::TooLarge: return StyleTr::tr("The answer is larger than we accept.");
    case ErrorKind::ReadOnlyViolation: return StyleTr::tr("Watchkeeper stopped itself: it only ever reads.");
    case ErrorKind::FileWriteFailed: return StyleTr::tr("The file cannot be written.");
    case ErrorKind::ListenFailed: return StyleTr::tr("The server cannot listen at its port.");
    }
    return {};
}

QString whatToTry(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::ConfigBroken: return StyleTr::tr("Correct the file at that place, then try again.");
    case ErrorKind::FileUnreadable: return StyleTr::tr("Check that the file exists and that you may read it.");
    case ErrorKind::CredentialFailed:
    case ErrorKind::Unauthorized:
        return StyleTr::tr("Sign in again, or check whether the token or certificate has expired.");
    case ErrorKind::NameNotFound:
        return StyleTr::tr("Check that the network or VPN is up and the server's name is right.");
    case ErrorKind::Refused: return StyleTr::tr("Check that the cluster is running and the port is right.");
    case ErrorKind::TimedOut: return StyleTr::tr("Check whether a VPN or firewall is in the way.");
    case ErrorKind::ProxyFailed: return StyleTr::tr("Check HTTPS_PROXY, NO_PROXY, and proxy-url in the kubeconfig.");
    case ErrorKind::ProxyRefused:
        return StyleTr::tr(
            "Put user and password into HTTPS_PROXY or proxy-url (http://user:password@proxy:3128), or see that "
            "those there are right.");
    case ErrorKind::TlsUntrusted:
        return StyleTr::tr(
            "Check that certificate-authority and tls-server-name in the kubeconfig belong to this server.");
    case ErrorKind::TlsFailed:
        return StyleTr::tr("Check that the server speaks TLS 1.2 or newer on this port, and whether it wants a client "
                           "certificate that the kubeconfig does not have.");
    case ErrorKind::Forbidden: return StyleTr::tr("Ask whoever runs the cluster for the right to read it.");
    case ErrorKind::Redirected:
    case ErrorKind::NotKubernetes:
        return StyleTr::tr("Check that the server's address is right; a login page may be in between.");
    case ErrorKind::FileWriteFailed:
        return StyleTr::tr("Check whether the disk is full and whether you may write to the folder.");
    case ErrorKind::ConnectionLost:
    case ErrorKind::BrokenFrame:
        return StyleTr::tr("If this persists, check whether a proxy or load balancer in between cuts answers short.");
    case ErrorKind::NotFound: return StyleTr::tr("Check that the name is right.");
    case ErrorKind::ListenFailed: return StyleTr::tr("Choose another port, or end what listens there.");
    case ErrorKind::TooManyRequests: return StyleTr::tr("If this persists, find out what keeps the API server busy.");
    case ErrorKind::ServerError: return StyleTr::tr("If this persists, look at the API server's log.");
    case ErrorKind::TooLarge: return StyleTr::tr("Ask for less: one namespace, or a selector.");
    case ErrorKind::Internal:
    case ErrorKind::ReadOnlyViolation: return StyleTr::tr("Please report it.");
    case ErrorKind::NoVersion: return StyleTr::tr("It is listed again from time to time.");
    case ErrorKind::ConsentNeeded: return StyleTr::tr("Choose “Connect again” in the menu to be asked again.");
    case ErrorKind::Cancelled:
    case ErrorKind::MethodNotAllowed:
    case ErrorKind::NotAcceptable:
    case ErrorKind::Conflict:
    case ErrorKind::Expired:
    case ErrorKind::VersionTooLarge:
    case ErrorKind::Invalid: return {};
    }
    return {};
}

/// A program's or a server's words may be of several lines.
QString onOneLine(const std::string &text)
{
    QStringList lines;
    for (const QByteArray &line : QByteArray::fromStdString(text).split('\n'))
        lines.append(displayText(line.trimmed().toStdString(), limits::LineChars));
    lines.removeAll(QString());
    return lines.join(QLatin1Char(' ')).left(qsizetype(limits::LineChars));
}

} // namespace

QString joinedSentences(const QStringList &sentences)
{
    QString text;
    for (const QString &sentence : sentences) {
        const bool isApart = text.isEmpty() || sentence.isEmpty() || QStringLiteral("。：！？").contains(text.back());
        text += isApart ? sentence : QString(u' ' + sentence);
    }
    return text;
}

QString ErrorWords::sentence() const
{
    const bool isOpen = !why.isEmpty() && !QStringLiteral(".!?…").contains(why.back());
    // A server's words often begin in the middle of a sentence: then ours ends with a colon, not with a full stop.
    const bool goesOn = !why.isEmpty() && (why.front().isLower() || why.front() == QLatin1Char('"'));
    const QString colon = StyleTr::tr(":", "in the place of a sentence's full stop");
    return joinedSentences(
        {goesOn ? QString(what.chopped(1) + colon) : what, isOpen ? QString(why + QLatin1Char('.')) : why, advice});
}

ErrorWords errorWords(const Error &error)
{
    ErrorWords words{whatHappened(error), {}, whatToTry(error.kind)};
    if (isWholeWithPlace(error))
        return words;
    const QString place = isPlaceTold(error) ? QString() : placeOf(error);
    // What is to be consented to is shown in full where consent is asked for.
    const QString text = error.kind == ErrorKind::ConsentNeeded ? onOneLine(error.text.substr(0, error.text.find('\n')))
                                                                : onOneLine(error.text);
    words.why =
        place.isEmpty() || text.isEmpty() ? QString(place + text) : QString(place + QStringLiteral(": ") + text);
    return words;
}

QString errorWord(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Internal: return StyleTr::tr("internal error");
    case ErrorKind::Cancelled: return {};
    case ErrorKind::ConfigBroken: return StyleTr::tr("configuration unreadable");
    case ErrorKind::FileUnreadable: return StyleTr::tr("file unreadable");
    case ErrorKind::ConsentNeeded: return StyleTr::tr("consent needed");
    case ErrorKind::CredentialFailed: return StyleTr::tr("no credential");
    case ErrorKind::NameNotFound: return StyleTr::tr("name not found");
    case ErrorKind::Refused: return StyleTr::tr("refused");
    case ErrorKind::TimedOut: return StyleTr::tr("timed out");
    case ErrorKind::ConnectionLost: return StyleTr::tr("cut off");
    case ErrorKind::ProxyFailed:
    case ErrorKind::ProxyRefused: return StyleTr::tr("proxy");
    case ErrorKind::TlsUntrusted: return StyleTr::tr("certificate");
    case ErrorKind::TlsFailed: return StyleTr::tr("TLS");
    case ErrorKind::Unauthorized: return StyleTr::tr("not signed in");
    case ErrorKind::Forbidden: return StyleTr::tr("not allowed");
    case ErrorKind::NotFound: return StyleTr::tr("not found");
    case ErrorKind::MethodNotAllowed: return StyleTr::tr("not offered");
    case ErrorKind::NotAcceptable: return StyleTr::tr("no common format");
    case ErrorKind::Conflict: return StyleTr::tr("conflict");
    case ErrorKind::Expired: return StyleTr::tr("version expired");
    case ErrorKind::VersionTooLarge: return StyleTr::tr("server lags behind");
    case ErrorKind::NoVersion: return StyleTr::tr("no resourceVersions");
    case ErrorKind::Invalid: return StyleTr::tr("request not accepted");
    case ErrorKind::TooManyRequests: return StyleTr::tr("server is busy");
    case ErrorKind::ServerError: return StyleTr::tr("server error");
    case ErrorKind::Redirected: return StyleTr::tr("server redirects");
    case ErrorKind::NotKubernetes: return StyleTr::tr("not a Kubernetes API");
    case ErrorKind::BrokenFrame: return StyleTr::tr("bad answer");
    case ErrorKind::TooLarge: return StyleTr::tr("answer too large");
    case ErrorKind::ReadOnlyViolation: return StyleTr::tr("not a read");
    case ErrorKind::FileWriteFailed: return StyleTr::tr("file not written");
    case ErrorKind::ListenFailed: return StyleTr::tr("port taken");
    }
    return {};
}

bool hasHappened(const Error &error)
{
    return error.kind != ErrorKind::Internal || !error.text.empty() || !error.place.empty();
}

} // namespace wk
