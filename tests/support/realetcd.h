// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/steadyport.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QProcess>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>
#include <QUrl>

#include <algorithm>
#include <array>
#include <csignal>
#include <memory>
#include <optional>

namespace wk::test {

/// A real etcd of one member on loopback for the time of a test, which writes into it through its gateway. Gui thread.
class RealEtcd
{
public:
    /// Why the tests cannot run here; empty when they can.
    static QString whyNot()
    {
        for (const char *tool : {"etcd", "etcdctl"}) {
            if (QStandardPaths::findExecutable(QString::fromLatin1(tool)).isEmpty())
                return QStringLiteral("%1 is not installed").arg(QString::fromLatin1(tool));
        }
        return {};
    }

    explicit RealEtcd(QStringList flags = {}, QString name = QStringLiteral("a"))
        : m_flags(std::move(flags))
        , m_name(std::move(name))
        , m_client(steadyPort())
        , m_peer(steadyPort())
    {}
    ~RealEtcd() { kill(); }
    /// Over TLS from its next start on, for those who show a certificate of the same authority.
    void secure(const QString &authority, const QString &certificate, const QString &key, const QSslConfiguration &own)
    {
        m_flags += {QStringLiteral("--cert-file"),       certificate, QStringLiteral("--key-file"),        key,
                    QStringLiteral("--trusted-ca-file"), authority,   QStringLiteral("--client-cert-auth")};
        m_tls = own;
    }
    RealEtcd(const RealEtcd &) = delete;
    RealEtcd &operator=(const RealEtcd &) = delete;

    /// False when it does not answer in ten seconds.
    bool start(const QString &data = QStringLiteral("data"))
    {
        begin(itself(), data);
        return answers();
    }
    /// One of the members that `all` names, by itself().
    void begin(const QString &all, const QString &data = QStringLiteral("data"))
    {
        m_process = std::make_unique<QProcess>();
        m_process->setProcessChannelMode(QProcess::MergedChannels);
        m_process->setStandardOutputFile(m_folder.filePath(QStringLiteral("log")));
        const QString client = url().toString();
        m_process->start(
            QStringLiteral("etcd"),
            QStringList{QStringLiteral("--name"), m_name, QStringLiteral("--data-dir"), m_folder.filePath(data),
                        QStringLiteral("--listen-client-urls"), client, QStringLiteral("--advertise-client-urls"),
                        client, QStringLiteral("--listen-peer-urls"), peer(),
                        QStringLiteral("--initial-advertise-peer-urls"), peer(), QStringLiteral("--initial-cluster"),
                        all, QStringLiteral("--log-level"), QStringLiteral("error")} +
                m_flags);
    }
    /// False when it does not in ten seconds.
    bool answers()
    {
        QElapsedTimer time;
        time.start();
        while (time.elapsed() < 10'000) {
            if (get(QStringLiteral("/health")).contains("true"))
                return true;
            QThread::msleep(20);
        }
        return false;
    }
    QString itself() const { return m_name + u'=' + peer(); }
    /// It runs and answers nobody, until it is killed.
    void freeze() { ::kill(pid_t(m_process->processId()), SIGSTOP); }
    void kill()
    {
        if (!m_process)
            return;
        m_process->kill();
        m_process->waitForFinished();
        m_process.reset();
    }
    /// A file of all that it has.
    bool save(const QString &file) { return etcdctl({QStringLiteral("snapshot"), QStringLiteral("save"), path(file)}); }
    /// Makes a member's data of such a file: start() with that name begins from it.
    bool restore(const QString &file, const QString &data)
    {
        return etcdctl({QStringLiteral("snapshot"), QStringLiteral("restore"), path(file), QStringLiteral("--name"),
                        m_name, QStringLiteral("--data-dir"), path(data), QStringLiteral("--initial-cluster"), itself(),
                        QStringLiteral("--initial-advertise-peer-urls"), peer()});
    }
    bool etcdctl(const QStringList &arguments) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("ETCDCTL_API"), QStringLiteral("3"));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral("etcdctl"),
                      QStringList{QStringLiteral("--endpoints"), url().toString()} + arguments);
        return process.waitForFinished(20'000) && process.exitCode() == 0;
    }

    QUrl url() const
    {
        return QUrl(QStringLiteral("%1://127.0.0.1:%2")
                        .arg(m_tls ? QStringLiteral("https") : QStringLiteral("http"))
                        .arg(m_client));
    }
    qint64 process() const { return m_process ? m_process->processId() : 0; }
    QString path(const QString &name) const { return m_folder.filePath(name); }

    /// The revision of it; 0 when it was refused.
    qint64 put(const QByteArray &key, const QByteArray &value)
    {
        return revisionOf(post(QStringLiteral("/v3/kv/put"),
                               {{QStringLiteral("key"), base64(key)}, {QStringLiteral("value"), base64(value)}}));
    }
    qint64 remove(const QByteArray &key)
    {
        return revisionOf(post(QStringLiteral("/v3/kv/deleterange"), {{QStringLiteral("key"), base64(key)}}));
    }
    /// In one transaction.
    qint64 putAll(const QList<QByteArray> &keys)
    {
        QJsonArray puts;
        for (const QByteArray &key : keys)
            puts.append(QJsonObject{
                {QStringLiteral("request_put"),
                 QJsonObject{{QStringLiteral("key"), base64(key)}, {QStringLiteral("value"), base64("together")}}}});
        return revisionOf(post(QStringLiteral("/v3/kv/txn"), {{QStringLiteral("success"), puts}}));
    }
    /// From now on only those who sign in are let in: root, whose password is "secret".
    void protect()
    {
        post(QStringLiteral("/v3/auth/user/add"), {{QStringLiteral("name"), QStringLiteral("root")},
                                                   {QStringLiteral("password"), QStringLiteral("secret")}});
        post(QStringLiteral("/v3/auth/user/grant"),
             {{QStringLiteral("user"), QStringLiteral("root")}, {QStringLiteral("role"), QStringLiteral("root")}});
        post(QStringLiteral("/v3/auth/enable"), {});
    }
    void compact(qint64 revision)
    {
        post(QStringLiteral("/v3/kv/compaction"),
             {{QStringLiteral("revision"), revision}, {QStringLiteral("physical"), true}});
    }
    QJsonObject post(const QString &path, const QJsonObject &body)
    {
        QNetworkRequest request = requestOf(path);
        request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
        return QJsonDocument::fromJson(wait(m_manager.post(request, QJsonDocument(body).toJson()))).object();
    }

