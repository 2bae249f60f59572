// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/dialect.h"
#include "core/cluster/etcd/etcdaccess.h"
#include "core/cluster/transport.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace wk {

class Clock;
class CredentialSource;
class ExchangeContext;

/// Transport to the members of an etcd cluster, through their JSON gateways; what it can send is its guard's list. A
/// question goes to the member that answered last and, where that one cannot be reached or has no leader, to each of
/// the others in turn. Who watches goes with it: once a member is silent to a question, or another one has answered a
/// later one, the watches there end, as nobody would find out that they are dead. The thread that made it; its calls
/// end with it, silently.
class EtcdTransport : public Transport
{
public:
    using MakeGuard = std::function<std::unique_ptr<const WireGuard>(const QUrl &member)>;
    /// `clock` and `credentials` outlive the transport. Without a guard of its own it has EtcdGuard's.
    EtcdTransport(const EtcdAccess &access, Clock &clock, CredentialSource &credentials,
                  const MakeGuard &makeGuard = {});
    ~EtcdTransport() override;

    [[nodiscard]] std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override;
    void forgetConnections() override;

private:
    class Call;

    void answered(std::size_t member, std::uint64_t question);
    void leave(std::size_t member, std::uint64_t question);
    void endWatches(std::uint64_t question, const std::function<bool(std::size_t member)> &isThere);

    std::vector<std::unique_ptr<ExchangeContext>> m_members;
    std::size_t m_current = 0; ///< that answered last
    std::shared_ptr<std::vector<Call *>> m_calls = std::make_shared<std::vector<Call *>>();
    std::uint64_t m_questions = 0; ///< so many were asked, of one member each
    std::uint64_t m_answered = 0;  ///< the last of them that was
    QObject m_exchanges;           ///< their parent: they go before the pools they wait at
};

} // namespace wk
