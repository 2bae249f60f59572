// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/httpstream.h"

#include "core/cluster/wirerequest.h"

#include <QSslSocket>
#include <QTcpSocket>

#include <array>
#include <utility>

#ifdef Q_OS_UNIX
#include <sys/socket.h>
#endif

namespace wk {

namespace {

/// Bounds what waits unread; the rest stops the server instead of filling our memory.
constexpr qint64 ReadBufferBytes = 1024 * 1024;
constexpr std::size_t SliceBytes = 64 * 1024;
constexpr int SlicesAtOnce = 8; ///< then the other streams of the thread get their turn

/// Whether nothing lies there, not even what Qt has not heard of, nor the end. Behind a SOCKS proxy only Qt knows.
bool isQuiet(const QTcpSocket &socket)
{
    if (socket.state() != QAbstractSocket::ConnectedState || socket.bytesAvailable() > 0)
        return false;
#ifdef Q_OS_UNIX
    char byte;
    return ::recv(static_cast<int>(socket.socketDescriptor()), &byte, 1, MSG_PEEK) < 0;
#else
    return true;
#endif
}

} // namespace

HttpStream::HttpStream(Clock &clock, Way &way, HandshakeTurns &turns)
    : m_clock(clock)
    , m_way(way)
    , m_turns(turns)
    , m_beat(m_machine)
{}

HttpStream::~HttpStream()
{
    drop();
}

void HttpStream::start(const WireRequest &request, HttpListener &listener)
{
    Q_ASSERT(!m_listener);
    m_listener = &listener;
    m_request = request.bytes();
    m_isSentOnce = request.isSentOnce();
    m_reader.reset();
    m_isKept = isReusable();
    m_isIdle = false;
    if (m_isKept) {
        QMetaObject::invokeMethod(this, &HttpStream::write, Qt::QueuedConnection);
        return;
    }
    drop();
    connectAnew();
}

void HttpStream::stop()
{
    m_listener = nullptr;
    if (m_isIdle)
        return;
    if (m_reader)
        m_reader->stop();
    drop();
}

bool HttpStream::isReusable() const
{
    return m_isIdle && isQuiet(*m_socket);
}

void HttpStream::connectAnew()
{
    m_race = std::make_unique<ConnectionRace>(m_clock, m_way.goal);
    connect(m_race.get(), &ConnectionRace::won, this, &HttpStream::connected);
    connect(m_race.get(), &ConnectionRace::lost, this, [this](QAbstractSocket::SocketError error, const QString &text) {
        fail({error, text});
    });
}

void HttpStream::connected()
{
    m_socket = m_race->takeSocket();
    dropRace();
    QTcpSocket *const socket = m_socket.get();
    connect(socket, &QAbstractSocket::errorOccurred, this, &HttpStream::broke);
    connect(socket, &QIODevice::readyRead, this, &HttpStream::readSome);
    if (socket->state() != QAbstractSocket::ConnectedState)
        return broke(socket->error());
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    socket->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    socket->setReadBufferSize(ReadBufferBytes);
    if (m_way.goal.isTls)
        m_turns.join(this, [this] { greet(); });
    else
        write();
}

void HttpStream::greet()
{
    auto *const socket = static_cast<QSslSocket *>(m_socket.get());
    socket->setSslConfiguration(m_way.tls);
    socket->setPeerVerifyName(m_way.peerName);
    connect(socket, &QSslSocket::sslErrors, this, &HttpStream::untrusted);
    connect(socket, &QSslSocket::encrypted, this, &HttpStream::write);
    connect(socket, &QSslSocket::newSessionTicketReceived, this, [this, socket] {
        m_way.tls.setSessionTicket(socket->sslConfiguration().sessionTicket());
        m_turns.leave(this);
    });
    socket->startClientEncryption();
}

void HttpStream::untrusted(const QList<QSslError> &errors)
{
    auto *const socket = static_cast<QSslSocket *>(m_socket.get());
    if (m_listener && m_listener->trusts(errors, socket->sslConfiguration()))
        return socket->ignoreSslErrors(errors);
    m_distrust = errors;
    m_distrusted = socket->peerCertificate();
}

void HttpStream::write()
{
    if (!m_listener || !m_socket)
        return;
    if (m_isKept && !isQuiet(*m_socket)) // it would be read as the answer to this
        return askAnew();
    m_isOpen = true;
    m_reader = std::make_unique<ResponseReader>(*m_listener);
    m_beat.begin(m_socket->socketDescriptor());
    m_socket->write(m_request);
    if (m_listener && m_isOpen)
        m_listener->sent();
}

void HttpStream::readSome()
{
    m_isReadPosted = false;
    if (!m_isOpen)
        return;
    if (!m_listener && m_socket->bytesAvailable() == 0)
        return;
    if (!m_listener) { // nobody has asked
        drop();
        Q_EMIT gone();
        return;
    }
    const qint64 before = m_socket->bytesAvailable();
    for (int slice = 0; slice < SlicesAtOnce; ++slice) {
        if (!readSlice())
            break;
    }
    if (!m_listener || !m_socket)
        return;
    m_beat.hasRead(static_cast<std::size_t>(before));
    // readyRead is not repeated for what is left unread.
    if (m_socket->bytesAvailable() > 0 && !std::exchange(m_isReadPosted, true))
        QMetaObject::invokeMethod(this, &HttpStream::readSome, Qt::QueuedConnection);
}

/// False when there is nothing to read now, or nobody reads any more.
bool HttpStream::readSlice()
{
    if (!m_listener || !m_socket || !m_reader)
        return false;
    // As much as is read of it is written before; to clear it first takes a tenth of what a burst takes here.
    __attribute__((uninitialized)) std::array<char, SliceBytes> buffer;
    const qint64 size = m_socket->read(buffer.data(), buffer.size());
    if (size <= 0)
        return false;
    if (!m_reader->hasBegun()) {
        m_turns.leave(this); // of a server that gives out no tickets
        m_listener->answering();
    }
    if (m_listener)
        m_reader->read(QByteArrayView(buffer.data(), size));
    concludeIfOver();
    return m_listener != nullptr;
}

void HttpStream::concludeIfOver()
{
    if (!m_listener)
        return;
    if (m_reader->fault() != ResponseFault::None)
        return fail({QAbstractSocket::UnknownSocketError, {}, m_reader->fault()});
    if (!m_reader->isComplete())
        return;
    HttpListener *const listener = std::exchange(m_listener, nullptr);
    m_beat.end();
    m_isIdle = m_reader->canFollow();
    if (!m_isIdle)
        drop();
    listener->answered();
}

void HttpStream::broke(QAbstractSocket::SocketError error)
{
    const QString text = m_socket->errorString();
    while (readSlice()) {
    }
    if (!m_listener) {
        drop();
        Q_EMIT gone();
        return;
    }
    if (m_reader && m_reader->hasBegun()) {
        m_reader->end();
        if (m_reader->isComplete())
            return concludeIfOver();
        return fail({error, text, m_reader->fault()});
    }
    if (!m_isKept || m_isSentOnce)
        return fail({error, text, ResponseFault::None, m_distrust, m_distrusted});
    askAnew();
}

/// The connection that was kept was of no use any more: it is as if nobody had asked.
void HttpStream::askAnew()
{
    drop();
    m_listener->connecting();
    if (m_listener)
        connectAnew();
}

void HttpStream::fail(const StreamFailure &failure)
{
    HttpListener *const listener = std::exchange(m_listener, nullptr);
    drop();
    if (listener)
        listener->failed(failure);
}

/// Whoever calls may be called by what goes, which is why it goes later; with the stream at the latest.
void HttpStream::drop()
{
    m_turns.leave(this);
    m_beat.end();
    m_isOpen = false;
    m_isIdle = false;
    m_isKept = false;
    m_distrust.clear();
    dropRace();
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
        m_socket->setParent(this);
        m_socket.release()->deleteLater();
    }
}

void HttpStream::dropRace()
{
    if (!m_race)
        return;
    m_race->disconnect(this);
    m_race->cancel();
    m_race->setParent(this);
    m_race.release()->deleteLater();
}

} // namespace wk
