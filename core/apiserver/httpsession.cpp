// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/httpsession.h"

#include "core/apiserver/media.h"
#include "core/apiserver/names.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

namespace wk::apiserver {

namespace {

constexpr std::size_t ReadBytes = 16 * 1024;
/// What a client may send ahead while an answer is on its way.
constexpr std::size_t AheadBytes = 64 * 1024;
constexpr std::chrono::seconds LeaveTime{1};
/// kube-apiserver's defaultGzipThresholdBytes.
constexpr std::size_t GzipFrom = 128 * 1024;

Reply plainText(int status, const char *body)
{
    return {.status = status,
            .body = body,
            .contentType = "text/plain; charset=utf-8",
            .headers = {{"X-Content-Type-Options", "nosniff"}}};
}

} // namespace

HttpSession::HttpSession(std::shared_ptr<Wire> wire, boost::asio::io_context &io, SessionShared &shared)
    : m_wire(std::move(wire))
    , m_timer(io)
    , m_pacer(io)
    , m_shared(shared)
{}

void HttpSession::start()
{
    setTimer(m_shared.times.head, &HttpSession::close);
    if (m_shared.failpoints) {
        Deed deed = m_shared.failpoints->accepted();
        if (deed.instead || deed.then != Deed::Then::GoOn) {
            carryOut(std::move(deed), {}, &HttpSession::close);
            return;
        }
    }
    m_wire->handshake([self = shared_from_this()](Wire::Error error) {
        if (error)
            self->close();
        else
            self->read();
    });
}

void HttpSession::close()
{
    end(&Wire::close);
}

void HttpSession::end(void (Wire::*how)())
{
    if (m_phase == Phase::Closed)
        return;
    m_phase = Phase::Closed;
    m_timer.cancel();
    m_pacer.cancel();
    m_stream.reset();
    (m_wire.get()->*how)();
}

void HttpSession::read()
{
    m_phase = Phase::Reading;
    m_reader.feed(m_unread);
    switch (m_reader.state()) {
    case RequestReader::State::Complete: dispatch(false); return;
    case RequestReader::State::Broken:
        m_keepsAlive = false;
        answer(plainText(m_reader.refusal(), "400 Bad Request\n"));
        return;
    case RequestReader::State::Empty:
        setTimer(m_isFresh ? m_shared.times.head : m_shared.times.idle, &HttpSession::close);
        break;
    case RequestReader::State::Head: setTimer(m_shared.times.head, &HttpSession::close); break;
    case RequestReader::State::Body: setTimer(m_shared.times.body, &HttpSession::close); break;
    }
    readSome();
}

/// A read is always under way, also while we answer: how else would we learn that the client is gone?
void HttpSession::readSome()
{
    const bool isFull = m_phase != Phase::Reading && m_unread.size() > AheadBytes;
    if (m_isReading || m_phase == Phase::Closed || isFull)
        return;
    m_isReading = true;
    m_chunk.resize(ReadBytes);
    m_wire->read(m_chunk, [self = shared_from_this()](Wire::Error error, std::size_t count) {
        self->m_isReading = false;
        if (error)
            self->close();
        else
            self->bytesArrived(count);
    });
}

void HttpSession::bytesArrived(std::size_t count)
{
    if (m_phase == Phase::Leaving || m_phase == Phase::Silent) {
        readSome();
        return;
    }
    m_unread.append(m_chunk, 0, count);
    if (m_phase != Phase::Reading) {
        readSome();
        return;
    }
    const RequestReader::State before = m_reader.state();
    const RequestReader::State after = m_reader.feed(m_unread);
    // Nothing is read meanwhile, so the answer cannot come before these words are out.
    if (m_reader.takeExpectation()) {
        write("HTTP/1.1 100 Continue\r\n\r\n", &HttpSession::read);
        return;
    }
    if (before == after && after != RequestReader::State::Complete)
        readSome(); // The clock that runs goes on running.
    else
        read();
}

void HttpSession::dispatch(bool hasWaited)
{
    if (!hasWaited) {
        m_request = m_reader.request();
        m_keepsAlive = m_reader.keepsAlive();
    }
    if (m_shared.failpoints && !hasWaited) {
        Deed deed = m_shared.failpoints->asked(m_request);
        if (deed.instead || deed.then != Deed::Then::GoOn) {
            m_phase = Phase::Answering;
            carryOut(std::move(deed), {}, &HttpSession::written);
            readSome();
            return;
        }
    }
    if (m_shared.waiters)
        respondLater(hasWaited);
    else
        carryOn(respond(hasWaited));
}

/// What is in hand now is nobody else's until the response has come: nothing more is read into it.
void HttpSession::respondLater(bool hasWaited)
{
    m_phase = Phase::Answering;
    setTimer(m_shared.times.write, &HttpSession::close);
    readSome();
    const auto home = boost::asio::make_work_guard(m_timer.get_executor());
    boost::asio::post(*m_shared.waiters, [self = shared_from_this(), home, hasWaited] {
        auto response = std::make_shared<Response>(self->respond(hasWaited));
        boost::asio::post(home.get_executor(), [self, response] {
            if (self->m_phase == Phase::Answering)
                self->carryOn(std::move(*response));
        });
    });
}

void HttpSession::carryOn(Response response)
{
    if (auto *reply = std::get_if<Reply>(&response))
        answer(std::move(*reply));
    else if (const auto *awaited = std::get_if<WaitFor>(&response))
        wait(awaited->revision);
    else
        openStream(std::move(std::get<std::unique_ptr<WatchStream>>(response)));
}

Response HttpSession::respond(bool hasWaited)
{
    const Credentials credentials = m_reader.credentials();
    if (!m_shared.gate.isFromClient(credentials))
        return plainText(403, "403 Forbidden\n");
    m_right = m_shared.gate.right(credentials);
    if (m_right == Gate::Right::None)
        return refusal(unauthorized());
    try {
        return m_shared.router.route(m_request, m_right == Gate::Right::Write, hasWaited);
    } catch (const std::exception &) {
        // A document that surprised us must not take the server down.
        return refusal(internalError("the request could not be handled"));
    }
}

void HttpSession::wait(std::uint64_t revision)
{
    m_phase = Phase::Waiting;
    m_awaited = revision;
    setTimer(WaitFor::Patience, &HttpSession::wake);
    readSome();
}

void HttpSession::wake()
{
    if (m_phase == Phase::Streaming) {
        if (!m_isWriting)
            pump();
        else if (m_stream->isTooSlow())
            close();
    } else if (m_phase == Phase::Waiting) {
        const bool isOver = m_timer.expiry() <= std::chrono::steady_clock::now();
        if (isOver || m_shared.router.revision() >= m_awaited)
            dispatch(true);
    }
}

void HttpSession::answer(Reply reply)
{
    m_phase = Phase::Answering;
    setTimer(m_shared.times.write, &HttpSession::close);
    compress(reply);
    send(Part::Answer, responseText(reply, envelope(!m_keepsAlive)), &HttpSession::written);
    readSome();
}

void HttpSession::compress(Reply &reply) const
{
    if (reply.body.size() <= GzipFrom || !acceptsCoding(m_request.acceptEncoding, "gzip"))
        return;
    std::string packed = gzipped(reply.body);
    if (packed.empty())
        return;
    reply.body = std::move(packed);
    reply.headers.emplace_back("Content-Encoding", "gzip");
    reply.headers.emplace_back("Vary", "Accept-Encoding");
}

void HttpSession::written()
{
    if (!m_keepsAlive) {
        leave();
        return;
    }
    m_isFresh = false;
    m_reader.restart();
    read();
}

/// Closing with bytes unread would reset the connection and take our last answer with it: we let the client
/// go first.
void HttpSession::leave()
{
    m_phase = Phase::Leaving;
    m_unread.clear();
    m_wire->finish();
    setTimer(LeaveTime, &HttpSession::close);
    readSome();
}

void HttpSession::openStream(std::unique_ptr<WatchStream> stream)
{
    m_phase = Phase::Streaming;
    m_stream = std::move(stream);
    send(Part::WatchHead, watchHead(envelope(!m_keepsAlive)), &HttpSession::pump);
    readSome();
}

void HttpSession::pump()
{
    if (m_phase != Phase::Streaming)
        return;
    const std::string lines = m_stream->take(m_shared.clock.now(), m_shared.clock.wallNow());
    if (!lines.empty()) {
        setTimer(m_stream->deadline() - m_shared.clock.now() + m_shared.times.write, &HttpSession::close);
        send(Part::Frames, watchChunks(lines), &HttpSession::pump);
    } else if (m_stream->isOver()) {
        m_stream.reset();
        m_phase = Phase::Answering;
        setTimer(m_shared.times.write, &HttpSession::close);
        send(Part::LastChunk, lastChunk(), &HttpSession::written);
    } else {
        setTimer(m_stream->nextTime() - m_shared.clock.now(), &HttpSession::wake);
    }
}

void HttpSession::send(Part part, std::string bytes, Next then)
{
    if (!m_shared.failpoints)
        return write(std::move(bytes), then);
    Deed deed = m_shared.failpoints->sending(m_request, part, bytes);
    carryOut(std::move(deed), std::move(bytes), then);
}

void HttpSession::carryOut(Deed deed, std::string bytes, Next then)
{
    if (deed.instead)
        bytes = *std::move(deed.instead);
    bytes.resize(std::min(bytes.size(), deed.upTo));
    static constexpr Next ends[] = {nullptr, &HttpSession::close, &HttpSession::reset, &HttpSession::fallSilent};
    const Next next = deed.then == Deed::Then::GoOn ? then : ends[std::size_t(deed.then)];
    if (bytes.empty())
        (this->*next)();
    else if (deed.drip.count() > 0)
        drip(std::move(bytes), deed.drip, next);
    else
        write(std::move(bytes), next);
}

/// A byte, then the rest in its time.
void HttpSession::drip(std::string bytes, std::chrono::milliseconds pace, Next then)
{
    m_isWriting = true;
    const std::string first = bytes.substr(0, 1);
    m_wire->write(first, [this, self = shared_from_this(), rest = bytes.substr(1), pace, then](Wire::Error error) {
        if (error)
            return close();
        m_pacer.expires_after(pace);
        m_pacer.async_wait([this, self, rest, pace, then](Wire::Error) {
            m_isWriting = false;
            if (m_phase == Phase::Closed)
                return;
            if (rest.empty())
                (self.get()->*then)();
            else
                drip(rest, pace, then);
        });
    });
}

void HttpSession::reset()
{
    end(&Wire::reset);
}

/// As a machine that lost its network: the connection is there, and nothing comes.
void HttpSession::fallSilent()
{
    m_phase = Phase::Silent;
    m_timer.cancel();
    m_pacer.cancel();
    m_stream.reset();
    readSome();
}

void HttpSession::write(std::string bytes, Next then)
{
    m_isWriting = true;
    m_wire->write(std::move(bytes), [self = shared_from_this(), then](Wire::Error error) {
        self->m_isWriting = false;
        if (error)
            self->close();
        else
            (self.get()->*then)();
    });
}

void HttpSession::setTimer(std::chrono::milliseconds delay, void (HttpSession::*ring)())
{
    m_timer.expires_after(std::max(delay, std::chrono::milliseconds(0)));
    m_timer.async_wait([self = shared_from_this(), ring](Wire::Error error) {
        // A timer set anew cancels the old one; one that had already rung finds its expiry moved on.
        if (!error && self->m_timer.expiry() <= std::chrono::steady_clock::now())
            (self.get()->*ring)();
    });
}

Envelope HttpSession::envelope(bool closes)
{
    return {m_shared.clock.wallNow(), makeUuid(m_shared.random), closes};
}

} // namespace wk::apiserver
