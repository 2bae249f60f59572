// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/etcdlog.h"
#include "tests/contract/etcdmembers.h"

#include <string>
#include <vector>

namespace wk::etcdruns {

/// Writes into a cluster and notes in its log what was acknowledged, and nothing else. Every transaction compares the
/// revision of a key of the writer's own, and puts it anew: so none can come late, and of one that nobody has
/// acknowledged that key says, once the cluster answers again, whether it was. Main thread.
class EtcdWriter
{
public:
    static constexpr const char *OwnKey = "/writer/seq";

    EtcdWriter(EtcdMembers &members, EtcdLog &log)
        : m_members(members)
        , m_log(log)
    {}

    /// Writes it in one transaction. False where that cannot be had in twenty seconds.
    bool write(std::vector<EtcdOp> ops);
    /// The same without waiting; settle() has the answer.
    bool send(std::vector<EtcdOp> ops);
    /// Nothing is unknown after this: what was sent has been noted, or never happens. False where that cannot be had.
    bool settle();
    /// After a restore: from where the cluster is now.
    bool goOn();
    /// Another member is asked first.
    void prefer(int member) { m_member = member; }

    int writes = 0;  ///< that happened
    int unknown = 0; ///< that nobody acknowledged
    int read = 0;    ///< of these, that had happened

private:
    enum class Outcome { Done, NotDone, Unknown };
    QJsonObject transaction(const std::vector<EtcdOp> &ops, const std::string &tag) const;
    bool readBack();
    void done(std::int64_t revision, std::vector<EtcdOp> ops, const std::string &tag);

    EtcdMembers &m_members;
    EtcdLog &m_log;
    int m_member = 0;
    int m_count = 0;
    std::int64_t m_own = 0; ///< the revision of the writer's key
    std::unique_ptr<QNetworkReply> m_reply;
    std::vector<EtcdOp> m_sent;
    std::string m_tag;
};

} // namespace wk::etcdruns
