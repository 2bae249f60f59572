// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/documentfetch.h"
#include "core/cluster/etcd/etcdrequest.h"
#include "core/resource/resourceinfo.h"
#include "core/source/etcd/etcdreply.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace wk {

/// Finds out which prefixes there are among etcd's keys, so that somebody can choose one: what stands up to a '/', two
/// of them deep and, of Kubernetes' objects, as deep as those of one kind have in common. It reads no more than a few
/// keys of each prefix, leaping from the end of one to the next, and one value. Worker thread.
class EtcdPrefixes
{
public:
    /// Of more the rest is left out; it is among the keys of what is around it.
    static constexpr int MostRequests = 600;

    using Done = std::function<void(const Result<std::vector<ResourceInfo>> &)>;

    /// Below that prefix, which is one of them. `done` is called once, later; not after this is gone.
    EtcdPrefixes(Transport &transport, std::string prefix, Done done);

private:
    struct Level {
        std::string prefix;
        std::string next; ///< from which key on nothing is known
        int depth = 0;
    };

    void step();
    void keysCame(const Result<QByteArray> &answer);
    /// Takes a prefix below the last level in, which begins with that key.
    void sample(const std::string &prefix, const std::string &key);
    void sampled(const std::string &prefix, const EtcdKeyValue &key);
    void add(const std::string &prefix, std::string kind);
    void ask(const EtcdRangeQuery &query, std::function<void(const Result<QByteArray> &)> then);
    void fail(const Error &error);

    Transport &m_transport;
    Done m_done;
    EtcdReplyReader m_reader;
    std::vector<Level> m_levels; ///< from the outside in
    std::vector<ResourceInfo> m_found;
    std::unique_ptr<DocumentFetch> m_fetch;
    int m_requests = 0;
};

} // namespace wk
