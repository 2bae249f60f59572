// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/simtransport.h"

#include <memory>
#include <optional>

namespace wk::sim {

/// One request to the model cluster, from its first step to its last word. One thread.
class SimExchange : public std::enable_shared_from_this<SimExchange>
{
public:
    /// `wire`: the observer again, if it is the end of a real connection.
    SimExchange(SimTransport &transport, HttpRequest request, HttpObserver *observer, SimWire *wire = nullptr);
    ~SimExchange();
    SimExchange(const SimExchange &) = delete;
    SimExchange &operator=(const SimExchange &) = delete;

    /// In a moment, as a network would.
    void start();
    void abandon();
    /// The client at the other end of a real connection is gone.
    void hangUp();
    /// Nobody took it: noted, and over.
    void refuse(ErrorKind why);
    void setSilence(std::chrono::milliseconds silence);
    /// The server's side is cut, or closed.
    void breakOff(Deed::End how);
    /// The watched collection has changed.
    void wake();

    int kind() const { return m_kind; }
    const std::string &resource() const { return m_resource; }

private:
    apiserver::Request serverRequest() const;
    Request record() const;
    Moment moment(std::string_view bytes) const;
    SimNet::Kind &ofKind() const { return m_net.kinds[std::size_t(m_kind)]; }

    void serve();
    /// Why nothing comes of it, whatever it asks.
    std::optional<ErrorKind> hindrance() const;
    /// As the real transport does, once: the request is made again, with another credential.
    bool signsInAnew(int status);
    void answer(const Answer &answer);
    void respond(apiserver::Response response);
    void openWatch(std::unique_ptr<apiserver::WatchStream> stream);
    void sendPage(const apiserver::Reply &reply);
    void pump();
    void sendLines(std::string lines);
    bool noteBookmark(std::string_view lines);
    void beginWatch();
    void judge(const Deed &deed);
    void noteTrouble();
    void noteUnknownUser(std::chrono::milliseconds signInFails);
    void noteBroken();
    /// False when nobody listens any more.
    bool deliver(std::string_view bytes);
    void drip(std::string bytes, const Deed &deed);
    void endAs(Deed::End how);
    void fail(ErrorKind kind, std::chrono::milliseconds retryAfter = {});
    void finish(std::optional<Error> error);
    void watchSilence();

    SimTransport &m_transport;
    SimNet &m_net;
    HttpRequest m_request;
    HttpObserver *m_observer;
    SimWire *const m_wire;
    int m_kind = -1;
    Verb m_verb = Verb::Other;
    std::string m_resource;
    std::size_t m_record = 0;
    std::int64_t m_sentAt = 0;
    bool m_hasSignedInAnew = false;
    bool m_hasArrived = false; ///< before that a server knows nothing of it
    std::unique_ptr<apiserver::WatchStream> m_stream;
    Clock::Alarm m_step;    ///< what happens next
    bool m_isWoken = false; ///< m_step is a pump that is due soon
    Clock::Alarm m_silence;
    Instant m_heard{};
    Instant m_openedAt{};
    bool m_isAudit = false;
    bool m_hasHead = false;
    bool m_hasEvents = false;
    bool m_isInLine = false; ///< what has left so far ends there
    bool m_isDead = false;   ///< half-open: what the server says goes nowhere
    std::string m_dripping;  ///< what has not left yet
};

} // namespace wk::sim
