// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/entryledger.h"
#include "tests/support/scriptserver.h"

#include <QPointer>
#include <QUrlQuery>

#include <map>
#include <string>
#include <vector>

namespace wk {

/// An API server of config maps, all in the namespace "web", that goes wrong when it is told to. It keeps a log of
/// changes, lists what the log adds up to, and streams the log to who watches; lists and watches are answered by a
/// fault instead while one is set. Real loopback sockets; lives in the test's own thread.
class FaultServer : public ScriptServer
{
public:
    using Fault = ScriptServer::Script;

    FaultServer()
    {
        setScript([this](QSslSocket &socket, const Request &request) {
            if (!guard || !guard(socket, request))
                serve(socket, request);
        });
        for (const char *name : {"settings", "certs", "feature-flags"})
            put(name);
    }

    // The truth.

    /// Adds the object, or changes it.
    void put(const std::string &name, qsizetype bytes = 1)
    {
        const bool isNew = !m_objects.contains(name);
        const std::uint64_t version = ++m_version;
        m_objects[name] = {isNew ? version : m_objects[name].uid, version, bytes};
        tell({version, isNew ? "ADDED" : "MODIFIED", name}, object(name));
    }
    void remove(const std::string &name)
    {
        m_objects.at(name).version = ++m_version;
        const QByteArray last = object(name);
        m_objects.erase(name);
        tell({m_version, "DELETED", name}, last);
    }
    /// Versions by name, as a LIST would say now.
    std::map<std::string, std::string> truth() const
    {
        std::map<std::string, std::string> versions;
        for (const auto &[name, stored] : m_objects)
            versions[name] = std::to_string(stored.version);
        return versions;
    }
    const std::vector<Change> &log() const { return m_log; }
    std::uint64_t version() const { return m_version; }

    // What goes wrong.

    /// Looks at each request before anything else does; true when it has answered it. No heal() ends it.
    std::function<bool(QSslSocket &, const Request &)> guard;
    Fault onAny;   ///< every request
    Fault onKinds; ///< what v1 serves
    Fault onList;  ///< lists of config maps
    Fault onGet;   ///< one config map
    Fault onWatch; ///< watches of config maps, when they are opened

    QByteArray groups; ///< what /apis has; nothing answers for them
    /// All is well from here on; streams that were silenced stay so.
    void heal() { onAny = onKinds = onList = onGet = onWatch = {}; }

    /// Forgets the log: whoever asks to watch from before hears 410.
    void compact() { m_oldest = m_version; }
    /// Nobody listens any more, and every stream is cut.
    void goAway()
    {
        m_port = serverPort();
        close();
        cutStreams();
        for (QSslSocket *socket : findChildren<QSslSocket *>())
            socket->abort();
    }
    void comeBack() { listen(QHostAddress::LocalHost, m_port); }
    /// Ends the streams without their last chunk, after these bytes.
    void cutStreams(const QByteArray &lastWords = {})
    {
        for (const auto &stream : std::exchange(m_streams, {})) {
            if (!stream)
                continue;
            if (!lastWords.isEmpty())
                stream->write(chunk(lastWords));
            stream->disconnectFromHost();
        }
    }
    /// Ends the streams as a server does when their time is over.
    void endStreams()
    {
        for (const auto &stream : std::exchange(m_streams, {})) {
            if (stream)
                stream->write(lastChunk());
        }
    }
    /// Says something to every stream, in a chunk of its own.
    void say(const QByteArray &bytes)
    {
        for (const auto &stream : m_streams) {
            if (stream)
                stream->write(chunk(bytes));
        }
    }
    /// The streams stay open, and nothing comes from them any more.
    void silenceStreams() { m_streams.clear(); }
    int streams() const { return int(m_streams.size()); }

    static QByteArray status(int code, const char *reason, const QByteArray &message, const QByteArray &headers = {})
    {
        return answer(code, "Content-Type: application/json\r\n" + headers, statusObject(code, reason, message));
    }
    static QByteArray statusObject(int code, const char *reason, const QByteArray &message)
    {
        return QByteArray(R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":")") +
               message + R"(","reason":")" + reason + R"(","code":)" + QByteArray::number(code) + "}";
    }
    static QByteArray event(const QByteArray &type, const QByteArray &object)
    {
        return R"({"type":")" + type + R"(","object":)" + object + "}\n";
    }

