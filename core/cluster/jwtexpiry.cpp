// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/jwtexpiry.h"

#include "core/base/limits.h"
#include "core/json/document.h"

#include <QByteArray>

#include <algorithm>
#include <cmath>

namespace wk {

namespace {

constexpr std::int64_t LastSecond = 253'402'300'799; ///< of the year 9999

/// Seconds, which may have a fraction.
std::optional<WallTime> momentOf(const simdjson::dom::element &value)
{
    std::int64_t seconds = 0;
    if (value.get(seconds) == simdjson::SUCCESS)
        return timeAt(std::clamp<std::int64_t>(seconds, 0, LastSecond));
    double number = 0;
    if (value.get(number) != simdjson::SUCCESS || !std::isfinite(number))
        return {};
    return timeAt(std::int64_t(std::clamp(std::floor(number), 0.0, double(LastSecond))));
}

} // namespace

std::optional<WallTime> jwtExpiry(std::string_view token)
{
    const std::size_t first = token.find('.');
    const std::size_t second = first == std::string_view::npos ? first : token.find('.', first + 1);
    if (token.size() > limits::JwtBytes || second == std::string_view::npos)
        return {};
    const std::string_view payload = token.substr(first + 1, second - first - 1);
    const auto decoded = QByteArray::fromBase64Encoding(QByteArray(payload.data(), qsizetype(payload.size())),
                                                        QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals |
                                                            QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return {};
    json::Document document;
    const auto parsed =
        document.parse({decoded.decoded.constData(), std::size_t(decoded.decoded.size())}, limits::JwtBytes);
    simdjson::dom::object claims;
    if (!parsed || parsed->get(claims) != simdjson::SUCCESS)
        return {};
    simdjson::dom::element expiry;
    return claims["exp"].get(expiry) == simdjson::SUCCESS ? momentOf(expiry) : std::nullopt;
}

} // namespace wk
