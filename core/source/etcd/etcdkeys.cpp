// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/etcd/etcdkeys.h"

#include "core/cluster/etcd/etcdguard.h"

#include <QByteArray>

#include <charconv>
#include <utility>

namespace wk {

std::string etcdPrefixOf(const WatchScope &scope)
{
    return scope.resource.gvr.resource + (scope.ns.empty() ? std::string() : scope.ns + '/');
}

std::vector<EtcdKeys> etcdRangesOf(std::string_view prefix)
{
    EtcdKeys all{prefix.empty() ? std::string(1, '\0') : std::string(prefix), behindPrefix(prefix)};
    std::vector<EtcdKeys> ranges;
    if (SecretKeys.starts_with(prefix) && prefix != SecretKeys) {
        ranges.push_back({all.key, std::string(SecretKeys)});
        all.key = behindPrefix(SecretKeys);
    }
    ranges.push_back(std::move(all));
    return ranges;
}

bool isOfSecretKeys(std::string_view prefix)
{
    return prefix.starts_with(SecretKeys);
}

std::string EtcdPlace::token() const
{
    const auto bytes = QByteArray::fromRawData(key.data(), static_cast<qsizetype>(key.size()));
    return std::to_string(revision) + ':' + std::to_string(range) + ':' + bytes.toBase64().toStdString();
}

std::optional<EtcdPlace> EtcdPlace::of(std::string_view token)
{
    EtcdPlace place;
    const char *end = token.data() + token.size();
    const auto revision = std::from_chars(token.data(), end, place.revision);
    if (revision.ec != std::errc() || revision.ptr == end || *revision.ptr != ':')
        return {};
    const auto range = std::from_chars(revision.ptr + 1, end, place.range);
    if (range.ec != std::errc() || range.ptr == end || *range.ptr != ':')
        return {};
    place.key = QByteArray::fromBase64(QByteArray(range.ptr + 1, end - range.ptr - 1)).toStdString();
    return place;
}

} // namespace wk
