// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/replyhead.h"

#include "core/cluster/requesturl.h"
#include "core/cluster/responsereader.h"
#include "core/cluster/status.h"

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

/// One header may hold several, with commas in between; a warning ends at its last quote.
void addWarnings(const QByteArray &joined, std::vector<QByteArray> &warnings)
{
    for (qsizetype at = 0; at < joined.size() && warnings.size() < MostWarnings;) {
        const qsizetype open = joined.indexOf('"', at);
        const qsizetype end = open < 0 ? joined.size() : behindQuotes(joined, open + 1);
        warnings.push_back(joined.mid(at, end - at).trimmed());
        for (at = end; at < joined.size() && (joined[at] == ',' || joined[at] == ' ');)
            ++at;
    }
}

} // namespace

HttpHead readHead(const ResponseHead &head, WallTime now)
{
    HttpHead read;
    read.status = head.status;
    read.contentType = head.field("content-type");
    read.retryAfter = parseRetryAfter(view(head.field("retry-after")), now);
    for (const auto &[name, value] : head.fields) {
        if (name == "warning")
            addWarnings(value, read.warnings);
    }
    read.date = parseHttpDate(view(head.field("date")));
    return read;
}

std::optional<Error> unusableAnswer(const ResponseHead &head, const QUrl &url, const QByteArray &accept,
                                    bool isCompressionAsked)
{
    const std::string server = serverName(url).toStdString();
    const QByteArray type = head.field("content-type").toLower();
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
    const QByteArray coding = head.field("content-encoding").toLower();
    const bool isPlain = coding.isEmpty() || coding == "identity";
    if (isPlain || (isCompressionAsked && coding == "gzip"))
        return {};
    return Error{ErrorKind::NotKubernetes,
                 server + (isCompressionAsked ? " compressed its answer in another way than it was asked to."
                                              : " compressed its answer although it was asked not to."),
                 {},
                 200};
}

Error redirectError(const ResponseHead &head, const QUrl &url)
{
    const QUrl target = url.resolved(QUrl::fromEncoded(head.field("location")));
    const QString where =
        target.isValid() && !target.host().isEmpty() ? QStringLiteral(" to ") + serverName(target) : QString();
    return {ErrorKind::Redirected,
            serverName(url).toStdString() + " redirects" + where.toStdString() +
                ". Watchkeeper never follows: it would carry the credential elsewhere. Put the final address into the "
                "kubeconfig.",
            {},
            head.status};
}

} // namespace wk
