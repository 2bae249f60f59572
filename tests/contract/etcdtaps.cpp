// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdtaps.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>

namespace wk::etcdruns {

namespace {

using sim::Verb;

bool has(const QJsonObject &body, const char *field)
{
    return body.contains(QLatin1String(field));
}

/// Other: a probe.
std::optional<Verb> verbOf(const HttpRequest &request)
{
    if (request.path == "/v3/watch")
        return Verb::Watch;
    if (request.path != "/v3/kv/range" || !request.posted)
        return {};
    const QJsonObject body = QJsonDocument::fromJson(*request.posted).object();
    if (has(body, "count_only") || !has(body, "range_end"))
        return Verb::Other;
    return has(body, "revision") ? Verb::Page : Verb::List;
}

} // namespace

class TransportTap::Call : public HttpCall, private HttpObserver
{
public:
    Call(TransportTap &tap, HttpRequest request, HttpObserver *observer)
        : m_tap(tap)
        , m_observer(observer)
    {
        ++tap.m_asked.calls;
        const auto verb = verbOf(request);
        if (!verb || *verb == Verb::Other)
            ++(verb ? tap.m_asked.probes : tap.m_asked.wrong);
        else
            m_verb = *verb;
        QObject::connect(&m_sent, &QTimer::timeout, &m_sent, [this] { sent(); });
        m_sent.setSingleShot(true);
        m_sent.start(0);
        m_call = tap.m_below.get(std::move(request), this);
    }
    ~Call() override { --m_tap.m_asked.calls; }
    void setSilence(std::chrono::milliseconds silence) override { m_call->setSilence(silence); }

private:
    /// What is asked goes out in the next turn, when all has been told that led to it.
    void sent()
    {
        if (m_verb == Verb::Other)
            return;
        sim::Request noted;
        noted.verb = m_verb;
        noted.hasToken = m_verb == Verb::Page;
        noted.at = m_tap.m_chronicle.now();
        if (m_verb == Verb::Watch)
            noted.from = m_tap.m_from();
        ++m_tap.m_asked.sent;
        m_number = m_tap.m_chronicle.asked(m_tap.m_kind, noted);
    }
    void head(const HttpHead &head) override { m_observer->head(head); }
    void body(QByteArrayView bytes) override
    {
        m_hasBegun = m_verb == Verb::Watch;
        m_observer->body(bytes);
    }
    void finished(std::optional<Error> error) override
    {
        if (error && m_verb != Verb::Other) {
            // Whoever could not list tries again, and of a server that says its trouble may think the worst.
            if (m_verb != Verb::Watch || error->kind == ErrorKind::ServerError)
                m_tap.m_chronicle.mark(m_tap.m_kind, sim::Mark::Kind::Cause);
            if (m_number && !m_hasBegun)
                m_tap.m_chronicle.failed(m_tap.m_kind, *m_number, error->retryAfter);
        }
        m_observer->finished(std::move(error));
    }

    TransportTap &m_tap;
    HttpObserver *m_observer;
    Verb m_verb = Verb::Other;
    QTimer m_sent;
    std::optional<std::size_t> m_number;
    bool m_hasBegun = false;
    std::unique_ptr<HttpCall> m_call;
};

TransportTap::TransportTap(Transport &below, sim::Chronicle &chronicle, int kind, std::function<sim::Revision()> from)
    : m_below(below)
    , m_chronicle(chronicle)
    , m_kind(kind)
    , m_from(std::move(from))
{}

std::unique_ptr<HttpCall> TransportTap::get(HttpRequest request, HttpObserver *observer)
{
    return std::make_unique<Call>(*this, std::move(request), observer);
}

} // namespace wk::etcdruns
