// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdmembers.h"

#include "tests/support/soon.h"
#include "tests/support/steadyport.h"

#include <QFile>
#include <QJsonDocument>
#include <QNetworkProxy>

#include <csignal>

#include <sys/prctl.h>

namespace wk::etcdruns {

namespace {

using namespace std::chrono_literals;

QString s(const char *text)
{
    return QString::fromLatin1(text);
}

} // namespace

EtcdMembers::EtcdMembers(int count)
    : m_members(std::size_t(count))
{
    m_manager.setProxy(QNetworkProxy::NoProxy);
    for (int number = 0; number < count; ++number) {
        Member &member = m_members[std::size_t(number)];
        member.client = steadyPort();
        member.peer = steadyPort();
        member.way = std::make_unique<EtcdPeerWay>(
            member.peer, [this, number](const QByteArray &from) { return mayPass(number, from); });
    }
}

EtcdMembers::~EtcdMembers()
{
    for (int member = 0; member < count(); ++member)
        kill(member);
}

QUrl EtcdMembers::url(int member) const
{
    return QUrl(s("http://127.0.0.1:%1").arg(port(member)));
}

QString EtcdMembers::nameOf(int member) const
{
    return s("m%1").arg(member);
}

QString EtcdMembers::peerOf(int member) const
{
    return peerUrl(m_members[std::size_t(member)].way->serverPort());
}

QString EtcdMembers::peerUrl(quint16 port) const
{
    return s("http://127.0.0.1:%1").arg(port);
}

QString EtcdMembers::dataOf(int member) const
{
    return m_folder.filePath(s("data-%1-%2").arg(m_generation).arg(member));
}

QString EtcdMembers::all() const
{
    QStringList members;
    for (int member = 0; member < count(); ++member)
        members.append(nameOf(member) + u'=' + peerOf(member));
    return members.join(u',');
}

void EtcdMembers::spawn(int member)
{
    // Elections take a tenth of what they usually do; whether nothing has happened is told every second.
    const QStringList pace = count() == 1 ? QStringList{s("--heartbeat-interval=10"), s("--election-timeout=100")}
                                          : QStringList{s("--heartbeat-interval=25"), s("--election-timeout=250")};
    auto process = std::make_unique<QProcess>();
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); }); // nor does it outlive an abort
    process->setStandardOutputFile(m_folder.filePath(s("log-%1").arg(member)), QIODevice::Append);
    const QString client = url(member).toString();
    process->start(s("etcd"),
                   QStringList{s("--name"), nameOf(member), s("--data-dir"), dataOf(member), s("--listen-client-urls"),
                               client, s("--advertise-client-urls"), client, s("--listen-peer-urls"),
                               peerUrl(m_members[std::size_t(member)].peer), s("--initial-advertise-peer-urls"),
                               peerOf(member), s("--initial-cluster"), all(), s("--log-level"), s("error"),
                               s("--experimental-watch-progress-notify-interval=1s")} +
                       pace);
    m_members[std::size_t(member)].process = std::move(process);
}

bool EtcdMembers::isWell(int member)
{
    QNetworkRequest request(url(member).resolved(QUrl(s("/health"))));
    const std::unique_ptr<QNetworkReply> reply(m_manager.get(request));
    return wait(*reply, 500ms) && reply->readAll().contains("true");
}

bool EtcdMembers::start()
{
    for (int member = 0; member < count(); ++member) {
        if (!m_members[std::size_t(member)].process)
            spawn(member);
    }
    for (int member = 0; member < count(); ++member) {
        if (!soon([&] { return isWell(member) || (pause(), false); }, 10s))
            return false;
    }
    return true;
}

void EtcdMembers::kill(int member)
{
    auto &process = m_members[std::size_t(member)].process;
    if (!process)
        return;
    process->kill();
    process->waitForFinished();
    process.reset();
}

bool EtcdMembers::freeze(int member)
{
    const auto &process = m_members[std::size_t(member)].process;
    return process && ::kill(pid_t(process->processId()), SIGSTOP) == 0 && soon([&] { return isFrozen(member); }, 2s);
}

void EtcdMembers::thaw(int member)
{
    if (const auto &process = m_members[std::size_t(member)].process)
        ::kill(pid_t(process->processId()), SIGCONT);
}

bool EtcdMembers::isFrozen(int member) const
{
    const auto &process = m_members[std::size_t(member)].process;
    if (!process)
        return false;
    QFile state(s("/proc/%1/stat").arg(process->processId()));
    return state.open(QIODevice::ReadOnly) && state.readAll().contains(") T ");
}

