// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simexchange.h"

#include "core/base/limits.h"
#include "core/cluster/status.h"

namespace wk::sim {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr auto ListSilence = 60s; ///< exchange.cpp of the real one
constexpr auto ShortLife = 1s;

Error errorOf(ErrorKind kind)
{
    Error error;
    error.kind = kind;
    error.text = std::string("simulated: ") + kindName(kind);
    return error;
}

std::string text(const QByteArray &bytes)
{
    return bytes.toStdString();
}

QByteArray valueOf(const HttpRequest &request, const char *name)
{
    for (const auto &[key, value] : request.query) {
        if (key == name)
            return value;
    }
    return {};
}

} // namespace

SimExchange::SimExchange(SimTransport &transport, HttpRequest request, HttpObserver *observer, SimWire *wire)
    : m_transport(transport)
    , m_net(transport.m_net)
    , m_request(std::move(request))
    , m_observer(observer)
    , m_wire(wire)
{
    ++m_transport.m_exchanges;
    m_kind = m_net.world.kindAt(text(m_request.path));
    m_isAudit = m_request.accept.contains("PartialObjectMetadata");
    if (valueOf(m_request, "watch") == "true")
        m_verb = valueOf(m_request, "sendInitialEvents") == "true" ? Verb::Stream : Verb::Watch;
    else
        m_verb = valueOf(m_request, "continue").isEmpty() ? Verb::List : Verb::Page;
}

SimExchange::~SimExchange()
{
    --m_transport.m_exchanges;
}

Request SimExchange::record() const
{
    Request request;
    request.verb = m_verb;
    request.isAllowed = valueOf(m_request, "labelSelector").toStdString() == m_net.world.labelSelector(m_kind) &&
                        valueOf(m_request, "fieldSelector").toStdString() == m_net.world.fieldSelector(m_kind);
    const QByteArray version = valueOf(m_request, "resourceVersion");
    request.hasVersion = !version.isEmpty();
    request.hasToken = m_verb == Verb::Page;
    request.wantsBookmarks = valueOf(m_request, "allowWatchBookmarks") == "true";
    const QByteArray timeout = valueOf(m_request, "timeoutSeconds");
    request.timeoutSeconds = timeout.isEmpty() ? -1 : timeout.toInt();
    request.at = m_sentAt;
    request.bookmarked = ofKind().bookmarked;
    request.from = m_net.style.revision(text(version)).value_or(0);
    return request;
}

void SimExchange::start()
{
    m_heard = m_net.clock.now();
    m_sentAt = m_net.chronicle.now();
    m_step = m_net.clock.after(milliseconds(m_net.random.between(1, 5)), [this] { serve(); });
}

void SimExchange::abandon()
{
    // Initial events that nobody waits for any more: the client lists in another way.
    if (m_observer && m_hasArrived && m_verb == Verb::Stream)
        m_net.chronicle.mark(m_kind, Mark::Kind::Cause);
    m_observer = nullptr;
    m_step.cancel();
    m_silence.cancel();
    m_stream.reset();
    m_transport.forget(this);
}

void SimExchange::hangUp()
{
    if (m_observer && m_hasArrived && !m_hasHead)
        m_net.chronicle.failed(m_kind, m_record, {});
    // A list that does not come whole; of its first page nothing is noted before it has arrived.
    const bool isPage = m_verb == Verb::Page && m_kind >= 0 && !m_isAudit;
    if (m_observer && (isPage || (m_hasArrived && m_verb == Verb::List)))
        m_net.chronicle.mark(m_kind, Mark::Kind::Cause);
    abandon();
}

void SimExchange::refuse(ErrorKind why)
{
    if (m_kind < 0 || m_isAudit)
        return;
    m_sentAt = m_net.chronicle.now();
    m_record = m_net.chronicle.asked(m_kind, record());
    m_hasArrived = true;
    fail(why);
}

void SimExchange::setSilence(milliseconds silence)
{
    m_request.silence = silence;
    watchSilence();
}

Moment SimExchange::moment(std::string_view bytes) const
{
    Moment here;
    here.bytes = bytes;
    here.last = ofKind().last;
    here.style = m_net.style;
    here.now = m_net.clock.wallNow();
    return here;
}