private:
    struct Stored {
        std::uint64_t uid = 0;
        std::uint64_t version = 0;
        qsizetype bytes = 1;
    };

    /// Of one, if the selector is about its name.
    QByteArray listOf(const std::map<std::string, Stored> &objects, const QString &fieldSelector) const
    {
        QByteArray items;
        for (const auto &[name, stored] : objects) {
            if (fieldSelector.isEmpty() ||
                fieldSelector == QStringLiteral("metadata.name=") + QString::fromStdString(name))
                items += (items.isEmpty() ? "" : ",") + object(name);
        }
        return R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":")" +
               QByteArray::number(qulonglong(m_version)) + R"("},"items":[)" + items + "]}";
    }

    QByteArray object(const std::string &name) const
    {
        const Stored &stored = m_objects.at(name);
        return R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":")" + QByteArray::fromStdString(name) +
               R"(","namespace":"web","uid":"uid-)" + QByteArray::number(qulonglong(stored.uid)) +
               R"(","resourceVersion":")" + QByteArray::number(qulonglong(stored.version)) +
               R"(","creationTimestamp":"2026-11-21T10:41:07Z"},"data":{"text":")" + QByteArray(stored.bytes, 'x') +
               "\"}}";
    }
    void tell(const Change &change, const QByteArray &object)
    {
        m_log.push_back(change);
        m_lines.push_back(event(change.type, object));
        say(m_lines.back());
    }

    void serve(QSslSocket &socket, const Request &request)
    {
        const QUrl url(QString::fromLatin1(request.target));
        const bool isCollection = url.path().endsWith(QStringLiteral("/configmaps"));
        const bool isElsewhere = isCollection && url.path() != QStringLiteral("/api/v1/configmaps") &&
                                 url.path() != QStringLiteral("/api/v1/namespaces/web/configmaps");
        const QUrlQuery query(url);
        const bool isWatch = query.queryItemValue(QStringLiteral("watch")) == QStringLiteral("true");
        const bool isKinds = url.path() == QStringLiteral("/api/v1");
        const bool isObject = url.path().contains(QStringLiteral("/configmaps/"));
        const Fault fault = onAny          ? onAny
                            : isKinds      ? onKinds
                            : isObject     ? onGet
                            : isCollection ? (isWatch ? onWatch : onList)
                                           : Fault();
        if (fault)
            fault(socket, request);
        else if (isObject)
            serveObject(socket, url.fileName().toStdString());
        else if (!isCollection)
            socket.write(document(url.path()));
        else if (query.hasQueryItem(QStringLiteral("sendInitialEvents")))
            socket.write(status(422, "Invalid", "sendInitialEvents is forbidden for watch"));
        else if (isWatch)
            watch(socket, query.queryItemValue(QStringLiteral("resourceVersion")).toULongLong());
        else
            socket.write(json(listOf(isElsewhere ? std::map<std::string, Stored>() : m_objects,
                                     query.queryItemValue(QStringLiteral("fieldSelector"), QUrl::FullyDecoded))));
    }
    void serveObject(QSslSocket &socket, const std::string &name)
    {
        const QByteArray notFound = "configmaps \\\"" + QByteArray::fromStdString(name) + "\\\" not found";
        socket.write(m_objects.contains(name) ? json(object(name)) : status(404, "NotFound", notFound));
    }
    void watch(QSslSocket &socket, std::uint64_t from)
    {
        if (from < m_oldest) {
            socket.write(status(410, "Expired", "too old resource version"));
            return;
        }
        QByteArray missed;
        for (std::size_t i = 0; i < m_log.size(); ++i) {
            if (m_log[i].version > from)
                missed += chunk(m_lines[i]);
        }
        socket.write(streamHead() + missed);
        m_streams.emplace_back(&socket);
    }
    QByteArray document(const QString &path) const
    {
        if (path.startsWith(QStringLiteral("/apis/")))
            return status(503, "ServiceUnavailable", "try later");
        if (path == QStringLiteral("/version"))
            return json(R"({"gitVersion":"v1.99.0"})");
        if (path == QStringLiteral("/api"))
            return json(R"({"kind":"APIVersions","versions":["v1"]})");
        if (path == QStringLiteral("/apis"))
            return json(R"({"kind":"APIGroupList","apiVersion":"v1","groups":[)" + groups + "]}");
        if (path == QStringLiteral("/api/v1"))
            return json(
                R"({"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"configmaps","singularName":)"
                R"("configmap","namespaced":true,"kind":"ConfigMap","verbs":["get","list","watch"],"shortNames":["cm"]}]})");
        return json("{}");
    }

    std::map<std::string, Stored> m_objects;
    std::vector<Change> m_log;
    std::vector<QByteArray> m_lines; ///< the log, as a stream says it
    std::uint64_t m_version = 100;
    std::uint64_t m_oldest = 0;
    std::vector<QPointer<QSslSocket>> m_streams;
    quint16 m_port = 0;
};

} // namespace wk
