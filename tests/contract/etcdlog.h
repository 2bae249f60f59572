// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/history.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk::etcdruns {

/// One change of a transaction: a key is put, or without a value deleted.
struct EtcdOp {
    std::string key;
    std::optional<std::string> value;
};

/// A hash of a value as it is told: of JSON what it says, of all else its bytes.
std::uint64_t contentOfValue(std::string_view value);
/// The same of an object that is told of a key.
std::uint64_t contentOfTold(std::string_view json);
std::uint64_t uidOf(const std::string &key, std::int64_t created);

/// All that has happened to an etcd cluster, exactly as it was acknowledged, in the shape of the model's log. A
/// revision of etcd can come twice, since a restored snapshot goes back; and the changes of a transaction share one.
/// Those of the model rise and are each of one change: every restore begins an epoch, far above the one before, and in
/// a transaction each change has its step. A watch over two ranges may be told those of the second first: then they
/// come first.
class EtcdLog
{
public:
    /// Kinds are prefixes of keys. No value beyond `secrets` belongs to any.
    explicit EtcdLog(std::vector<std::string> kinds);

    void note(std::int64_t revision, const std::vector<EtcdOp> &ops);
    struct Snapshot;
    std::shared_ptr<const Snapshot> snapshot() const;
    /// The cluster goes on from there, whatever was noted since.
    void restore(const Snapshot &snapshot);

    int kinds() const { return int(m_kinds.size()); }
    const std::string &prefix(int kind) const { return m_kinds[std::size_t(kind)]; }
    bool isOf(int kind, std::string_view key) const;
    bool holds(const std::string &key) const { return m_now.contains(key); }
    std::int64_t revision() const { return m_revision; }
    std::uint64_t changes() const { return m_changes; }
    int epoch() const { return int(m_epochs.size()) - 1; }

    /// In the model's numbers: a state of the whole, or a change of one key, as etcd's revisions were in an epoch. Of
    /// what nobody has written it is a number that nothing else has.
    struct Place {
        int epoch = 0;
        std::int64_t revision = 0;
        std::string key; ///< empty: of the whole
    };
    sim::Revision numberOf(int kind, const Place &place) const;
    /// That change was the first of its revision to be told.
    void toldFirst(int kind, const std::string &key, std::int64_t revision);
    /// The last change of a kind.
    sim::Revision last(int kind) const;
    /// What the model's part of a history is, at the end.
    void fill(int kind, sim::KindHistory &history) const;

private:
    struct Held {
        int epoch = 0;
        std::int64_t created = 0;
        std::int64_t modified = 0;
        std::uint64_t content = 0;
    };
    struct Change {
        EntryType type = EntryType::Added;
        std::string key;
        Held state;      ///< modified: when it happened, or was put where it comes of a snapshot
        int resetTo = 0; ///< the epoch that began with it; 0: none
    };
    struct Epoch {
        int parent = 0;
        std::int64_t from = 0;                                ///< the snapshot's revision
        std::map<std::int64_t, std::vector<std::string>> ops; ///< keys, by revision
        std::map<std::int64_t, bool> isSecondFirst;           ///< of the kind of two ranges
    };

    int ownerOf(int epoch, std::int64_t revision) const;
    sim::Revision resetOf(int epoch) const;
    sim::State stateOf(int kind, const std::string &key, const Held &held) const;

    std::vector<std::string> m_kinds;
    std::vector<Epoch> m_epochs;
    std::map<std::string, Held> m_now;
    std::vector<Change> m_log;
    std::int64_t m_revision = 1;
    std::uint64_t m_changes = 0;
};

struct EtcdLog::Snapshot {
    int epoch = 0;
    std::int64_t revision = 0;
    std::map<std::string, Held> held;
};

} // namespace wk::etcdruns