void SimExchange::serve()
{
    const auto self = shared_from_this();
    if (m_kind < 0) {
        ++m_net.chronicle.strays;
        finish(errorOf(ErrorKind::NotFound));
        return;
    }
    if (m_isAudit) { // on a connection of its own, which nobody breaks
        if (m_net.isAway)
            fail(ErrorKind::Refused);
        else
            respond(m_net.world.router().route(serverRequest(), false, false));
        return;
    }
    m_record = m_net.chronicle.asked(m_kind, record());
    m_hasArrived = true;
    if (m_verb == Verb::List || m_verb == Verb::Stream)
        ofKind().streams = m_verb == Verb::Stream;
    if (const auto why = hindrance()) {
        fail(*why);
        return;
    }
    if (ofKind().refusesTables && m_request.accept.contains("as=Table")) {
        if (m_verb != Verb::Watch)
            m_net.chronicle.mark(m_kind, Mark::Kind::Cause);
        answer(Answer{406, apiserver::notAcceptable().json()});
        return;
    }
    Moment here = moment({});
    const std::string token = text(valueOf(m_request, "continue"));
    here.token = token;
    if (const auto deed = m_net.desk.asked(m_kind, m_verb, here)) {
        judge(*deed);
        if (deed->failure) {
            m_step = m_net.clock.after(deed->after, [this, kind = *deed->failure] { fail(kind); });
            return;
        }
        if (deed->answer)
            answer(*deed->answer);
        else
            respond(m_net.world.router().route(serverRequest(), false, false));
        if (deed->compacts) {
            m_net.world.touch(m_kind, m_net.random);
            m_net.world.compact();
        }
        return;
    }
    respond(m_net.world.router().route(serverRequest(), false, false));
}

apiserver::Request SimExchange::serverRequest() const
{
    // As on the wire; what the handlers decode is not what is tested here.
    std::string query;
    for (const auto &[key, value] : m_request.query) {
        std::string plain = text(value);
        if (key == "resourceVersion") {
            const auto revision = m_net.style.revision(plain);
            plain = revision ? std::to_string(*revision) : plain;
        }
        if (key == "limit") {
            int limit = std::min(value.toInt(), m_net.world.kindPlan(m_kind).pageSize);
            if (m_net.desk.wantsPages(m_kind))
                limit = std::min(limit, std::max(1, m_net.world.selectedCount(m_kind) / 3));
            plain = std::to_string(limit);
        }
        query +=
            (query.empty() ? "" : "&") + text(key) + "=" + text(QByteArray::fromStdString(plain).toPercentEncoding());
    }
    apiserver::Request request;
    request.method = "GET";
    request.path = text(m_request.path);
    request.query = apiserver::Query::parse(query);
    request.accept = text(m_request.accept);
    return request;
}

void SimExchange::answer(const Answer &answer)
{
    const bool isStream = answer.status == 200 && answer.contentType.starts_with("application/json");
    if (m_wire && !isStream)
        m_wire->answered(answer); // what a client makes of it is for the real one to find out
    if (answer.status >= 300 && answer.status < 400) {
        fail(ErrorKind::Redirected);
        return;
    }
    if (answer.status == 200 && !isStream) {
        fail(ErrorKind::NotKubernetes);
        return;
    }
    HttpHead head{answer.status,
                  QByteArray::fromStdString(answer.contentType),
                  parseRetryAfter(answer.retryAfter, m_net.clock.wallNow()),
                  {}};
    if (answer.status != 200) {
        Error error = statusError(answer.status, answer.body);
        error.retryAfter = std::max(error.retryAfter, head.retryAfter);
        if (m_hasArrived)
            m_net.chronicle.failed(m_kind, m_record, error.retryAfter);
        if (signsInAnew(answer.status))
            return;
        if (!m_wire)
            m_observer->head(head);
        if (m_observer)
            finish(error);
        return;
    }
    m_hasHead = true;
    m_openedAt = m_net.clock.now();
    m_observer->head(head);
    if (m_observer && deliver(answer.body))
        m_step = m_net.clock.after(answer.held, [this] { endAs(Deed::End::InOrder); });
}

void SimExchange::respond(apiserver::Response response)
{
    if (auto *reply = std::get_if<apiserver::Reply>(&response)) {
        if (reply->status == 200) {
            sendPage(*reply);
            return;
        }
        // The server's own refusals: a page token, say, whose list is forgotten.
        if (reply->status == 410 && m_hasArrived)
            m_net.chronicle.mark(m_kind, Mark::Kind::Cause);
        answer(Answer{reply->status, reply->body, reply->contentType});
    } else if (auto *stream = std::get_if<std::unique_ptr<apiserver::WatchStream>>(&response)) {
        openWatch(std::move(*stream));
    } else {
        m_step = m_net.clock.after(apiserver::WaitFor::Patience,
                                   [this] { respond(m_net.world.router().route(serverRequest(), false, true)); });
    }
}

