// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/connectionrace.h"
#include "core/cluster/handshaketurns.h"
#include "core/cluster/readbeat.h"
#include "core/cluster/responsereader.h"

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>

#include <memory>
#include <optional>

class QTcpSocket;

namespace wk {

class WireRequest;

/// Why a request got no answer, or no whole one.
struct StreamFailure {
    QAbstractSocket::SocketError code = QAbstractSocket::UnknownSocketError;
    QString text;                              ///< the socket's words
    ResponseFault fault = ResponseFault::None; ///< of what was read; else the socket failed
    QList<QSslError> distrust{};               ///< why the server's certificate is not believed
    QSslCertificate shown{};                   ///< that one, which heads its chain
};

/// Hears one request: connecting(), sent() and answering() in turn, again from the first when a connection that was
/// kept had died; then the head and the body, and last answered() or failed(). Each may stop the stream.
class HttpListener : public ResponseSink
{
public:
    /// A connection is being made.
    virtual void connecting() = 0;
    virtual void sent() = 0;
    /// The first byte has come.
    virtual void answering() = 0;
    /// Whether a server whose chain of certificates has these faults is believed all the same.
    virtual bool trusts(const QList<QSslError> &errors, const QSslConfiguration &seen) = 0;
    virtual void answered() = 0;
    virtual void failed(const StreamFailure &failure) = 0;
};

/// An HTTP/1.1 connection of its own, on a socket in the thread that made it: requests go over it one after the other.
/// It is made when the first is sent, and again when it has died. Between two slices of 512 KiB others get their turn.
class HttpStream : public QObject
{
    Q_OBJECT

public:
    /// How a server is reached, and who it has to be.
    struct Way {
        ConnectionRace::Goal goal;
        QString peerName;      ///< that its certificate has to have
        QSslConfiguration tls; ///< of a goal that isTls
    };

    /// All that is given outlives it. `way` is read when a connection is made; what TLS needs to resume a session is
    /// written there.
    HttpStream(Clock &clock, Way &way, HandshakeTurns &turns);
    ~HttpStream() override;

    /// One at a time. The listener hears nothing from inside of this.
    void start(const WireRequest &request, HttpListener &listener);
    /// The listener hears no more. The connection goes too, but where the answer was whole.
    void stop();
    /// Whether the connection may be kept for another request.
    bool isReusable() const;

Q_SIGNALS:
    /// A connection that nobody used has gone.
    void gone();

private:
    void connectAnew();
    void connected();
    void greet();
    void write();
    void readSome();
    bool readSlice();
    void askAnew();
    void broke(QAbstractSocket::SocketError error);
    void untrusted(const QList<QSslError> &errors);
    void fail(const StreamFailure &failure);
    void concludeIfOver();
    void drop();
    void dropRace();

    Clock &m_clock;
    Way &m_way;
    HandshakeTurns &m_turns;
    HttpListener *m_listener = nullptr;
    QByteArray m_request;
    bool m_isSentOnce = false;
    std::unique_ptr<ConnectionRace> m_race;
    std::unique_ptr<QTcpSocket> m_socket;
    std::unique_ptr<ResponseReader> m_reader;
    SystemClock m_machine; ///< of the beat: how often a thread is woken is no waiting that a test turns
    ReadBeat m_beat;
    QList<QSslError> m_distrust;
    QSslCertificate m_distrusted;
    bool m_isOpen = false; ///< connected and, where there is TLS, greeted
    bool m_isIdle = false; ///< has carried an answer whole, and nobody has asked since
    bool m_isKept = false; ///< had, before this request
    bool m_isReadPosted = false;
};

} // namespace wk
