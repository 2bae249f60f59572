// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/scriptserver.h"

#include <QSet>
#include <QSocketNotifier>
#include <QSslCertificate>

#include <cerrno>
#include <map>

#include <sys/socket.h>
#include <unistd.h>

namespace wk::twin {

/// The name that a TLS client asks for; empty when it asks for none, or not for TLS. Source: RFC 8446 4.1.2, RFC
/// 6066 3.
inline QByteArray serverNameIn(const QByteArray &hello)
{
    const auto number = [&hello](qsizetype at, int bytes) {
        qsizetype value = 0;
        for (int i = 0; i < bytes; ++i)
            value = value * 256 + (at + i < hello.size() ? uchar(hello[at + i]) : 0);
        return value;
    };
    qsizetype at = 5 + 4 + 2 + 32; // the heads of record and message, a version, random bytes
    at += 1 + number(at, 1);       // the session
    at += 2 + number(at, 2);       // ciphers
    at += 1 + number(at, 1);       // compression
    const qsizetype end = at + 2 + number(at, 2);
    for (at += 2; at < end && at < hello.size(); at += 4 + number(at + 2, 2)) {
        if (number(at, 2) == 0)
            return hello.mid(at + 9, number(at + 7, 2));
    }
    return {};
}

/// An API server on loopback that has one config map, "x", in every namespace. Of each request it tells what the client
/// has shown of itself. In the test's own thread.
class TwinServer : public ScriptServer
{
public:
    explicit TwinServer(const QHostAddress &address)
        : ScriptServer({}, address)
    {
        setScript([this](QSslSocket &socket, const Request &request) {
            m_seen.insert(tellOf(socket, request));
            socket.write(answerTo(request));
        });
        onBytes = [this](QSslSocket &socket) {
            if (m_isTls || socket.peek(1) != QByteArray(1, TlsRecord))
                return;
            socket.readAll();
            socket.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            socket.disconnectFromHost();
        };
    }

    void setTls(const QSslConfiguration &configuration)
    {
        ScriptServer::setTls(configuration);
        m_isTls = true;
    }
    const QSet<QByteArray> &seen() const { return m_seen; }

protected:
    /// The greeting is looked at before TLS takes it.
    void incomingConnection(qintptr handle) override
    {
        if (!m_isTls)
            return ScriptServer::incomingConnection(handle);
        auto *const notifier = new QSocketNotifier(handle, QSocketNotifier::Read, this);
        connect(notifier, &QSocketNotifier::activated, this, [this, handle, notifier] {
            QByteArray hello(16 * 1024, '\0');
            const auto size = ::recv(int(handle), hello.data(), std::size_t(hello.size()), MSG_PEEK | MSG_DONTWAIT);
            if (size < 0 && (errno == EAGAIN || errno == EINTR))
                return;
            notifier->setEnabled(false);
            notifier->deleteLater();
            if (size > 0 && hello[0] != TlsRecord) {
                // As Go's server has it.
                const QByteArray words = "HTTP/1.0 400 Bad Request\r\n\r\nThis is an HTTPS server.\n";
                while (::recv(int(handle), hello.data(), std::size_t(hello.size()), MSG_DONTWAIT) > 0) {
                }
                (void)::send(int(handle), words.constData(), std::size_t(words.size()), MSG_NOSIGNAL);
                ::close(int(handle));
                return;
            }
            m_names[handle] = serverNameIn(hello.left(size)).toLower(); // names have no case
            ScriptServer::incomingConnection(handle);
        });
    }

private:
    static constexpr char TlsRecord = 22; ///< what a handshake begins with

    /// A path without its end, as the programs look for different things beside the one that both get.
    static QByteArray pathOf(const QByteArray &target)
    {
        QByteArray path = target.left(target.indexOf('?') < 0 ? target.size() : target.indexOf('?'));
        if (path.startsWith("http://")) // as a proxy is asked
            path = path.mid(path.indexOf('/', 7));
        for (const char *other : {"/api/v1", "/version", "/apis", "/api"}) {
            if (path.endsWith(other))
                return path.chopped(qsizetype(qstrlen(other))) + "/…";
        }
        return path;
    }
    QByteArray tellOf(const QSslSocket &socket, const Request &request) const
    {
        QByteArrayList lines{request.method + ' ' + pathOf(request.target)};
        for (const QByteArray &line : request.head.split('\n')) {
            const QByteArray name = line.left(line.indexOf(':')).toLower();
            if (name == "authorization" || name == "proxy-authorization" || name.startsWith("impersonate-"))
                lines.append(name + line.mid(name.size()).trimmed());
            else if (name == "host")
                lines.append(line.toLower().trimmed());
        }
        std::sort(lines.begin() + 1, lines.end());
        const auto name = m_names.find(socket.socketDescriptor());
        if (name != m_names.end() && !name->second.isEmpty())
            lines.append("SNI " + name->second);
        for (const QString &subject : socket.peerCertificate().subjectInfo(QSslCertificate::CommonName))
            lines.append("certificate of " + subject.toUtf8());
        return lines.join(", ");
    }
    static QByteArray answerTo(const Request &request)
    {
        const QByteArray path = pathOf(request.target);
        if (!path.endsWith("…"))
            return json(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x"}})");
        if (request.target.contains("/version"))
            return json(R"({"major":"1","minor":"32","gitVersion":"v1.32.0"})");
        if (request.target.contains("/apis"))
            return json(R"({"kind":"APIGroupList","apiVersion":"v1","groups":[]})");
        if (request.target.contains("/api/v1"))
            return json(R"({"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"configmaps",)"
                        R"("singularName":"configmap","namespaced":true,"kind":"ConfigMap","shortNames":["cm"],)"
                        R"("verbs":["get","list","watch"]}]})");
        return json(R"({"kind":"APIVersions","versions":["v1"]})");
    }

    bool m_isTls = false;
    std::map<qintptr, QByteArray> m_names; ///< that were asked for, by the connection
    QSet<QByteArray> m_seen;
};

} // namespace wk::twin