void SimExchange::sendPage(const apiserver::Reply &reply)
{
    const std::string body = m_net.style.dressed(reply.body);
    m_hasHead = true;
    m_openedAt = m_net.clock.now();
    m_observer->head(HttpHead{200, "application/json", {}, {}});
    if (!m_observer)
        return;
    if (m_isAudit) {
        if (deliver(body))
            finish({});
        return;
    }
    const auto deed = m_net.desk.sending(m_kind, m_verb, moment(body));
    if (!deed) {
        ofKind().last.clear();
        ofKind().bookmarked = 0;
        ofKind().brokenAt = ~0ULL;
        if (deliver(body))
            finish({});
        return;
    }
    judge(*deed);
    const std::string &bytes = deed->instead ? *deed->instead : body;
    if (!deliver(std::string_view(bytes).substr(0, deed->upTo)))
        return;
    if (deed->then == Deed::End::GoOn) {
        finish({});
        return;
    }
    m_net.chronicle.mark(m_kind, Mark::Kind::Cause); // a list that did not come whole
    m_net.chronicle.failed(m_kind, m_record, {});
    endAs(deed->then);
}

void SimExchange::judge(const Deed &deed)
{
    const bool isList = m_verb != Verb::Watch;
    if (deed.isTrouble)
        noteTrouble();
    if (deed.needsGap)
        m_net.chronicle.mark(m_kind, Mark::Kind::GapDue);
    if (deed.isGone)
        m_net.chronicle.mark(m_kind, Mark::Kind::Gone);
    if (deed.isBroken)
        noteBroken();
    if (deed.answer && deed.answer->status == 401)
        noteUnknownUser(deed.signInFails);
    const bool isListFailure = isList && (deed.failure || deed.answer);
    if (deed.isCause || isListFailure)
        m_net.chronicle.mark(m_kind, Mark::Kind::Cause);
    if (deed.retryAfter.count() > 0)
        m_net.chronicle.failed(m_kind, m_record, deed.retryAfter);
}

bool SimExchange::deliver(std::string_view bytes)
{
    const auto self = shared_from_this();
    m_heard = m_net.clock.now();
    // Chunks are cut anywhere: now and then at every byte, mostly in a few places.
    const std::size_t most = m_net.random.oneIn(64) ? 8 : m_net.random.oneIn(4) ? 300 : 16'384;
    while (m_observer && !bytes.empty()) {
        const std::size_t size = std::min<std::size_t>(bytes.size(), m_net.random.between(1, most));
        m_isInLine = bytes[size - 1] != '\n';
        m_observer->body(QByteArrayView(bytes.data(), qsizetype(size)));
        bytes.remove_prefix(size);
    }
    return m_observer;
}

void SimExchange::breakOff(Deed::End how)
{
    if (!m_observer || m_isDead || !m_hasArrived)
        return;
    if (m_verb != Verb::Watch)
        m_net.chronicle.mark(m_kind, Mark::Kind::Cause);
    // Where a line has left in part no end is orderly.
    const bool isOrderly = m_hasHead && m_dripping.empty();
    endAs(isOrderly || how == Deed::End::Silence ? how : Deed::End::Lost);
}

void SimExchange::endAs(Deed::End how)
{
    switch (how) {
    case Deed::End::GoOn: break;
    case Deed::End::InOrder: finish({}); break;
    case Deed::End::Lost: fail(ErrorKind::ConnectionLost); break;
    case Deed::End::Silence:
        m_isDead = true;
        m_step.cancel();
        if (!m_stream) // a list, or no head yet
            m_step = m_net.clock.after(ListSilence, [this] { fail(ErrorKind::TimedOut); });
        m_stream.reset();
        break;
    }
}

void SimExchange::fail(ErrorKind kind, milliseconds retryAfter)
{
    if (m_hasArrived && (!m_hasHead || m_verb != Verb::Watch))
        m_net.chronicle.failed(m_kind, m_record, retryAfter);
    if (m_hasArrived && m_verb != Verb::Watch)
        m_net.chronicle.mark(m_kind, Mark::Kind::Cause);
    finish(errorOf(kind));
}

void SimExchange::finish(std::optional<Error> error)
{
    const auto self = shared_from_this();
    const bool isShort =
        m_verb == Verb::Watch && m_hasHead && !m_hasEvents && m_net.clock.now() - m_openedAt < ShortLife;
    if (isShort || (m_hasArrived && m_verb == Verb::Stream))
        m_net.chronicle.failed(m_kind, m_record, {});
    if (m_wire && error && m_verb == Verb::Watch && m_isInLine)
        noteBroken();
    HttpObserver *const observer = m_observer;
    abandon();
    if (observer)
        observer->finished(std::move(error));
}

} // namespace wk::sim
