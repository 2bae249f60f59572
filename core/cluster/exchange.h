// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cluster/credential.h"
#include "core/cluster/lanes.h"
#include "core/cluster/transport.h"

#include <QNetworkReply>
#include <QObject>
#include <QUrl>

#include <optional>

namespace wk {

class ExchangeContext;

/// One request from its first step to its last word:
///
///   begin ─> authorizing ─> waiting for a place ─> connecting ─> awaiting the head ─┬─> body ────> concluded
///                 ^                                                   401, once │   └─> refusal ─────^
///                 └─────────────────────────────────────────────────────────────┘
///
/// Authorized before it has a place, since a new client certificate means new connections. The transport's thread. It
/// deletes itself once concluded. All times: limits.h and facts/qt-network.md, 7.
class Exchange : public QObject, private LaneGuest
{
    Q_OBJECT

public:
    Exchange(ExchangeContext &context, HttpRequest request, HttpObserver *observer, QObject *parent);
    ~Exchange() override;

    /// The observer hears no more from here on.
    void abandon();
    void setSilence(std::chrono::milliseconds silence);

private:
    enum class Phase { Waiting, Connecting, AwaitingHead, Body, Refusal };

    void begin();
    void authorize();
    void credentialArrived(const Result<Credential> &credential);
    void placeGranted(std::unique_ptr<LanePlace> place) override;
    void send();
    void sent();
    void goElsewhere();

    void headArrived();
    void okArrived(const HttpHead &head);
    void readSome();
    /// False when there is nothing to read now, or nobody reads any more.
    bool readSlice();
    void replyFinished();
    /// False when nobody listens any more or too much has come.
    bool take(QByteArrayView bytes);
    void sslErrorsArrived(const QList<QSslError> &errors);

    std::chrono::milliseconds allowance() const;
    void watchTime();
    Error timeoutError() const;
    Error failure() const;

    void conclude(std::optional<Error> error);
    void dropReply();

    ExchangeContext &m_context;
    HttpRequest m_request;
    QUrl m_url;
    HttpObserver *m_observer;
    std::unique_ptr<LanePlace> m_place;
    QNetworkReply *m_reply = nullptr;

    Phase m_phase = Phase::Waiting;
    Instant m_since{}; ///< when the phase began, or the last byte came
    Clock::Alarm m_alarm;
    Credential m_credential;
    QByteArray m_authorization;
    bool m_hasRetried = false;
    bool m_isReadPosted = false;
    HttpHead m_head;
    QByteArray m_refusal; ///< the body of an answer other than 200
    std::size_t m_received = 0;
};

} // namespace wk
