// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/etcd/etcdreply.h"

#include <algorithm>

namespace wk {

/// What of an etcd cluster's history was seen, so that another history is not taken for it: one that was restored from
/// a snapshot has the same cluster and members, and takes a watch from any revision. A value.
class EtcdHistory
{
public:
    /// An answer is of this history as far as can be told from its header: no revision, election or cluster is behind
    /// what was seen. Pure.
    bool goesOn(const EtcdHeader &header) const
    {
        const bool isSame = m_seen.cluster == 0 || header.cluster == 0 || header.cluster == m_seen.cluster;
        return isSame && header.term >= m_seen.term && (header.revision == 0 || header.revision >= m_seen.revision);
    }
    void see(const EtcdHeader &header)
    {
        const std::int64_t newest = std::max(m_seen.revision, header.revision);
        m_seen = header;
        m_seen.revision = newest;
    }
    void see(const EtcdKeyValue &key)
    {
        if (key.modified < m_newest.modified)
            return;
        m_newest.key = key.key;
        m_newest.modified = key.modified;
    }

    /// The key that changed last, and when: nothing where none was seen. This history still has it so, as of then.
    const EtcdKeyValue &newest() const { return m_newest; }
    /// Whether the answer to a range over that key, as of that revision, is another history's. Where it was compacted
    /// meanwhile, or did not come, nobody can say.
    bool isAnother(const Result<EtcdRangeReply> &asOfThen) const
    {
        if (!asOfThen)
            return asOfThen.error().kind == ErrorKind::VersionTooLarge;
        return asOfThen->keys.empty() || asOfThen->keys.front().modified != m_newest.modified;
    }

private:
    EtcdHeader m_seen;
    EtcdKeyValue m_newest;
};

} // namespace wk
