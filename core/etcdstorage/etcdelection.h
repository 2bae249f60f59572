// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/cluster/documentfetch.h"
#include "core/etcdstorage/etcdwrite.h"

#include <functional>
#include <memory>
#include <string>

namespace wk {

/// Takes part in choosing one of several servers: who puts a key with a lease that it keeps alive is chosen, until it
/// goes or is not heard of for as long as the lease lives. Who is chosen gives up before that, so that no two are at
/// once. The thread of the transport. Source: etcd clientv3/concurrency/election.go, client-go leaderelection.
class EtcdElection
{
public:
    static constexpr std::chrono::seconds LeaseLife{10};
    static constexpr std::chrono::seconds KeepAlive{3};
    /// After so long without a word from etcd whoever was chosen is not any more.
    static constexpr std::chrono::seconds Patience{7};

    using Changed = std::function<void(bool isChosen)>;

    /// `changed` is told of each change; nobody is chosen at first.
    EtcdElection(Transport &transport, Clock &clock, std::string key, std::string name, Changed changed);
    /// Its key goes with its lease.
    ~EtcdElection();

private:
    void step();
    void ask(const HttpRequest &request, void (EtcdElection::*then)(const QByteArray &answer));
    void granted(const QByteArray &answer);
    void kept(const QByteArray &answer);
    void voted(const QByteArray &answer);
    void later(std::chrono::milliseconds delay);
    void choose(bool isChosen);

    Transport &m_transport;
    Clock &m_clock;
    const std::string m_key;
    const std::string m_name;
    const Changed m_changed;
    std::int64_t m_lease = 0;
    bool m_isChosen = false;
    Instant m_heard{}; ///< when what etcd has last said of the lease was asked
    Instant m_asked{};
    std::unique_ptr<DocumentFetch> m_fetch;
    Clock::Alarm m_next;
    Clock::Alarm m_end;
};

} // namespace wk
