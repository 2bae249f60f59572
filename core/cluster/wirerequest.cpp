// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/wirerequest.h"

#include "core/cluster/dialect.h"

#include <algorithm>
#include <array>
#include <utility>

namespace wk {

namespace {

Error refusal(const char *why)
{
    return {ErrorKind::ReadOnlyViolation, std::string("not sent: ") + why, {}};
}

bool isPrintable(const QByteArray &text)
{
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

/// As it stands in the first line.
QByteArray targetOf(const QUrl &url, bool isAbsolute)
{
    const QByteArray path = url.path(QUrl::FullyEncoded).toUtf8();
    const QByteArray query = url.query(QUrl::FullyEncoded).toUtf8();
    const QByteArray target =
        (path.isEmpty() ? QByteArray("/") : path) + (query.isEmpty() ? QByteArray() : '?' + query);
    return isAbsolute ? url.scheme().toUtf8() + "://" + url.authority(QUrl::FullyEncoded).toUtf8() + target : target;
}

} // namespace

Result<WireRequest> WireRequest::make(const WireGuard &guard, const Parts &parts)
{
    if (const auto allowed = guard.checkRequest(parts.url, parts.accept, parts.posted); !allowed)
        return allowed.error();
    const QByteArray target = targetOf(parts.url, parts.isByProxy);
    if (target.contains(' ') || !isPrintable(target) || !parts.url.userInfo().isEmpty())
        return refusal("its address is none that can be written in a line");
    QByteArray bytes = (parts.posted ? "POST " : "GET ") + target + " HTTP/1.1\r\n";
    const std::array<std::pair<const char *, QByteArray>, 10> headers{{
        {"Host", parts.url.authority(QUrl::FullyEncoded).toUtf8()},
        {"Accept", parts.accept},
        {"Accept-Encoding", parts.isCompressed ? QByteArray("gzip") : QByteArray("identity")},
        {"Accept-Language", QByteArray("en")},
        {"User-Agent", parts.userAgent},
        {"Authorization", parts.authorization},
        {"Proxy-Authorization", parts.proxyAuthorization},
        {"Grpc-Metadata-Hasleader", parts.needsLeader ? QByteArray("true") : QByteArray()},
        {"Content-Type", parts.posted ? QByteArray("application/json") : QByteArray()},
        {"Content-Length", parts.posted ? QByteArray::number(parts.posted->size()) : QByteArray()},
    }};
    for (const auto &[name, value] : headers) {
        if (!isPrintable(value))
            return refusal("a header's value would be more than one line");
        if (!value.isEmpty())
            bytes += QByteArray(name) + ": " + value + "\r\n";
    }
    for (const auto &[name, value] : parts.impersonation) {
        if (!name.startsWith("Impersonate-") || !isPrintable(name) ||
            !isHeaderValue({value.constData(), std::size_t(value.size())}))
            return refusal("whom it is to act as would be more than one line");
        bytes += name + ": " + value + "\r\n";
    }
    return WireRequest(bytes + "\r\n" + parts.posted.value_or(QByteArray()), parts.isSentOnce);
}

} // namespace wk
