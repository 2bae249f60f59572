// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/etcdpeerway.h"

#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QProcess>
#include <QTemporaryDir>
#include <QUrl>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace wk::etcdruns {

/// A real etcd cluster of one member or of three on loopback. Each is a process that can be killed, frozen and started
/// again; all their data can be restored from a snapshot. Whoever waits here turns the event loop meanwhile. Main
/// thread.
class EtcdMembers
{
public:
    explicit EtcdMembers(int count);
    ~EtcdMembers();

    int count() const { return int(m_members.size()); }
    QUrl url(int member) const;
    quint16 port(int member) const { return m_members[std::size_t(member)].client; }

    /// All of them, until each says that it is well; false when that takes ten seconds.
    bool start();
    /// Starts the process; it is well when isWell() says so.
    void spawn(int member);
    bool isWell(int member);
    /// SIGKILL, and waits until it is gone.
    void kill(int member);
    /// SIGSTOP: it holds its connections and says nothing.
    bool freeze(int member);
    void thaw(int member);
    bool isFrozen(int member) const;
    /// Who leads; -1: nobody is known to.
    int leader();
    bool moveLeader(int to);
    /// No other member hears of it, nor it of them, until rejoin().
    bool isolate(int member);
    void rejoin();
    /// What it says of itself, for people.
    std::string status(int member);

    /// A snapshot of all that there is, as etcdctl saves it.
    bool save(const QString &file);
    /// Kills all, and makes data of a snapshot for each; start() begins from there.
    bool restore(const QString &file);

    /// The answer to a question at one member's gateway; nothing where there was none with status 200 in time.
    std::optional<QJsonObject> ask(int member, const QString &path, const QJsonObject &body,
                                   std::chrono::milliseconds limit = std::chrono::seconds(2));
    /// The same without waiting. Whoever asks deletes it.
    std::unique_ptr<QNetworkReply> post(int member, const QString &path, const QJsonObject &body);
    static bool wait(QNetworkReply &reply, std::chrono::milliseconds limit);
    static std::optional<QJsonObject> answerOf(QNetworkReply &reply);
    /// Turns the event loop for a moment, for who asks again and again.
    static void pause(std::chrono::milliseconds time = std::chrono::milliseconds(30));

private:
    struct Member {
        quint16 client = 0;
        quint16 peer = 0;
        std::unique_ptr<QProcess> process;
        QByteArray id;                      ///< in hexadecimal, once it has said so
        std::unique_ptr<EtcdPeerWay> way{}; ///< of the others to it
    };
    QString dataOf(int member) const;
    QString nameOf(int member) const;
    QString peerUrl(quint16 port) const;
    bool mayPass(int to, const QByteArray &from) const;
    QString peerOf(int member) const;
    std::optional<QByteArray> idOf(int member);
    QString all() const;
    bool etcdctl(const QStringList &arguments);

    QTemporaryDir m_folder;
    int m_generation = 0; ///< how often the data were restored
    std::vector<Member> m_members;
    int m_alone = -1; ///< the member that is isolated
    QNetworkAccessManager m_manager;
};

} // namespace wk::etcdruns
