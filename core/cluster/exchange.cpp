// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/exchange.h"

#include "core/base/limits.h"
#include "core/cluster/authorization.h"
#include "core/cluster/exchangecontext.h"
#include "core/cluster/replyhead.h"
#include "core/cluster/requesturl.h"
#include "core/cluster/tlsconfig.h"
#include "core/cluster/wirerequest.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr qsizetype RefusalBytes = 64 * 1024;
constexpr milliseconds ListSilence = seconds(60);
constexpr milliseconds ControlSilence = seconds(30);
constexpr milliseconds WatchSilence = seconds(630); ///< ten minutes, the longest timeoutSeconds of ours, and a bit

milliseconds usualSilence(RequestLane lane)
{
    switch (lane) {
    case RequestLane::Control:
    case RequestLane::Discovery: return ControlSilence;
    case RequestLane::List: return ListSilence;
    case RequestLane::Watch: return WatchSilence;
    }
    return ControlSilence;
}

std::size_t mostBytes(RequestLane lane)
{
    switch (lane) {
    case RequestLane::Control:
    case RequestLane::Discovery: return limits::DocumentBytes;
    case RequestLane::List: return limits::ListPageBytes;
    case RequestLane::Watch: break; // its frames are bounded one by one
    }
    return std::size_t(-1);
}

std::string inSeconds(milliseconds time)
{
    return std::to_string(std::chrono::ceil<seconds>(time).count()) + " s";
}

} // namespace