private:
    QString peer() const { return QStringLiteral("http://127.0.0.1:%1").arg(m_peer); }
    QNetworkRequest requestOf(const QString &path) const
    {
        QUrl address = url();
        address.setPath(path);
        QNetworkRequest request(address);
        if (m_tls)
            request.setSslConfiguration(*m_tls);
        return request;
    }
    QByteArray get(const QString &path) { return wait(m_manager.get(requestOf(path))); }
    static QByteArray wait(QNetworkReply *reply)
    {
        QEventLoop loop;
        QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
        if (!reply->isFinished())
            loop.exec();
        reply->deleteLater();
        return reply->readAll();
    }
    static QString base64(const QByteArray &bytes) { return QString::fromLatin1(bytes.toBase64()); }
    static qint64 revisionOf(const QJsonObject &reply)
    {
        return reply[QStringLiteral("header")][QStringLiteral("revision")].toString().toLongLong();
    }

    QStringList m_flags;
    QString m_name;
    QTemporaryDir m_folder;
    unsigned short m_client;
    unsigned short m_peer;
    std::optional<QSslConfiguration> m_tls; ///< the test's own
    std::unique_ptr<QProcess> m_process;
    QNetworkAccessManager m_manager;
};

/// Three of them, which are one etcd. Gui thread.
class RealEtcdCluster
{
public:
    /// False when one does not answer in ten seconds.
    bool start()
    {
        for (RealEtcd &member : m_members)
            member.begin(all());
        return std::all_of(m_members.begin(), m_members.end(), [](RealEtcd &member) { return member.answers(); });
    }
    RealEtcd &member(std::size_t index) { return m_members[index % m_members.size()]; }
    /// One that was killed comes back with what it has.
    void startAgain(std::size_t index) { member(index).begin(all()); }
    /// As --etcd-servers takes them.
    QString urls() const
    {
        return QStringList{m_members[0].url().toString(), m_members[1].url().toString(), m_members[2].url().toString()}
            .join(u',');
    }

private:
    QString all() const
    {
        return QStringList{m_members[0].itself(), m_members[1].itself(), m_members[2].itself()}.join(u',');
    }

    std::array<RealEtcd, 3> m_members{RealEtcd({}, QStringLiteral("a")), RealEtcd({}, QStringLiteral("b")),
                                      RealEtcd({}, QStringLiteral("c"))};
};

} // namespace wk::test
