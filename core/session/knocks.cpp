// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/knocks.h"

#include "core/cluster/kubetransport.h"

#include <iterator>

namespace wk {

namespace {

constexpr std::chrono::seconds AnswerTime{10}; ///< C22
constexpr std::size_t MostUnderWay = 3;

} // namespace

class Knocks::Knock : private HttpObserver
{
public:
    Knock(Transport &transport, Clock &clock, Done done)
        : m_done(std::move(done))
    {
        HttpRequest request;
        request.path = "/livez";
        request.lane = RequestLane::Control;
        m_call = transport.get(std::move(request), this);
        m_deadline = clock.after(AnswerTime, [this] {
            Error error;
            error.kind = ErrorKind::TimedOut;
            error.text = "the server did not answer within 10 s";
            answer(error);
        });
    }

private:
    void head(const HttpHead &) override { m_answered = true; }
    void body(QByteArrayView) override {}
    void finished(std::optional<Error> error) override
    {
        const bool isTold = error && (error->kind == ErrorKind::ServerError || (error->httpStatus == 0 && !m_answered));
        answer(isTold ? error : std::nullopt);
    }
    void answer(const std::optional<Error> &error)
    {
        m_deadline.cancel();
        m_call.reset();
        const auto done = std::move(m_done); // may destroy us
        done(error);
    }

    Done m_done;
    std::unique_ptr<HttpCall> m_call;
    Clock::Alarm m_deadline;
    bool m_answered = false;
};

Knocks::Knocks(KubeTransport &transport, Clock &clock)
    : m_transport(transport)
    , m_clock(clock)
{}

Knocks::~Knocks() = default;

void Knocks::knock(Done done)
{
    if (m_underWay.size() >= MostUnderWay)
        m_underWay.erase(std::next(m_underWay.begin()));
    const int id = ++m_last;
    m_underWay[id] = std::make_unique<Knock>(
        m_transport, m_clock,
        [this, id, done = std::move(done)](const std::optional<Error> &error) { answered(id, error, done); });
}

void Knocks::answered(int id, const std::optional<Error> &error, const Done &done)
{
    const bool isOvertaken = id < m_lastAnswered;
    const bool isTimeout = error && error->kind == ErrorKind::TimedOut;
    if (error || isOvertaken)
        m_underWay.erase(id);
    else
        keepOldestBefore(id);
    if (isOvertaken && !isTimeout)
        return;
    // Several connections are kept warm. Where one is dead they may all be, and the next knocks would find that out one
    // by one.
    if (isTimeout)
        m_transport.retireConnections();
    done(error);
}

/// Only the oldest is worth waiting for behind an answer: that it times out tells of a dead connection.
void Knocks::keepOldestBefore(int answered)
{
    m_lastAnswered = answered;
    m_underWay.erase(m_underWay.lower_bound(answered), m_underWay.end());
    if (m_underWay.size() > 1)
        m_underWay.erase(std::next(m_underWay.begin()), m_underWay.end());
}

} // namespace wk
