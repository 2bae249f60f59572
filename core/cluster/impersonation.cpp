// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/impersonation.h"

#include <algorithm>
#include <string_view>

namespace wk {

namespace {

constexpr const char *ExtraPrefix = "Impersonate-Extra-";

/// A token of RFC 9110, but for '%', which escapes what is none.
bool isKeyByte(char byte)
{
    constexpr std::string_view Others = "!#$&'*+-.^_`|~";
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           Others.find(byte) != std::string_view::npos;
}

QByteArray escapedKey(const std::string &key)
{
    QByteArray escaped;
    for (const char byte : key) {
        if (isKeyByte(byte))
            escaped += byte;
        else
            escaped += '%' + QByteArray(1, byte).toHex().toUpper();
    }
    return escaped;
}

std::vector<std::string> valuesOf(const Impersonation &impersonation)
{
    std::vector<std::string> values = impersonation.groups;
    values.push_back(impersonation.user);
    values.push_back(impersonation.uid);
    for (const auto &[key, texts] : impersonation.extra)
        values.insert(values.end(), texts.begin(), texts.end());
    return values;
}

} // namespace

bool isHeaderValue(std::string_view text)
{
    return std::ranges::none_of(text, [](char byte) { return (byte >= 0 && byte < ' ') || byte == '\x7f'; });
}

std::string textOf(const Impersonation &as)
{
    std::string groups;
    for (const std::string &group : as.groups)
        groups += (groups.empty() ? "" : ", ") + group;
    return groups.empty() ? as.user : as.user + " (" + groups + ')';
}

std::vector<Header> headersOf(const Impersonation &impersonation)
{
    if (impersonation.isNone())
        return {};
    std::vector<Header> headers{{"Impersonate-User", QByteArray::fromStdString(impersonation.user)}};
    if (!impersonation.uid.empty())
        headers.emplace_back("Impersonate-Uid", QByteArray::fromStdString(impersonation.uid));
    for (const std::string &group : impersonation.groups)
        headers.emplace_back("Impersonate-Group", QByteArray::fromStdString(group));
    for (const auto &[key, texts] : impersonation.extra) {
        for (const std::string &text : texts)
            headers.emplace_back(QByteArray(ExtraPrefix).append(escapedKey(key)), QByteArray::fromStdString(text));
    }
    return headers;
}

std::optional<Error> faultOf(const Impersonation &impersonation, const std::string &user)
{
    const bool isMore = !impersonation.uid.empty() || !impersonation.groups.empty() || !impersonation.extra.empty();
    if (impersonation.isNone() && isMore)
        return Error{ErrorKind::ConfigBroken,
                     "requesting uid, groups or user-extra for " + user + " without impersonating a user"};
    if (!std::ranges::all_of(valuesOf(impersonation), isHeaderValue))
        return Error{ErrorKind::ConfigBroken,
                     "The user, uid, groups or extra values to act as hold line breaks or control characters, which no "
                     "request can carry."};
    return std::nullopt;
}

} // namespace wk
