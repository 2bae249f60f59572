// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/connectionrace.h"

#include <QHostInfo>
#include <QSslSocket>
#include <QTcpSocket>

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// The resolver's order (RFC 6724), but the families in turn; the first is the last.
std::vector<QHostAddress> inTurn(const QList<QHostAddress> &addresses)
{
    std::vector<QHostAddress> first;
    std::vector<QHostAddress> second;
    for (const QHostAddress &address : addresses)
        (address.protocol() == addresses.first().protocol() ? first : second).push_back(address);
    std::vector<QHostAddress> all;
    for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
        if (i < first.size())
            all.push_back(first[i]);
        if (i < second.size())
            all.push_back(second[i]);
    }
    std::ranges::reverse(all);
    return all;
}

} // namespace

ConnectionRace::ConnectionRace(Clock &clock, Goal goal)
    : m_clock(clock)
    , m_goal(std::move(goal))
{
    QMetaObject::invokeMethod(this, &ConnectionRace::begin, Qt::QueuedConnection);
}

ConnectionRace::~ConnectionRace()
{
    cancel();
}

void ConnectionRace::cancel()
{
    m_next.cancel();
    m_addresses.clear();
    if (m_lookup >= 0)
        QHostInfo::abortHostLookup(std::exchange(m_lookup, -1));
    for (auto &runner : std::exchange(m_runners, {}))
        dismiss(std::move(runner));
}

/// Later: it may be the one that speaks.
void ConnectionRace::dismiss(std::unique_ptr<QTcpSocket> runner)
{
    runner->disconnect(this);
    runner->setParent(this);
    runner.release()->deleteLater();
}

std::unique_ptr<QTcpSocket> ConnectionRace::takeSocket()
{
    return std::move(m_winner);
}

void ConnectionRace::begin()
{
    if (m_goal.proxy.type() != QNetworkProxy::NoProxy) {
        auto socket = make();
        socket->setProxy(m_goal.proxy);
        QTcpSocket &runner = *m_runners.emplace_back(std::move(socket));
        runner.connectToHost(m_goal.host, m_goal.port);
        return;
    }
    if (QHostAddress literal; literal.setAddress(m_goal.host)) {
        start(literal);
        return;
    }
    m_lookup = QHostInfo::lookupHost(m_goal.host, this, &ConnectionRace::lookedUp);
}

void ConnectionRace::lookedUp(const QHostInfo &info)
{
    m_lookup = -1;
    if (info.addresses().isEmpty()) {
        Q_EMIT lost(QAbstractSocket::HostNotFoundError, info.errorString());
        return;
    }
    m_addresses = inTurn(info.addresses());
    startNext();
}

void ConnectionRace::startNext()
{
    m_next.cancel();
    if (m_addresses.empty())
        return;
    const QHostAddress address = m_addresses.back();
    m_addresses.pop_back();
    if (!m_addresses.empty())
        m_next = m_clock.after(HeadStart, [this] { startNext(); });
    start(address);
}

void ConnectionRace::start(const QHostAddress &address)
{
    auto socket = make();
    socket->setProxy(QNetworkProxy::NoProxy);
    QTcpSocket &runner = *m_runners.emplace_back(std::move(socket));
    runner.connectToHost(address, m_goal.port);
}

/// Heard from the event loop alone: what fails at once does so within connectToHost().
std::unique_ptr<QTcpSocket> ConnectionRace::make()
{
    std::unique_ptr<QTcpSocket> socket = m_goal.isTls ? std::make_unique<QSslSocket>() : std::make_unique<QTcpSocket>();
    QTcpSocket *const runner = socket.get();
    const auto wins = [this, runner] {
        const auto found = std::ranges::find(m_runners, runner, [](const auto &one) { return one.get(); });
        if (m_winner || found == m_runners.end())
            return;
        m_winner = std::move(*found);
        m_runners.erase(found);
        cancel();
        runner->disconnect(this);
        Q_EMIT won();
    };
    connect(runner, &QAbstractSocket::connected, this, wins, Qt::QueuedConnection);
    connect(
        runner, &QAbstractSocket::errorOccurred, this, [this, runner] { hasFailed(*runner); }, Qt::QueuedConnection);
    return socket;
}

void ConnectionRace::hasFailed(QTcpSocket &socket)
{
    const auto found = std::ranges::find(m_runners, &socket, [](const auto &one) { return one.get(); });
    if (found == m_runners.end())
        return;
    // That nobody listens says more than that there is no way.
    if (m_error != QAbstractSocket::ConnectionRefusedError) {
        m_error = socket.error();
        m_text = socket.errorString();
    }
    std::unique_ptr<QTcpSocket> failed = std::move(*found);
    m_runners.erase(found);
    dismiss(std::move(failed));
    if (!m_addresses.empty())
        startNext();
    else if (m_runners.empty())
        Q_EMIT lost(m_error, m_text);
}

} // namespace wk
