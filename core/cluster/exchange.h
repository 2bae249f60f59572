// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cluster/credential.h"
#include "core/cluster/gzipreader.h"
#include "core/cluster/streamerror.h"
#include "core/cluster/streampool.h"
#include "core/cluster/transport.h"

#include <QObject>
#include <QUrl>

#include <optional>

namespace wk {

class ExchangeContext;

/// One request from its first step to its last word:
///
///   begin ─> authorizing ─> waiting for a stream ─> connecting ─> awaiting the head ─> its end ─┬─> body ──> concluded
///                 ^                                                               401, once │   └─> refusal ───^
///                 └─────────────────────────────────────────────────────────────────────────┘
///
/// Authorized before it has a stream, since a new client certificate means new connections. The transport's thread. It
/// deletes itself once concluded. All times are in limits.h.
class Exchange : public QObject, private StreamGuest, private HttpListener
{
    Q_OBJECT

public:
    Exchange(ExchangeContext &context, HttpRequest request, HttpObserver *observer, QObject *parent);
    ~Exchange() override;

    /// The observer hears no more from here on.
    void abandon();
    void setSilence(std::chrono::milliseconds silence);
    /// Whether it is a watch on a connection that it would not get any more.
    bool isHeldWatch() const { return m_request.lane == RequestLane::Watch && m_lease; }
    /// Ends it in order, so that it is asked anew, over another connection.
    void endForRenewal();

private:
    enum class Phase { Waiting, Connecting, AwaitingHead, ReadingHead, Body, Refusal };

    void begin();
    void authorize();
    void credentialArrived(const Result<Credential> &credential);
    void streamGranted(std::unique_ptr<StreamLease> lease) override;
    void send();

    void connecting() override { enter(Phase::Connecting); }
    void sent() override { enter(Phase::AwaitingHead); }
    void answering() override { enter(Phase::ReadingHead); }
    bool trusts(const QList<QSslError> &errors, const QSslConfiguration &seen) override;
    void headRead(const ResponseHead &head) override;
    void bodyRead(QByteArrayView bytes) override;
    void answered() override;
    void failed(const StreamFailure &failure) override;

    void enter(Phase phase);
    void okRead(const ResponseHead &head);
    bool take(QByteArrayView bytes);
    void refused();
    bool signsInAgain();
    FailedPlace place() const;

    std::chrono::milliseconds allowance() const;
    void watchTime();
    Error timeoutError() const;
    Error refusal() const;
    void conclude(std::optional<Error> error);

    ExchangeContext &m_context;
    HttpRequest m_request;
    QUrl m_url;
    HttpObserver *m_observer;
    std::unique_ptr<StreamLease> m_lease;

    Phase m_phase = Phase::Waiting;
    Instant m_since{}; ///< when the phase began, or the last byte came
    Clock::Alarm m_alarm;
    Credential m_credential;
    QByteArray m_authorization;
    bool m_hasRetried = false;
    HttpHead m_head;
    std::unique_ptr<GzipReader> m_packed; ///< of a body that is
    QByteArray m_refusal;                 ///< the body of an answer other than 200
    std::size_t m_received = 0;
};

} // namespace wk
