// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/wire/wireclient.h"

namespace wk::sim {

namespace {

class WireCall : public HttpCall, private HttpObserver
{
public:
    WireCall(SimTransport &server, Links &links, HttpRequest request, HttpObserver *observer)
        : m_server(server)
        , m_links(links)
        , m_id(links.add(request.lane))
        , m_request(std::move(request))
        , m_observer(observer)
    {}
    ~WireCall() override { leave(); }

    void begin(Transport &below)
    {
        HttpRequest marked = m_request;
        marked.accept = Links::marked(marked.accept, m_id);
        m_call = below.get(std::move(marked), this);
    }
    void setSilence(std::chrono::milliseconds silence) override { m_call->setSilence(silence); }

private:
    void head(const HttpHead &head) override
    {
        if (Link *link = m_links.find(m_id))
            link->hasHead = true;
        m_observer->head(head);
    }
    void body(QByteArrayView bytes) override
    {
        if (Link *link = m_links.find(m_id))
            link->received += std::size_t(bytes.size());
        m_observer->body(bytes);
    }
    void finished(std::optional<Error> error) override
    {
        const Link *link = m_links.find(m_id);
        const bool isUnsent =
            error && (error->kind == ErrorKind::Refused || error->kind == ErrorKind::CredentialFailed);
        if (isUnsent && link && !link->hasArrived)
            m_server.refuse(m_request, error->kind);
        leave();
        m_observer->finished(std::move(error)); // may destroy us
    }
    void leave()
    {
        if (Link *link = m_links.find(m_id))
            link->isWanted = false;
    }

    SimTransport &m_server;
    Links &m_links;
    const int m_id;
    HttpRequest m_request;
    HttpObserver *m_observer;
    std::unique_ptr<HttpCall> m_call;
};

} // namespace

std::unique_ptr<HttpCall> WireClient::get(HttpRequest request, HttpObserver *observer)
{
    auto call = std::make_unique<WireCall>(m_server, m_links, std::move(request), observer);
    call->begin(m_below);
    return call;
}

} // namespace wk::sim