Exchange::Exchange(ExchangeContext &context, HttpRequest request, HttpObserver *observer, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_request(std::move(request))
    , m_url(requestUrl(context.access.server, m_request))
    , m_observer(observer)
{
    if (m_request.silence <= milliseconds(0))
        m_request.silence = usualSilence(m_request.lane);
    QMetaObject::invokeMethod(this, &Exchange::begin, Qt::QueuedConnection);
}

Exchange::~Exchange()
{
    m_observer = nullptr;
    m_context.pool.leave(this);
}

void Exchange::abandon()
{
    m_observer = nullptr;
    conclude({});
}

void Exchange::setSilence(milliseconds silence)
{
    m_request.silence = silence;
    if (m_lease)
        watchTime();
}

void Exchange::endForRenewal()
{
    if (m_phase == Phase::Body)
        return conclude({});
    conclude(Error{ErrorKind::ConnectionLost, "The certificates have been renewed before the server answered."});
}

void Exchange::begin()
{
    if (!m_observer)
        return;
    if (const auto allowed = m_context.dialect.guard->checkRequest(m_url, m_request.accept, m_request.posted); !allowed)
        conclude(allowed.error());
    else
        authorize();
}

void Exchange::authorize()
{
    m_alarm.cancel();
    m_phase = Phase::Waiting;
    m_refusal.clear();
    m_context.credentials.credential(this,
                                     [this](const Result<Credential> &credential) { credentialArrived(credential); });
}

void Exchange::credentialArrived(const Result<Credential> &credential)
{
    if (!m_observer)
        return;
    if (!credential) {
        conclude(credential.error());
        return;
    }
    if (m_hasRetried && *credential == m_credential) {
        conclude(
            Error{ErrorKind::Unauthorized,
                  "The credential of \"" + m_context.access.user + "\" is not accepted, and there is no newer one.",
                  serverName(m_url).toStdString(), 401});
        return;
    }
    m_credential = *credential;
    const auto ready = m_context.adopt(m_credential);
    const auto header = authorizationFor(m_url, m_context.access, m_credential, m_context.dialect.tokenScheme);
    if (!ready || !header) {
        conclude(ready ? header.error() : ready.error());
        return;
    }
    m_authorization = *header;
    m_context.pool.join(m_request.lane, this);
}

void Exchange::streamGranted(std::unique_ptr<StreamLease> lease)
{
    m_lease = std::move(lease);
    QMetaObject::invokeMethod(this, &Exchange::send, Qt::QueuedConnection);
}

void Exchange::send()
{
    if (!m_lease)
        return;
    const auto request =
        WireRequest::make(*m_context.dialect.guard, m_context.partsOf(m_url, m_request, m_authorization));
    if (!request)
        return conclude(request.error());
    enter(Phase::Connecting);
    m_lease->stream().start(*request, *this);
}

void Exchange::enter(Phase phase)
{
    m_phase = phase;
    m_since = m_context.clock.now();
    watchTime();
}

bool Exchange::trusts(const QList<QSslError> &errors, const QSslConfiguration &seen)
{
    return m_context.access.skipTlsVerify || endsAtGiven(errors, seen);
}

void Exchange::headRead(const ResponseHead &head)
{
    m_head = readHead(head, m_context.clock.wallNow());
    m_context.notes.hear(m_head, m_context.clock.wallNow());
    if (m_head.status >= 300 && m_head.status < 400)
        conclude(redirectError(head, m_url));
    else if (m_head.status != 200)
        enter(Phase::Refusal);
    else
        okRead(head);
}

void Exchange::okRead(const ResponseHead &head)
{
    const bool isCompressionAsked = asksForCompression(m_context.access);
    if (const auto error = unusableAnswer(head, m_url, m_request.accept, isCompressionAsked))
        return conclude(error);
    if (head.field("content-encoding").toLower() == "gzip")
        m_packed = std::make_unique<GzipReader>();
    enter(Phase::Body);
    m_observer->head(m_head);
}

void Exchange::bodyRead(QByteArrayView bytes)
{
    m_since = m_context.clock.now();
    if (m_phase == Phase::Refusal) {
        m_refusal += bytes.first(std::min(bytes.size(), RefusalBytes - m_refusal.size()));
        if (m_refusal.size() == RefusalBytes)
            refused();
    } else if (!m_packed) {
        take(bytes);
    } else if (!m_packed->read(bytes, [this](QByteArrayView piece) { return take(piece); })) {
        conclude(Error{ErrorKind::BrokenFrame,
                       "The compressed answer of " + serverName(m_url).toStdString() + " is damaged.",
                       {}});
    }
}

/// False when nobody listens any more or too much has come.
bool Exchange::take(QByteArrayView bytes)
{
    m_received += std::size_t(bytes.size());
    if (m_received > mostBytes(m_request.lane)) {
        conclude(Error{ErrorKind::TooLarge,
                       "The answer is larger than " + std::to_string(mostBytes(m_request.lane) / limits::MiB) + " MiB.",
                       m_request.path.toStdString()});
        return false;
    }
    m_observer->body(bytes);
    return m_observer != nullptr;
}

void Exchange::answered()
{
    if (m_phase == Phase::Refusal)
        return refused();
    if (m_packed && !m_packed->isComplete())
        return conclude(Error{ErrorKind::ConnectionLost,
                              "The compressed answer of " + serverName(m_url).toStdString() + " ended in its middle.",
                              {}});
    conclude({});
}

void Exchange::failed(const StreamFailure &failure)
{
    if (m_phase == Phase::Refusal)
        return refused();
    const WallTime now = m_context.clock.wallNow();
    if (!failure.distrust.isEmpty())
        return conclude(tlsError(failure.distrust, failure.shown, m_context.access, now));
    Error error = streamError(failure, place());
    // A server says no more than that it closes, or in an alert that it does not take the certificate.
    const bool isRefused = error.kind == ErrorKind::TlsFailed || error.kind == ErrorKind::ConnectionLost;
    if (const auto dates = isRefused ? clientDatesFault(m_context.access, now) : std::nullopt)
        error.text += ' ' + *dates;
    conclude(std::move(error));
}

FailedPlace Exchange::place() const
{
    return {serverName(m_url), m_context.isProxied, m_phase == Phase::Body};
}

/// All that is wanted of an answer other than 200 has come.
void Exchange::refused()
{
    if (signsInAgain())
        return;
    m_observer->head(m_head);
    conclude(refusal());
}

bool Exchange::signsInAgain()
{
    if (m_head.status != 401 || m_hasRetried || !m_context.dialect.canSignInAnew)
        return false;
    m_hasRetried = true;
    m_lease.reset();
    m_context.credentials.refused(m_credential);
    authorize();
    return true;
}

Error Exchange::refusal() const
{
    // Some servers say what they were told, and what is said here comes into logs.
    const QByteArray credential = m_authorization.mid(m_authorization.indexOf(' ') + 1);
    QByteArray text = m_refusal;
    if (!credential.isEmpty())
        text.replace(credential, "(the credential)");
    const auto *basic = std::get_if<BasicAuth>(&m_context.access.signIn);
    if (basic && !basic->password.isEmpty())
        text.replace(basic->password.reveal().toByteArray(), "(the password)");
    Error error =
        m_context.dialect.refusal(m_head.status, std::string_view(text.constData(), std::size_t(text.size())));
    if (m_refusal.size() == RefusalBytes)
        error.text += " (The answer has more than " + std::to_string(RefusalBytes / 1024) +
                      " KiB, of which this is the beginning.)";
    error.retryAfter = std::max(error.retryAfter, m_head.retryAfter);
    if (error.kind != ErrorKind::Unauthorized)
        return error;
    error.place = serverName(m_url).toStdString(); // who is signed in elsewhere asks where they are not
    if (const auto dates = clientDatesFault(m_context.access, m_context.clock.wallNow()))
        error.text += ". " + *dates;
    return error;
}

milliseconds Exchange::allowance() const
{
    switch (m_phase) {
    case Phase::Connecting: return limits::ConnectTime;
    case Phase::AwaitingHead:
        return m_request.lane == RequestLane::Control ? std::min<milliseconds>(limits::HeadTime, m_request.silence)
                                                      : limits::HeadTime;
    case Phase::ReadingHead: return limits::HeadReadTime;
    case Phase::Refusal: return limits::HeadTime;
    case Phase::Waiting:
    case Phase::Body: break;
    }
    return m_request.silence;
}

/// One alarm a request: it looks when the allowance may be over, and again later if bytes have come meanwhile.
void Exchange::watchTime()
{
    const milliseconds left = m_since + allowance() - m_context.clock.now();
    if (left > milliseconds(0)) {
        m_alarm = m_context.clock.after(left, [this] { watchTime(); });
        return;
    }
    conclude(timeoutError());
}

Error Exchange::timeoutError() const
{
    const std::string server = serverName(m_url).toStdString();
    const std::string time = inSeconds(allowance());
    switch (m_phase) {
    case Phase::Connecting:
        return {ErrorKind::TimedOut,
                "No connection to " + server + " within " + time +
                    (m_context.isProxied
                         ? ". The proxy may not let us through."
                         : ". The address may be wrong, or a firewall or missing VPN swallows what is sent."),
                {}};
    case Phase::Body: return {ErrorKind::TimedOut, "Nothing has come from " + server + " for " + time + ".", {}};
    case Phase::Waiting:
    case Phase::AwaitingHead:
    case Phase::ReadingHead:
    case Phase::Refusal: break;
    }
    return {ErrorKind::TimedOut, server + " took the request but did not answer within " + time + ".", {}};
}

void Exchange::conclude(std::optional<Error> error)
{
    HttpObserver *const observer = std::exchange(m_observer, nullptr);
    m_alarm.cancel();
    m_context.pool.leave(this);
    m_lease.reset();
    deleteLater();
    if (observer)
        observer->finished(std::move(error));
}

} // namespace wk