std::optional<QByteArray> EtcdMembers::idOf(int member)
{
    const auto status = ask(member, s("/v3/maintenance/status"), {}, 500ms);
    if (!status)
        return {};
    return QByteArray::number((*status)[s("header")][s("member_id")].toString().toULongLong(), 16);
}

int EtcdMembers::leader()
{
    for (int member = 0; member < count(); ++member) {
        const auto status = ask(member, s("/v3/maintenance/status"), {}, 500ms);
        if (status && (*status)[s("leader")] == (*status)[s("header")][s("member_id")])
            return member;
    }
    return -1;
}

bool EtcdMembers::moveLeader(int to)
{
    const int from = leader();
    const auto status = ask(to, s("/v3/maintenance/status"), {}, 500ms);
    if (from < 0 || from == to || !status)
        return false;
    const QJsonObject body{{s("targetID"), (*status)[s("header")][s("member_id")]}};
    return ask(from, s("/v3/maintenance/transfer-leadership"), body).has_value() &&
           soon([&] { return leader() == to; }, 5s);
}

bool EtcdMembers::mayPass(int to, const QByteArray &from) const
{
    return m_alone < 0 || (to != m_alone && from != m_members[std::size_t(m_alone)].id);
}

bool EtcdMembers::isolate(int member)
{
    const auto id = idOf(member);
    if (!id)
        return false;
    m_members[std::size_t(member)].id = *id;
    m_alone = member;
    for (const Member &one : m_members)
        one.way->update();
    return true;
}

void EtcdMembers::rejoin()
{
    m_alone = -1;
}

std::string EtcdMembers::status(int member)
{
    const auto status = ask(member, s("/v3/maintenance/status"), {}, 500ms);
    const QByteArray text = status ? QJsonDocument(*status).toJson(QJsonDocument::Compact) : QByteArray("no answer");
    return nameOf(member).toStdString() + ": " + text.toStdString();
}

bool EtcdMembers::etcdctl(const QStringList &arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(s("ETCDCTL_API"), s("3"));
    process.setProcessEnvironment(environment);
    process.start(s("etcdctl"), arguments);
    return soon([&] { return process.state() == QProcess::NotRunning; }, 20s) && process.exitCode() == 0;
}

bool EtcdMembers::save(const QString &file)
{
    const QString path = m_folder.filePath(file);
    QFile::remove(path);
    return etcdctl({s("--endpoints"), url(0).toString(), s("snapshot"), s("save"), path});
}

bool EtcdMembers::restore(const QString &file)
{
    for (int member = 0; member < count(); ++member)
        kill(member);
    ++m_generation;
    for (int member = 0; member < count(); ++member) {
        if (!etcdctl({s("snapshot"), s("restore"), m_folder.filePath(file), s("--name"), nameOf(member),
                      s("--data-dir"), dataOf(member), s("--initial-cluster"), all(),
                      s("--initial-advertise-peer-urls"), peerOf(member)}))
            return false;
    }
    return true;
}

std::unique_ptr<QNetworkReply> EtcdMembers::post(int member, const QString &path, const QJsonObject &body)
{
    QNetworkRequest request(url(member).resolved(QUrl(path)));
    request.setHeader(QNetworkRequest::ContentTypeHeader, s("application/json"));
    return std::unique_ptr<QNetworkReply>(m_manager.post(request, QJsonDocument(body).toJson(QJsonDocument::Compact)));
}

bool EtcdMembers::wait(QNetworkReply &reply, std::chrono::milliseconds limit)
{
    return soon([&] { return reply.isFinished(); }, limit);
}

void EtcdMembers::pause(std::chrono::milliseconds time)
{
    soon([] { return false; }, time);
}

std::optional<QJsonObject> EtcdMembers::answerOf(QNetworkReply &reply)
{
    if (!reply.isFinished() || reply.error() != QNetworkReply::NoError)
        return {};
    const QJsonDocument document = QJsonDocument::fromJson(reply.readAll());
    return document.isObject() ? std::optional(document.object()) : std::nullopt;
}

std::optional<QJsonObject> EtcdMembers::ask(int member, const QString &path, const QJsonObject &body,
                                            std::chrono::milliseconds limit)
{
    const auto reply = post(member, path, body);
    wait(*reply, limit);
    return answerOf(*reply);
}

} // namespace wk::etcdruns
