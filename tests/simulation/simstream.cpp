// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simexchange.h"

/// What of an exchange is about watches.
namespace wk::sim {

using std::chrono::milliseconds;

namespace {

constexpr std::string_view EndOfInitial = R"("k8s.io/initial-events-end":"true")";

} // namespace

void SimExchange::openWatch(std::unique_ptr<apiserver::WatchStream> stream)
{
    m_stream = std::move(stream);
    m_resource = m_stream->resource();
    m_hasHead = true;
    m_openedAt = m_heard = m_net.clock.now();
    m_observer->head(HttpHead{200, "application/json", {}, {}});
    if (!m_observer)
        return;
    watchSilence();
    pump();
}

void SimExchange::wake()
{
    if (!m_stream || m_isWoken || !m_dripping.empty())
        return;
    m_isWoken = true;
    m_step = m_net.clock.after(milliseconds(m_net.random.between(0, 20)), [this] { pump(); });
}

void SimExchange::pump()
{
    const auto self = shared_from_this();
    m_isWoken = false;
    while (m_stream) {
        const Instant now = m_net.clock.now();
        std::string lines = m_stream->take(now, m_net.clock.wallNow());
        if (lines.empty() && m_stream->isOver()) {
            endAs(Deed::End::InOrder);
            return;
        }
        if (lines.empty()) {
            m_step = m_net.clock.after(std::max(milliseconds(1), m_stream->nextTime() - now), [this] { pump(); });
            return;
        }
        if (!m_isDead)
            sendLines(m_net.style.dressed(std::move(lines)));
        if (!m_dripping.empty())
            return;
    }
}

void SimExchange::sendLines(std::string lines)
{
    if (lines.starts_with(R"({"type":"ERROR")")) { // too old, as the server itself found
        m_net.chronicle.mark(m_kind, Mark::Kind::Cause);
        deliver(lines);
        return;
    }
    const bool hasEvents = !lines.starts_with(R"({"type":"BOOKMARK")");
    const auto deed = hasEvents ? m_net.desk.sending(m_kind, m_verb, moment(lines)) : std::nullopt;
    const bool endsInitial = m_verb == Verb::Stream && lines.find(EndOfInitial) != lines.npos;
    if (!deed) {
        if (endsInitial)
            beginWatch();
        m_hasEvents = m_hasEvents || hasEvents;
        ofKind().eventsSent += hasEvents;
        const bool hasBookmark = noteBookmark(lines);
        const bool isNews = hasEvents && !hasBookmark && m_verb == Verb::Watch && !endsInitial;
        if (m_verb == Verb::Watch && !endsInitial)
            ofKind().troubleSince = -1; // a stream that brings something is no trouble
        if (deliver(lines) && isNews)
            ofKind().last = std::move(lines);
        return;
    }
    judge(*deed);
    if (deed->instead)
        lines = *deed->instead;
    if (deed->drip.count() > 0) {
        drip(std::move(lines), *deed);
        return;
    }
    const std::string_view part = std::string_view(lines).substr(0, deed->upTo);
    // What follows an ERROR in one read is not heard.
    const bool isError = part.starts_with(R"({"type":"ERROR")");
    const bool hasLine = part.find('\n') != part.npos && !deed->isBroken && !isError;
    m_hasEvents = m_hasEvents || hasLine;
    ofKind().eventsSent += hasLine;
    if (part.find(EndOfInitial) != part.npos && part.ends_with('\n'))
        beginWatch();
    if (deliver(part) && deed->then != Deed::End::GoOn)
        endAs(deed->then);
}

/// The client finds a frame that it cannot read. Twice at the same version: it lists past it (C23). A connection that
/// is cut inside a line is one, too: on a busy machine Qt calls one such end in ten an orderly one, when it follows the
/// last read at once.
void SimExchange::noteBroken()
{
    SimNet::Kind &kind = ofKind();
    if (kind.brokenAt == kind.eventsSent)
        m_net.chronicle.mark(m_kind, Mark::Kind::Cause);
    kind.brokenAt = kind.eventsSent;
}

/// The list has left whole; what comes now is the watch from there.
void SimExchange::beginWatch()
{
    if (m_verb != Verb::Stream)
        return;
    m_verb = Verb::Watch;
    m_hasEvents = true;
    ofKind().last.clear();
    ofKind().brokenAt = ~0ULL;
    ofKind().bookmarked = 0;
}

/// A bookmark is the last line of what leaves in one go.
bool SimExchange::noteBookmark(std::string_view lines)
{
    constexpr std::string_view Key = "\"resourceVersion\":\"";
    const std::string_view line = lines.substr(lines.rfind('\n', lines.size() - 2) + 1);
    const std::size_t key = line.find(Key);
    if (!line.starts_with(R"({"type":"BOOKMARK")") || key == line.npos)
        return false;
    const std::string_view version = line.substr(key + Key.size());
    ofKind().bookmarked = m_net.style.revision(version.substr(0, version.find('"'))).value_or(0);
    return true;
}

void SimExchange::drip(std::string bytes, const Deed &deed)
{
    m_dripping = std::move(bytes);
    m_step = m_net.clock.after(deed.drip, [this, deed] {
        const auto self = shared_from_this();
        const bool isLast = deed.dripBytes == 0;
        std::string rest = std::exchange(m_dripping, {});
        const std::size_t now = isLast ? rest.size() : 1;
        if (rest.find('\n') < now)
            m_hasEvents = true;
        if (!deliver(std::string_view(rest).substr(0, now)))
            return;
        rest.erase(0, now);
        Deed next = deed;
        next.dripBytes -= isLast ? 0 : 1;
        if (rest.empty()) {
            ++ofKind().eventsSent;
            pump();
        } else {
            drip(std::move(rest), next);
        }
    });
}

/// One alarm a stream, as in the real transport: it looks when the allowance may be over, and again later if bytes have
/// come meanwhile.
void SimExchange::watchSilence()
{
    if ((m_verb != Verb::Watch && m_verb != Verb::Stream) || !m_hasHead || m_request.silence.count() <= 0)
        return;
    const milliseconds left = m_heard + m_request.silence - m_net.clock.now();
    if (left > milliseconds(0))
        m_silence = m_net.clock.after(left, [this] { watchSilence(); });
    else
        fail(ErrorKind::TimedOut);
}

} // namespace wk::sim
