// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/wire/wireconnection.h"

#include <QUrl>

#include <algorithm>
#include <sys/socket.h>

namespace wk::sim {

namespace {

constexpr qsizetype MostHead = 64 * 1024;

QByteArray headerOf(const QByteArray &head, const QByteArray &name)
{
    for (const QByteArray &line : head.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (line.left(colon).trimmed().toLower() == name)
            return line.mid(colon + 1).trimmed();
    }
    return {};
}

/// What a transport was asked, read off the wire.
HttpRequest requestOf(const QByteArray &head)
{
    const QByteArray target = head.left(head.indexOf('\r')).split(' ').value(1);
    HttpRequest request;
    const qsizetype mark = target.indexOf('?');
    request.path = mark < 0 ? target : target.left(mark);
    for (const QByteArray &pair : mark < 0 ? QList<QByteArray>() : target.mid(mark + 1).split('&')) {
        const qsizetype equals = pair.indexOf('=');
        request.query.emplace_back(QByteArray::fromPercentEncoding(pair.left(equals)),
                                   QByteArray::fromPercentEncoding(pair.mid(equals + 1)));
    }
    request.accept = headerOf(head, "accept");
    return request;
}

QByteArray statusLine(int status)
{
    return "HTTP/1.1 " + QByteArray::number(status) + (status == 200 ? " OK\r\n" : " Status\r\n");
}

} // namespace

WireConnection::WireConnection(WireServer &server, qintptr handle)
    : m_server(server)
{
    m_socket.setSocketDescriptor(handle);
    m_socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(&m_socket, &QAbstractSocket::disconnected, this, &WireConnection::gone);
    connect(&m_socket, &QIODevice::readyRead, this, &WireConnection::read);
    if (server.m_tls) {
        m_socket.setSslConfiguration(*server.m_tls);
        m_socket.startServerEncryption();
    }
}

WireConnection::~WireConnection()
{
    m_socket.disconnect(this);
}

void WireConnection::read()
{
    m_unread += m_socket.readAll();
    const qsizetype end = m_unread.indexOf("\r\n\r\n");
    if (end < 0 && m_unread.size() < MostHead)
        return;
    const QByteArray head = m_unread.left(end + 2);
    m_unread.remove(0, end + 4);
    if (end < 0 || m_call || m_isCut) // no client of ours says anything before it has its answer
        reset();
    else
        serve(head);
}

void WireConnection::serve(const QByteArray &head)
{
    HttpRequest request = requestOf(head);
    const auto id = Links::takeMark(request.accept);
    if (!head.startsWith("GET ") || !id) {
        ++m_server.m_strays;
        reset();
        return;
    }
    m_id = *id;
    Link *const link = this->link();
    if (!link || !link->isWanted) {
        reset(); // its client has thought better of it meanwhile
        return;
    }
    // Where a connection broke before a word had come back, Qt asks once more by itself.
    link->hasArrived = link->isServed = true;
    link->hasSentHead = link->isEnding = false;
    link->sent = 0;
    m_hasAnswered = false;
    m_gzip.reset();
    const bool isWatch = std::find(request.query.begin(), request.query.end(),
                                   std::pair(QByteArray("watch"), QByteArray("true"))) != request.query.end();
    if (!isWatch && headerOf(head, "accept-encoding").contains("gzip"))
        m_gzip.emplace();
    m_call = m_server.m_net.serve(std::move(request), this);
}

void WireConnection::head(const HttpHead &head)
{
    m_socket.write(statusLine(head.status) + "Content-Type: " + head.contentType +
                   (m_gzip ? "\r\nContent-Encoding: gzip" : "") + "\r\nTransfer-Encoding: chunked\r\n\r\n");
    if (Link *link = this->link())
        link->hasSentHead = true;
}

void WireConnection::body(QByteArrayView bytes)
{
    if (m_gzip)
        writeChunk(m_gzip->packed(bytes));
    else
        writeChunk(bytes);
    if (Link *link = this->link())
        link->sent += std::size_t(bytes.size());
}

void WireConnection::writeChunk(QByteArrayView bytes)
{
    m_socket.write(QByteArray::number(bytes.size(), 16) + "\r\n");
    m_socket.write(bytes.data(), bytes.size());
    m_socket.write("\r\n");
}

void WireConnection::answered(const Answer &answer)
{
    QByteArray text = statusLine(answer.status) + "Content-Type: " + QByteArray::fromStdString(answer.contentType) +
                      "\r\nContent-Length: " + QByteArray::number(qsizetype(answer.body.size())) + "\r\n";
    if (!answer.retryAfter.empty())
        text += "Retry-After: " + QByteArray::fromStdString(answer.retryAfter) + "\r\n";
    if (answer.status >= 300 && answer.status < 400)
        text += "Location: https://elsewhere.example.com/\r\n";
    m_socket.write(text + "\r\n" + QByteArray::fromStdString(answer.body));
    m_hasAnswered = true;
}

void WireConnection::finished(std::optional<Error> error)
{
    Link *const link = this->link();
    const bool isSilent = error && error->kind == ErrorKind::TimedOut && !m_hasAnswered;
    if (link)
        link->isEnding = !isSilent; // the client has to find out about silence itself
    if (!error && !m_hasAnswered && m_gzip)
        writeChunk(m_gzip->end());
    if (!error && !m_hasAnswered)
        m_socket.write("0\r\n\r\n");
    m_isCut = error && !m_hasAnswered && !isSilent;
    done();
}

void WireConnection::done()
{
    if (Link *link = this->link())
        link->isServed = false;
    m_call.reset();
}

/// What was said before a cut is not what the cut is about: it comes through first, else the judges would take it for
/// heard.
void WireConnection::endIfDrained()
{
    const Link *const link = this->link();
    if (!m_isCut || (link && link->isWanted && (link->received < link->sent || link->hasHead != link->hasSentHead)))
        return;
    m_isCut = false;
    if (m_server.m_random.oneIn(2))
        reset();
    else
        m_socket.disconnectFromHost(); // FIN before the last chunk
}

void WireConnection::reset()
{
    const linger atOnce{1, 0};
    ::setsockopt(int(m_socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    m_socket.abort();
    gone();
}

void WireConnection::gone()
{
    m_socket.disconnect(this);
    done();
    m_server.forget(this);
    deleteLater();
}

} // namespace wk::sim
