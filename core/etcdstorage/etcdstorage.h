// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/storage.h"
#include "core/etcdstorage/etcdelection.h"
#include "core/etcdstorage/etcdlink.h"
#include "core/etcdstorage/etcdmirror.h"
#include "core/etcdstorage/etcdstorageoptions.h"
#include "core/etcdstorage/etcdwriter.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace wk {

/// Objects in an etcd cluster, below one prefix, where several servers may keep theirs together:
///
///     PREFIX/server/format          whose keys these are
///     PREFIX/server/newest          was put with the last write of any server: its revision is the newest
///     PREFIX/server/NAME            what all servers share: identity, leader
///     PREFIX/registry/RESOURCE/KEY  the objects, as JSON without a resourceVersion, which is the key's mod_revision
///
/// A write is a transaction on the key's mod_revision and waits until the mirror has heard of it. What is
/// true is asked with the word of most members. Any thread but the link's; open() first. Source: apiserver
/// storage/etcd3/store.go; KEP-2340; facts/engines.md, part B.
class EtcdStorage : public apiserver::Storage
{
public:
    /// `types` outlives it, and changes with the definitions that are stored.
    EtcdStorage(const EtcdStorageOptions &options, apiserver::ResourceTable &types);
    ~EtcdStorage() override;

    /// Errors: etcd cannot be reached; Invalid when keys of others are below the prefix.
    Result<> open() override;
    void close() override;
    void giveUp() override { m_link.giveUp(); }
    bool waits() const override { return true; }

    apiserver::WriteResult create(const std::string &resource, apiserver::StoredObject object) override;
    apiserver::WriteResult update(const std::string &resource, apiserver::StoredObject object,
                                  std::uint64_t expected) override;
    apiserver::WriteResult remove(const std::string &resource, const std::string &key, std::uint64_t expected) override;
    apiserver::Outcome<apiserver::ObjectPtr> newest(const std::string &resource, const std::string &key) const override;
    apiserver::Outcome<> catchUp() const override;

    apiserver::ObjectPtr get(const std::string &resource, const std::string &key) const override;
    std::vector<apiserver::ObjectRef> dependents(const std::string &uid) const override;
    std::optional<apiserver::ObjectRef> byUid(const std::string &uid) const override;
    std::vector<apiserver::ObjectRef> inNamespace(const std::string &nameSpace) const override;
    apiserver::Listing list(const std::string &resource) const override;
    apiserver::Stretch stretch(const std::string &resource, const std::string &from, std::size_t most) const override;
    std::uint64_t revision() const override;
    void watch(Callback callback, Ended ended = {}) override;

    /// What all servers share under a name: what is there, and where nothing is, `value` from now on.
    Result<std::string> shared(const std::string &name, const std::string &value);
    /// Whether there are no objects.
    bool isEmpty() const;
    /// From now on this server takes part in the election of one among all; see EtcdElection. `changed` is called in
    /// the link's thread.
    void standForElection(const std::string &name, EtcdElection::Changed changed);

private:
    Result<> claim();
    void planCompaction(Transport &transport, Clock &clock);
    std::string keyOf(const std::string &resource, const std::string &key) const;
    apiserver::WriteResult put(const std::string &resource, const apiserver::StoredObject &object,
                               std::uint64_t expected);

    const std::string m_prefix; ///< ends with a slash
    const std::chrono::milliseconds m_compactEvery;
    const EtcdAccess m_etcd;
    apiserver::ResourceTable &m_types;
    mutable EtcdMirror m_mirror;
    mutable std::atomic<std::uint64_t> m_doubted =
        0; ///< the revision of which it was asked whether it is of this history
    // Of the link's thread.
    std::unique_ptr<EtcdElection> m_election;
    Clock::Alarm m_nextCompaction;
    std::uint64_t m_compactTo = 0; ///< at the next one: the revision of the one before
    std::unique_ptr<DocumentFetch> m_compaction;
    mutable EtcdLink m_link; ///< ends before what is told in its thread
    mutable EtcdWriter m_writer{m_link};
};

} // namespace wk
