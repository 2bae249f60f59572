// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/etcd/etcdreply.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace wk {

/// What of an etcd cluster's history was seen, so that another history is not taken for it: one that was restored from
/// a snapshot has the same cluster and members, and takes a watch from any revision. A value.
class EtcdHistory
{
public:
    /// What headers have said so far.
    const EtcdHeader &seen() const { return m_seen; }
    /// An answer is of the history that was seen by then as far as can be told from its header: no revision, election
    /// or cluster is behind that. One that is not may come of a member that lags; and one that was alone for a while
    /// has had more elections, in vain, than the others. Pure.
    static bool goesOn(const EtcdHeader &header, const EtcdHeader &seen)
    {
        return !hasGoneBack(header, seen) && header.term >= seen.term;
    }
    /// The same with the word of most members, who never know less than anybody had told when they were asked. Pure.
    static bool hasGoneBack(const EtcdHeader &header, const EtcdHeader &seen)
    {
        const bool isSame = seen.cluster == 0 || header.cluster == 0 || header.cluster == seen.cluster;
        return !isSame || (header.revision != 0 && header.revision < seen.revision);
    }
    void see(const EtcdHeader &header)
    {
        const std::int64_t newest = std::max(m_seen.revision, header.revision);
        m_seen = header;
        m_seen.revision = newest;
    }
    void see(const EtcdKeyValue &key) { see({key, false}); }
    void see(const EtcdEvent &event) { see({event.now, event.isDeletion}); }

    /// The key that changed last, and when: nothing where none was seen. This history still has it so, as of then and
    /// of whatever else was seen since.
    const std::string &newestKey() const { return m_newest.key; }
    std::int64_t newestChange() const { return m_newest.modified; }
    /// Whether the answer to a range over that key, as of a revision up to which all was seen, is another history's.
    /// Where it was compacted meanwhile, or did not come, nobody can say. A key that is written all the time has the
    /// same revision in both: so its value counts.
    bool isAnother(const Result<EtcdRangeReply> &asOfThen) const
    {
        if (!asOfThen)
            return asOfThen.error().kind == ErrorKind::VersionTooLarge;
        if (asOfThen->keys.empty() || m_newest.isDeleted)
            return asOfThen->keys.empty() != m_newest.isDeleted;
        return !(Change(asOfThen->keys.front(), false) == m_newest);
    }

private:
    struct Change {
        Change() = default;
        Change(const EtcdKeyValue &key, bool deleted)
            : key(key.key)
            , created(key.created)
            , modified(key.modified)
            , value(deleted ? 0 : std::hash<std::string>()(key.value))
            , isDeleted(deleted)
        {}
        bool operator==(const Change &) const = default;

        std::string key{};
        std::int64_t created = 0;
        std::int64_t modified = 0;
        std::size_t value = 0; ///< a hash
        bool isDeleted = false;
    };

    void see(Change change)
    {
        if (change.modified >= m_newest.modified)
            m_newest = std::move(change);
    }

    EtcdHeader m_seen;
    Change m_newest;
};

} // namespace wk
