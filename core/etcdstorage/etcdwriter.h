// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/storage.h"
#include "core/etcdstorage/etcdlink.h"
#include "core/etcdstorage/etcdwrite.h"
#include "core/source/etcd/etcdreply.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace wk {

/// Reads and writes single keys of an etcd, for whoever waits for it, and finds out what has become of a write that
/// nobody answered: it is tried again, as it can be done only once, and the key's history says whose it was. Any thread
/// but the link's.
class EtcdWriter
{
public:
    explicit EtcdWriter(EtcdLink &link)
        : m_link(link)
    {}

    /// At which revision a write was done, and what a deletion took.
    struct Done {
        std::uint64_t revision = 0; ///< 0: nobody has said
        std::optional<EtcdKeyValue> taken{};
    };
    using Written = std::variant<Done, apiserver::StorageRefusal, apiserver::Status>;
    Written write(const EtcdWrite &write);

    /// What a key holds as of a revision, or as of now, with the word of most members; nothing where it is not there.
    Result<std::optional<EtcdKeyValue>> look(const std::string &key, std::int64_t revision = 0);

private:
    Written refusedOf(const EtcdWrite &write, const std::vector<EtcdKeyValue> &present, bool isUnknown);
    Written whoseItIs(const EtcdWrite &write);

    EtcdLink &m_link;
};

/// What a server says whose etcd says that.
apiserver::Status etcdStatus(const Error &error);

} // namespace wk
