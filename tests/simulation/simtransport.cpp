// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simtransport.h"

#include "tests/simulation/simexchange.h"

#include <algorithm>

namespace wk::sim {

namespace {

class SimCall : public HttpCall
{
public:
    explicit SimCall(std::shared_ptr<SimExchange> exchange)
        : m_exchange(std::move(exchange))
    {}
    ~SimCall() override { m_exchange->abandon(); }
    void setSilence(std::chrono::milliseconds silence) override { m_exchange->setSilence(silence); }

private:
    std::shared_ptr<SimExchange> m_exchange;
};

class WiredCall : public HttpCall
{
public:
    explicit WiredCall(std::shared_ptr<SimExchange> exchange)
        : m_exchange(std::move(exchange))
    {}
    ~WiredCall() override { m_exchange->hangUp(); }

private:
    std::shared_ptr<SimExchange> m_exchange;
};

} // namespace

SimTransport::~SimTransport() = default;

std::unique_ptr<HttpCall> SimTransport::get(HttpRequest request, HttpObserver *observer)
{
    auto exchange = std::make_shared<SimExchange>(*this, std::move(request), observer);
    m_running.push_back(exchange);
    exchange->start();
    return std::make_unique<SimCall>(std::move(exchange));
}

std::unique_ptr<HttpCall> SimTransport::serve(HttpRequest request, SimWire *wire)
{
    auto exchange = std::make_shared<SimExchange>(*this, std::move(request), wire, wire);
    m_running.push_back(exchange);
    exchange->start();
    return std::make_unique<WiredCall>(std::move(exchange));
}

void SimTransport::refuse(const HttpRequest &request, ErrorKind why)
{
    std::make_shared<SimExchange>(*this, request, nullptr)->refuse(why);
}

void SimTransport::wake(const std::string &resource)
{
    for (const auto &exchange : m_running) {
        if (exchange->resource() == resource)
            exchange->wake();
    }
}

void SimTransport::breakStreams(int kind, Deed::End how)
{
    const auto running = m_running; // each may end, and begin another
    for (const auto &exchange : running) {
        if (kind < 0 || exchange->kind() == kind)
            exchange->breakOff(how);
    }
}

int SimTransport::running(int kind) const
{
    return int(std::count_if(m_running.begin(), m_running.end(),
                             [=](const auto &exchange) { return exchange->kind() == kind; }));
}

void SimTransport::forget(SimExchange *exchange)
{
    std::erase_if(m_running, [=](const auto &one) { return one.get() == exchange; });
}

} // namespace wk::sim
