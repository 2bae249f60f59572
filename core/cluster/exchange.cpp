// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/exchange.h"

#include "core/base/limits.h"
#include "core/cluster/authorization.h"
#include "core/cluster/exchangecontext.h"
#include "core/cluster/networkrequest.h"
#include "core/cluster/readonlymanager.h"
#include "core/cluster/replyerror.h"
#include "core/cluster/replyhead.h"
#include "core/cluster/requesturl.h"
#include "core/cluster/status.h"
#include "core/cluster/tlsconfig.h"

#include <QNetworkRequest>
#include <QSslError>

#include <algorithm>
#include <array>

namespace wk {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Small, so that an unread answer stops the server instead of filling our memory, and inflating stays cheap.
constexpr qint64 ReadBufferBytes = 256 * 1024;
constexpr std::size_t SliceBytes = 64 * 1024;
constexpr int SlicesAtOnce = 8; ///< then the other streams of the thread get their turn
constexpr qsizetype RefusalBytes = 64 * 1024;
constexpr milliseconds ListSilence = seconds(60);
constexpr milliseconds ControlSilence = seconds(30);
constexpr milliseconds WatchSilence = seconds(630); ///< ten minutes, the longest timeoutSeconds of ours, and a bit

milliseconds usualSilence(Lane lane)
{
    switch (lane) {
    case Lane::Control:
    case Lane::Discovery: return ControlSilence;
    case Lane::List: return ListSilence;
    case Lane::Watch: return WatchSilence;
    }
    return ControlSilence;
}

std::size_t mostBytes(Lane lane)
{
    switch (lane) {
    case Lane::Control:
    case Lane::Discovery: return limits::DocumentBytes;
    case Lane::List: return limits::ListPageBytes;
    case Lane::Watch: break; // its frames are bounded one by one
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
    m_context.lanes.leave(this);
    dropReply();
}

void Exchange::abandon()
{
    m_observer = nullptr;
    conclude({});
}

void Exchange::setSilence(milliseconds silence)
{
    m_request.silence = silence;
    if (m_reply)
        watchTime();
}

void Exchange::begin()
{
    if (!m_observer)
        return;
    if (const auto allowed = m_context.guard.check(m_url, m_request.accept); !allowed)
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
        conclude(Error{ErrorKind::Unauthorized,
                       "The credential of \"" + m_context.access.user + "\" is not accepted, and there is no newer one.",
                       serverName(m_url).toStdString(), 401});
        return;
    }
    m_credential = *credential;
    const auto ready = m_context.adopt(m_credential);
    const auto header = authorizationFor(m_url, m_context.access, m_credential);
    if (!ready || !header) {
        conclude(ready ? header.error() : ready.error());
        return;
    }
    m_authorization = *header;
    m_context.lanes.join(m_request.lane, this);
}

void Exchange::placeGranted(std::unique_ptr<LanePlace> place)
{
    m_place = std::move(place);
    QMetaObject::invokeMethod(this, &Exchange::send, Qt::QueuedConnection);
}

void Exchange::send()
{
    if (!m_place)
        return;
    m_phase = Phase::Connecting;
    m_since = m_context.clock.now();
    ReadOnlyManager &manager = m_place->manager();
    m_reply = manager.get(networkRequest(m_url, m_request.accept, m_context, m_authorization));
    m_reply->setReadBufferSize(ReadBufferBytes);
    connect(&manager, &ReadOnlyManager::resent, this, &Exchange::goElsewhere);
    connect(m_reply, &QNetworkReply::requestSent, this, &Exchange::sent);
    connect(m_reply, &QNetworkReply::sslErrors, this, &Exchange::sslErrorsArrived);
    connect(m_reply, &QNetworkReply::metaDataChanged, this, &Exchange::headArrived);
    connect(m_reply, &QNetworkReply::readyRead, this, &Exchange::readSome);
    connect(m_reply, &QNetworkReply::finished, this, &Exchange::replyFinished);
    watchTime();
}

void Exchange::sent()
{
    if (m_phase == Phase::AwaitingHead)
        Q_EMIT m_place->manager().resent();
    if (m_phase != Phase::Connecting)
        return;
    m_phase = Phase::AwaitingHead;
    m_since = m_context.clock.now();
    watchTime();
}

/// Qt may have forgotten this request; nothing of it has been sent.
void Exchange::goElsewhere()
{
    if (m_phase != Phase::Connecting)
        return;
    m_alarm.cancel();
    m_phase = Phase::Waiting;
    m_place->noteStuck();
    dropReply();
    m_place.reset();
    m_context.lanes.join(m_request.lane, this);
}

void Exchange::sslErrorsArrived(const QList<QSslError> &errors)
{
    if (!m_context.access.skipTlsVerify && !trustGivenIntermediate(m_reply, errors))
        m_context.distrust = tlsError(errors, m_context.access, m_context.clock.wallNow());
}

void Exchange::headArrived()
{
    if (m_phase == Phase::Body || m_phase == Phase::Refusal)
        return;
    m_head = readHead(*m_reply, m_context.clock.wallNow());
    if (m_head.status == 0)
        return;
    m_since = m_context.clock.now();
    m_context.distrust.reset();
    m_context.notes.hear(m_head, m_context.clock.wallNow());
    if (m_head.status >= 300 && m_head.status < 400) {
        conclude(redirectError(*m_reply, m_head.status));
    } else if (m_head.status != 200) {
        m_phase = Phase::Refusal;
        watchTime();
    } else if (const auto error = unusableAnswer(*m_reply, m_request.accept)) {
        conclude(error);
    } else {
        m_phase = Phase::Body;
        watchTime();
        m_observer->head(m_head);
    }
}

void Exchange::readSome()
{
    m_isReadPosted = false;
    for (int slice = 0; slice < SlicesAtOnce; ++slice) {
        if (!readSlice())
            return;
    }
    // readyRead is not repeated for what is left unread.
    if (!std::exchange(m_isReadPosted, true))
        QMetaObject::invokeMethod(this, &Exchange::readSome, Qt::QueuedConnection);
}

bool Exchange::readSlice()
{
    // After a broken decompression Qt hands out the compressed bytes.
    if (!m_reply || !m_reply->isOpen() || m_reply->error() == QNetworkReply::UnknownContentError)
        return false;
    std::array<char, SliceBytes> buffer;
    const qint64 size = m_reply->read(buffer.data(), buffer.size());
    return size > 0 && take(QByteArrayView(buffer.data(), size));
}

bool Exchange::take(QByteArrayView bytes)
{
    m_since = m_context.clock.now();
    if (m_phase == Phase::Refusal) {
        m_refusal += bytes.first(std::min(bytes.size(), RefusalBytes - m_refusal.size()));
        return true;
    }
    m_received += std::size_t(bytes.size());
    if (m_received > mostBytes(m_request.lane)) {
        conclude(Error{ErrorKind::TooLarge,
                       "The answer is larger than " + std::to_string(mostBytes(m_request.lane) / limits::MiB) + " MiB.",
                       m_request.path.toStdString()});
        return false;
    }
    if (m_observer)
        m_observer->body(bytes);
    return m_observer && m_reply;
}

void Exchange::replyFinished()
{
    while (readSlice()) {
    }
    if (!m_reply)
        return;
    if (m_phase == Phase::Body && m_reply->error() == QNetworkReply::NoError) {
        conclude({});
        return;
    }
    if (m_phase == Phase::Refusal && m_head.status == 401 && !m_hasRetried && m_context.canSignInAnew()) {
        m_hasRetried = true;
        dropReply();
        m_place.reset();
        m_context.credentials.refused(m_credential);
        authorize();
        return;
    }
    const Error error = failure();
    if (m_phase == Phase::Refusal)
        m_observer->head(m_head);
    conclude(error);
}

Error Exchange::failure() const
{
    if (m_phase == Phase::Refusal) {
        const std::string_view body(m_refusal.constData(), std::size_t(m_refusal.size()));
        Error error = statusError(m_head.status, body);
        error.retryAfter = std::max(error.retryAfter, m_head.retryAfter);
        if (error.kind == ErrorKind::Unauthorized) // who is signed in elsewhere asks where they are not
            error.place = serverName(m_url).toStdString();
        return error;
    }
    if (ReadOnlyManager::isRefused(*m_reply))
        return {ErrorKind::ReadOnlyViolation, m_reply->errorString().toStdString(), m_request.path.toStdString()};
    if (m_reply->error() == QNetworkReply::SslHandshakeFailedError && m_context.distrust)
        return *m_context.distrust;
    const bool isProxied = m_context.proxy.type() != QNetworkProxy::NoProxy;
    return networkError(
        {m_reply->error(), m_reply->errorString(), serverName(m_url), isProxied, m_phase == Phase::Body});
}

milliseconds Exchange::allowance() const
{
    switch (m_phase) {
    case Phase::Connecting: return limits::ConnectTime;
    case Phase::AwaitingHead:
        return m_request.lane == Lane::Control ? std::min<milliseconds>(limits::HeadTime, m_request.silence)
                                               : limits::HeadTime;
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
    if (m_phase == Phase::Connecting)
        m_place->noteStuck();
    conclude(timeoutError());
}

Error Exchange::timeoutError() const
{
    const std::string server = serverName(m_url).toStdString();
    const std::string time = inSeconds(allowance());
    const bool isProxied = m_context.proxy.type() != QNetworkProxy::NoProxy;
    switch (m_phase) {
    case Phase::Connecting:
        return {ErrorKind::TimedOut,
                "No connection to " + server + " within " + time +
                    (isProxied ? ". The proxy may not let us through."
                               : ". The address may be wrong, or a firewall or missing VPN swallows what is sent."),
                {}};
    case Phase::Body: return {ErrorKind::TimedOut, "Nothing has come from " + server + " for " + time + ".", {}};
    case Phase::Waiting:
    case Phase::AwaitingHead:
    case Phase::Refusal: break;
    }
    return {ErrorKind::TimedOut, server + " took the request but did not answer within " + time + ".", {}};
}

void Exchange::conclude(std::optional<Error> error)
{
    HttpObserver *const observer = std::exchange(m_observer, nullptr);
    m_alarm.cancel();
    m_context.lanes.leave(this);
    dropReply();
    m_place.reset();
    deleteLater();
    if (observer)
        observer->finished(std::move(error));
}

void Exchange::dropReply()
{
    QNetworkReply *const reply = std::exchange(m_reply, nullptr);
    if (!reply)
        return;
    disconnect(reply, nullptr, this, nullptr);
    disconnect(&m_place->manager(), nullptr, this, nullptr);
    const bool isCut = reply->error() != QNetworkReply::NoError && m_phase != Phase::Refusal;
    if (isCut || reply->isRunning())
        m_place->noteBroken();
    // Its end aborts what still runs. abort() would do so at once, but Qt then warns of a second error when the first
    // one, a connection that broke just now, is still on its way from its own thread.
    reply->deleteLater();
}

} // namespace wk
