// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/replyhead.h"

#include "core/cluster/requesturl.h"
#include "core/cluster/status.h"

#include <QNetworkReply>
#include <QNetworkRequest>

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t MostWarnings = 20;

std::string_view view(const QByteArray &bytes)
{
    return std::string_view(bytes.constData(), std::size_t(bytes.size()));
}

/// Where the quoted text that begins before `at` ends: behind its closing quote, or at the end of all.
qsizetype behindQuotes(const QByteArray &text, qsizetype at)
{
    for (; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    return std::min(at + 1, text.size());
}

/// Qt joins headers of one name with a comma; a warning ends at its last quote.
std::vector<QByteArray> splitWarnings(const QByteArray &joined)
{
    std::vector<QByteArray> warnings;
    for (qsizetype at = 0; at < joined.size() && warnings.size() < MostWarnings;) {
        const qsizetype open = joined.indexOf('"', at);
        const qsizetype end = open < 0 ? joined.size() : behindQuotes(joined, open + 1);
        warnings.push_back(joined.mid(at, end - at).trimmed());
        for (at = end; at < joined.size() && (joined[at] == ',' || joined[at] == ' ');)
            ++at;
    }
    return warnings;
}

} // namespace

HttpHead readHead(const QNetworkReply &reply, WallTime now)
{
    HttpHead head;
    head.status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    head.contentType = reply.rawHeader("Content-Type");
    head.retryAfter = parseRetryAfter(view(reply.rawHeader("Retry-After")), now);
    head.warnings = splitWarnings(reply.rawHeader("Warning"));
    head.date = parseHttpDate(view(reply.rawHeader("Date")));
    return head;
}

std::optional<Error> unusableAnswer(const QNetworkReply &reply, const QByteArray &accept)
{
    const std::string server = serverName(reply.url()).toStdString();
    const QByteArray type = reply.rawHeader("Content-Type").trimmed().toLower();
    const bool wantsJson = accept.startsWith("application/json");
    if (wantsJson && !type.startsWith("application/json")) {
        const QByteArray shown = type.left(80);
        return Error{
            ErrorKind::NotKubernetes,
            server + " answered with " + (shown.isEmpty() ? "no content type" : shown.toStdString()) +
                " where JSON should be: this is no Kubernetes API server, or something in between answers in its "
                "place (a sign-in page of the network, a proxy).",
            {},
            200};
    }
    const QByteArray coding = reply.rawHeader("Content-Encoding").trimmed().toLower();
    if (reply.request().rawHeader("Accept-Encoding") == "identity" && !coding.isEmpty() && coding != "identity")
        return Error{
            ErrorKind::NotKubernetes, server + " compressed its answer although it was asked not to.", {}, 200};
    return {};
}

Error redirectError(const QNetworkReply &reply, int status)
{
    const QUrl target = reply.url().resolved(QUrl::fromEncoded(reply.rawHeader("Location")));
    const QString where =
        target.isValid() && !target.host().isEmpty() ? QStringLiteral(" to ") + serverName(target) : QString();
    return {ErrorKind::Redirected,
            serverName(reply.url()).toStdString() + " redirects" + where.toStdString() +
                ". Watchkeeper never follows: it would carry the credential elsewhere. Put the final address into the "
                "kubeconfig.",
            {},
            status};
}

} // namespace wk
