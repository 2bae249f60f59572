// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/storage.h"
#include "core/etcdstorage/etcdlink.h"
#include "core/etcdstorage/etcdmirror.h"
#include "core/etcdstorage/etcdwrite.h"
#include "core/source/etcd/etcdreply.h"

#include <optional>
#include <string>
#include <variant>

namespace wk {

/// Objects in an etcd cluster, below one prefix, where several servers may keep theirs together:
///
///     PREFIX/server/format          whose keys these are
///     PREFIX/server/newest          was put with the last write of any server: its revision is the newest
///     PREFIX/server/NAME            what all servers share: identity, leader
///     PREFIX/registry/RESOURCE/KEY  the objects, as JSON without a resourceVersion, which is the key's mod_revision
///
/// A write is a transaction on the key's mod_revision and waits until the mirror has heard of it. Where nobody says
/// whether it was done it is tried again, as it can be done only once, and the key's history says whose it was. What is
/// true is asked with the word of most members. Any thread but the link's; open() first. Source: apiserver
/// storage/etcd3/store.go; KEP-2340; facts/engines.md, part B.
class EtcdStorage : public apiserver::Storage
{
public:
    struct Options {
        EtcdAccess etcd;
        std::string prefix = "/watchkeeper"; ///< begins with a slash
    };

    /// `types` outlives it, and changes with the definitions that are stored.
    EtcdStorage(const Options &options, apiserver::ResourceTable &types);
    ~EtcdStorage() override;

    /// Errors: etcd cannot be reached; Invalid when keys of others are below the prefix.
    Result<> open() override;
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
    EtcdLink &link() { return m_link; }
    const std::string &prefix() const { return m_prefix; }

private:
    /// At which revision a write was done, and what a deletion took.
    struct Done {
        std::uint64_t revision = 0;
        std::optional<EtcdKeyValue> taken{};
    };
    using Written = std::variant<Done, apiserver::StorageRefusal, apiserver::Status>;

    Result<> claim();
    std::string keyOf(const std::string &resource, const std::string &key) const;
    Result<std::optional<EtcdKeyValue>> look(const std::string &key, std::int64_t revision = 0) const;
    Written write(const EtcdWrite &write);
    Written refusedOf(const EtcdWrite &write, const std::vector<EtcdKeyValue> &present, bool isUnknown);
    Written whoseItIs(const EtcdWrite &write);
    apiserver::WriteResult put(const std::string &resource, const apiserver::StoredObject &object,
                               std::uint64_t expected);

    const std::string m_prefix; ///< ends with a slash
    apiserver::ResourceTable &m_types;
    mutable EtcdMirror m_mirror;
    mutable EtcdLink m_link; ///< ends before what is told in its thread
};

} // namespace wk
