// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/etcd/etcdprefixes.h"

#include "core/cluster/etcd/etcdguard.h"
#include "core/source/etcd/etcdkeys.h"
#include "core/source/etcd/kubevalue.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

constexpr int KeysAtOnce = 50;
constexpr int DeepestPlain = 2;
constexpr int Deepest = 6;

/// Where the next part of a key ends, behind its '/'; npos where it is the last.
std::size_t partEnd(std::string_view key, std::size_t from)
{
    const std::size_t slash = key.find('/', from == 0 && key.starts_with('/') ? 1 : from);
    return slash == std::string_view::npos ? slash : slash + 1;
}

/// "pods" of "/registry/pods/".
std::string lastPart(std::string_view prefix)
{
    while (prefix.ends_with('/'))
        prefix.remove_suffix(1);
    return std::string(prefix.substr(prefix.rfind('/') + 1));
}

} // namespace

EtcdPrefixes::EtcdPrefixes(Transport &transport, std::string prefix, Done done)
    : m_transport(transport)
    , m_done(std::move(done))
{
    add(prefix, "Key");
    m_levels.push_back({prefix, prefix.empty() ? std::string(1, '\0') : prefix, 0});
    step();
}

void EtcdPrefixes::ask(const EtcdRangeQuery &query, std::function<void(const Result<QByteArray> &)> then)
{
    ++m_requests;
    m_fetch = std::make_unique<DocumentFetch>(m_transport, etcdRange(query), std::move(then));
}

void EtcdPrefixes::fail(const Error &error)
{
    const Done done = std::exchange(m_done, nullptr); // may destroy us
    done(error);
}

void EtcdPrefixes::step()
{
    if (m_levels.empty() || m_requests >= MostRequests) {
        const Done done = std::exchange(m_done, nullptr); // may destroy us
        return done(std::exchange(m_found, {}));
    }
    const Level &level = m_levels.back();
    EtcdRangeQuery query;
    query.keys = {level.next, behindPrefix(level.prefix)};
    query.limit = KeysAtOnce;
    query.isOfKeysOnly = true;
    ask(query, [this](const Result<QByteArray> &answer) { keysCame(answer); });
}

void EtcdPrefixes::keysCame(const Result<QByteArray> &answer)
{
    const auto reply = answer ? m_reader.range({answer->constData(), static_cast<std::size_t>(answer->size())})
                              : Result<EtcdRangeReply>(answer.error());
    if (!reply)
        return fail(reply.error());
    Level &level = m_levels.back();
    for (const EtcdKeyValue &key : reply->keys) {
        const std::size_t end = partEnd(key.key, level.prefix.size());
        if (end == std::string::npos) {
            level.next = key.key + '\0';
            continue;
        }
        const std::string prefix = key.key.substr(0, end);
        level.next = behindPrefix(prefix);
        return sample(prefix, key.key);
    }
    if (!reply->hasMore)
        m_levels.pop_back();
    step();
}

void EtcdPrefixes::sample(const std::string &prefix, const std::string &key)
{
    if (isOfSecretKeys(prefix)) {
        add(prefix, "Secret");
        return step();
    }
    if (isOfSecretKeys(key)) // its value is not for us to see
        return sampled(prefix, {.key = key});
    EtcdRangeQuery query;
    query.keys = {key};
    ask(query, [this, prefix](const Result<QByteArray> &answer) {
        const auto reply = answer ? m_reader.range({answer->constData(), static_cast<std::size_t>(answer->size())})
                                  : Result<EtcdRangeReply>(answer.error());
        if (!reply)
            return fail(reply.error());
        if (reply->keys.empty()) // it has gone meanwhile
            return step();
        const EtcdKeyValue sampledKey = reply->keys.front();
        sampled(prefix, sampledKey);
    });
}

void EtcdPrefixes::sampled(const std::string &prefix, const EtcdKeyValue &key)
{
    const int depth = m_levels.back().depth + 1;
    auto kube = readKubeEnvelope(key.value, key.modified);
    if (!kube)
        kube = readKubeJson(key.value, key.modified);
    const std::string place = kube ? (kube->ns.empty() ? "" : kube->ns + '/') + kube->name : std::string();
    const bool isOfOneKind = kube && !kube->name.empty() && key.key == prefix + place;
    if (isOfOneKind) {
        add(prefix, kube->kind);
        return step();
    }
    add(prefix, lastPart(prefix));
    const bool isDeeper = kube ? depth < Deepest && key.key.ends_with(place) : depth < DeepestPlain;
    if (isDeeper)
        m_levels.push_back({prefix, prefix, depth});
    step();
}

void EtcdPrefixes::add(const std::string &prefix, std::string kind)
{
    ResourceInfo found;
    std::string_view around = prefix;
    around = around.substr(0, around.substr(0, around.size() - std::min<std::size_t>(around.size(), 1)).rfind('/') + 1);
    found.gvr = {std::string(around), std::string(GroupVersionResource::KeysVersion), prefix};
    found.kind = std::move(kind);
    found.singular = lastPart(prefix);
    found.verbs = isOfSecretKeys(prefix) ? std::vector<std::string>{"list"} : std::vector<std::string>{"list", "watch"};
    m_found.push_back(std::move(found));
}

} // namespace wk
