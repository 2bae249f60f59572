// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/listoptions.h"

#include "core/apiserver/document.h"

#include <nlohmann/json.hpp>

#include <QByteArray>

#include <algorithm>
#include <charconv>

namespace wk::apiserver {

namespace {

constexpr auto TokenVersion = "meta.k8s.io/v1";
constexpr auto Base64 = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

template <class Number>
std::optional<Number> parseNumber(const std::string &text)
{
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return {};
    return number;
}

/// Real servers answer 500 here, not 400.
Status badVersion(const std::string &text)
{
    return internalError("resourceVersion: Invalid value: " + jsonString(text) + ": strconv.ParseUint: parsing " +
                         jsonString(text) + ": invalid syntax");
}

Cause forbiddenOption(const std::string &field, const std::string &why)
{
    return {"FieldValueForbidden", "Forbidden: " + why, field};
}

Cause unsupportedMatch(const std::string &given, const std::string &supported)
{
    return {"FieldValueNotSupported", "Unsupported value: " + jsonString(given) + ": supported values: " + supported,
            "resourceVersionMatch"};
}

std::vector<Cause> watchCauses(const Query &query, const std::string &match)
{
    std::vector<Cause> causes;
    if (query.has("sendInitialEvents")) {
        if (match != "NotOlderThan")
            causes.push_back(forbiddenOption(
                "resourceVersionMatch", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        if (!match.empty() && match != "NotOlderThan")
            causes.push_back(unsupportedMatch(match, "\"NotOlderThan\""));
    } else if (!match.empty()) {
        causes.push_back(
            forbiddenOption("resourceVersionMatch",
                            "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
    }
    return causes;
}

std::vector<Cause> listCauses(const Query &query, const std::string &match)
{
    const std::string version = query.value("resourceVersion");
    std::vector<Cause> causes;
    if (query.has("sendInitialEvents"))
        causes.push_back(forbiddenOption("sendInitialEvents", "sendInitialEvents is forbidden for list"));
    if (match.empty())
        return causes;
    if (version.empty())
        causes.push_back(forbiddenOption("resourceVersionMatch",
                                         "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    if (query.has("continue"))
        causes.push_back(
            forbiddenOption("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided"));
    if (match != "Exact" && match != "NotOlderThan")
        causes.push_back(unsupportedMatch(match, "\"Exact\", \"NotOlderThan\", \"\""));
    if (match == "Exact" && version == "0")
        causes.push_back(forbiddenOption("resourceVersionMatch",
                                         "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
    return causes;
}

} // namespace

Outcome<ListOptions> ListOptions::parse(const Query &query, bool isWatch)
{
    const std::string match = query.value("resourceVersionMatch");
    const std::vector<Cause> causes = isWatch ? watchCauses(query, match) : listCauses(query, match);
    if (!causes.empty())
        return invalidOptions(causes);

    ListOptions options;
    options.continuation = query.value("continue");
    const std::string version = query.value("resourceVersion");
    if (!version.empty()) {
        options.version = parseNumber<std::uint64_t>(version);
        if (!options.version)
            return badVersion(version);
    }
    if (!isWatch && !options.continuation.empty() && !version.empty())
        return badRequest("specifying resource version is not allowed when using continue");
    options.match = match == "Exact" ? Match::Exact : match.empty() ? Match::Unset : Match::NotOlderThan;
    options.limit = size_t(std::max<std::int64_t>(0, parseNumber<std::int64_t>(query.value("limit")).value_or(0)));
    options.allowBookmarks = query.isSet("allowWatchBookmarks");
    if (query.has("sendInitialEvents"))
        options.sendInitial = query.isSet("sendInitialEvents");
    const auto timeout = parseNumber<std::int32_t>(query.value("timeoutSeconds")).value_or(0);
    options.timeout = std::chrono::seconds(std::max(0, timeout));
    return options;
}

std::string PageToken::text() const
{
    const std::int64_t signedRevision = revision == 0 ? -1 : std::int64_t(revision);
    Json token{{"v", TokenVersion}, {"rv", signedRevision}, {"start", start}};
    if (left >= 0)
        token["left"] = left;
    return QByteArray::fromStdString(encode(token)).toBase64(Base64).toStdString();
}

Outcome<PageToken> PageToken::parse(const std::string &text)
{
    const Status refusal = badRequest("invalid continue token: continue key is not valid");
    const auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(text),
                                                        Base64 | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return refusal;
    const Result<Json> document = parseDocument({(*decoded).constData(), size_t((*decoded).size())});
    if (!document || textOf(find(*document, {"v"})) != TokenVersion)
        return refusal;
    const std::int64_t revision = numberOf(find(*document, {"rv"}));
    const std::string start = textOf(find(*document, {"start"}));
    if (revision == 0 || revision < -1 || start.empty())
        return refusal;
    return PageToken{revision == -1 ? 0 : std::uint64_t(revision), start, numberOf(find(*document, {"left"}), -1)};
}

} // namespace wk::apiserver
