// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clustermenu.h"

#include "app/clusterchoice.h"
#include "app/etcdchoice.h"
#include "app/recordings/shownrecording.h"
#include "core/cluster/incluster.h"
#include "core/session/etcdbackend.h"
#include "core/session/kubebackend.h"

#include <QFileInfo>

#include <algorithm>

namespace wk {

ClusterMenu::ClusterMenu(ClusterArguments arguments)
    : m_arguments(std::move(arguments))
{}

void ClusterMenu::useFile(const QString &path)
{
    m_arguments.kubeconfig = path.toStdString();
    m_arguments.context.clear();
    m_arguments.alsoContexts.clear();
    m_arguments.demo = false;
    m_arguments.etcd.reset();
    m_kubeconfigs.reset();
    m_isRead = false;
}

Result<> ClusterMenu::readKubeconfigs() const
{
    m_isRead = true;
    auto read = KubeconfigSet::load(kubeconfigSources(m_arguments));
    if (!read)
        return read.error();
    m_kubeconfigs = std::make_shared<const KubeconfigSet>(std::move(read).value());
    return success();
}

const KubeconfigSet *ClusterMenu::kubeconfigs() const
{
    if (!m_isRead)
        static_cast<void>(readKubeconfigs());
    return m_kubeconfigs.get();
}

KubeconfigSources ClusterMenu::sources() const
{
    return kubeconfigSources(m_arguments);
}

void ClusterMenu::use(std::shared_ptr<const KubeconfigSet> kubeconfigs)
{
    m_kubeconfigs = std::move(kubeconfigs);
    m_isRead = true;
}

QString ClusterMenu::demoName() const
{
    const QString name = QStringLiteral("demo");
    return contexts().contains(name) ? name + QStringLiteral(" (Watchkeeper)") : name;
}

QStringList ClusterMenu::contexts() const
{
    QStringList names;
    if (const KubeconfigSet *known = kubeconfigs()) {
        for (const OfferedContext &context : known->contexts())
            names.append(QString::fromStdString(context.name));
    }
    return names;
}

QStringList ClusterMenu::names() const
{
    QStringList names = contexts();
    if (isInCluster(m_arguments))
        names.append(QLatin1String(InCluster::Context));
    if (const QString named = argumentsEtcd(); !named.isEmpty())
        names.append(named);
    for (const auto &[name, access] : m_etcds) {
        if (!names.contains(name))
            names.append(name);
    }
    for (const auto &[name, path] : m_recordings)
        names.append(name);
    return names + QStringList{demoName()};
}

QString ClusterMenu::argumentsEtcd() const
{
    return m_arguments.etcd ? QString(QStringLiteral("etcd ") + m_arguments.etcd->endpoints) : QString();
}

QStringList ClusterMenu::first() const
{
    if (m_arguments.etcd || m_arguments.context.empty() || (!m_arguments.demo && m_arguments.alsoContexts.empty()))
        return {firstAlone()};
    QStringList names{QString::fromStdString(m_arguments.context)};
    for (const std::string &context : m_arguments.alsoContexts) {
        if (const QString name = QString::fromStdString(context); !names.contains(name))
            names.append(name);
    }
    return m_arguments.demo ? names + QStringList{demoName()} : names;
}

QStringList ClusterMenu::together(const QStringList &names) const
{
    // Which is the current one is only known since the file can be read.
    const QStringList wanted = names.isEmpty() || names == QStringList{QString()} ? first() : names;
    const auto recorded =
        std::ranges::find_if(wanted, [this](const QString &name) { return m_recordings.contains(name); });
    return recorded == wanted.end() ? wanted : QStringList{*recorded};
}

QString ClusterMenu::firstAlone() const
{
    if (m_arguments.etcd)
        return argumentsEtcd();
    if (!m_arguments.demo && isInCluster(m_arguments))
        return QLatin1String(InCluster::Context);
    if (m_arguments.demo || !hasKubeconfig(m_arguments))
        return demoName();
    if (!m_arguments.context.empty())
        return QString::fromStdString(m_arguments.context);
    // A broken file is an error to be read, not a reason to show something else.
    return kubeconfigs() ? QString::fromStdString(kubeconfigs()->currentContext()) : QString();
}

Result<ClusterAccess> ClusterMenu::choose(const QString &name)
{
    if (const QString path = recording(name); !path.isEmpty()) {
        if (const auto opened = ShownRecording::open(path.toStdString()); !opened)
            return opened.error();
    }
    if (name == demoName())
        return startDemo();
    if (m_arguments.etcd && name == argumentsEtcd()) {
        auto access = chooseEtcd(*m_arguments.etcd, m_arguments.etcd->prefix.toStdString());
        if (!access)
            return access.error();
        m_etcds.insert_or_assign(name, std::move(access).value());
    }
    const bool isContext = !m_etcds.contains(name) && !m_recordings.contains(name) && !isInCluster(m_arguments);
    const auto read = isContext ? readKubeconfigs() : success();
    return read ? describe(name) : Result<ClusterAccess>(read.error());
}

Result<ClusterAccess> ClusterMenu::describe(const QString &name) const
{
    if (name == demoName() && m_demoAccess)
        return *m_demoAccess;
    if (name == demoName()) {
        ClusterAccess coming;
        coming.context = name.toStdString();
        coming.source = "demo";
        return coming;
    }
    if (const auto etcd = m_etcds.find(name); etcd != m_etcds.end())
        return reachEtcd(etcd->second).access;
    if (!recording(name).isEmpty()) {
        ClusterAccess recorded;
        recorded.context = name.toStdString();
        recorded.source = RecordingSource;
        return recorded;
    }
    if (isInCluster(m_arguments))
        return actingAs(InCluster::ofThisProcess().access(), m_arguments.as);
    if (!kubeconfigs()) {
        if (const auto read = readKubeconfigs(); !read)
            return read.error();
    }
    if (const auto files = refusedFiles(name))
        return consentNeeded(*files);
    return m_kubeconfigs->resolve(name.toStdString(), m_arguments.as);
}

std::optional<FileRequest> ClusterMenu::refusedFiles(const QString &name) const
{
    auto files = kubeconfigs() ? kubeconfigs()->unusualFiles(name.toStdString()) : std::nullopt;
    const bool mayRead = !files || m_arguments.allowFiles || (m_mayRead && m_mayRead(*files));
    return mayRead ? std::nullopt : std::move(files);
}

std::function<bool(const FileRequest &)> ClusterMenu::fileRule(const QString &name) const
{
    const auto files = kubeconfigs() ? kubeconfigs()->unusualFiles(name.toStdString()) : std::nullopt;
    const QByteArray allowed = files && !refusedFiles(name) ? files->subject() : QByteArray();
    return [allowed, areAllAllowed = m_arguments.allowFiles](const FileRequest &request) {
        return areAllAllowed || request.subject() == allowed;
    };
}

std::map<QString, QString> ClusterMenu::keys() const
{
    std::map<QString, QString> keys;
    if (const KubeconfigSet *known = kubeconfigs()) {
        for (const OfferedContext &context : known->contexts())
            keys.emplace(QString::fromStdString(context.name),
                         QString::fromStdString(context.ownName + '@' + context.file));
    }
    for (const QString &name : names())
        keys.emplace(name, name);
    return keys;
}

QString ClusterMenu::useEtcd(EtcdAccess access)
{
    const QString name =
        QString::fromStdString(reachEtcd(access).access.context + (access.prefix.empty() ? "" : " ") + access.prefix);
    m_etcds.insert_or_assign(name, std::move(access));
    return name;
}

/// By the file's name, as far as that says which.
QString ClusterMenu::useRecording(const QString &path)
{
    const QFileInfo file(path);
    const QString whole = file.absoluteFilePath();
    QString name = file.fileName();
    if (const auto known = m_recordings.find(name); (known != m_recordings.end() && known->second != whole) ||
                                                    (known == m_recordings.end() && names().contains(name)))
        name = whole;
    m_recordings.insert_or_assign(name, whole);
    return name;
}

QString ClusterMenu::recording(const QString &name) const
{
    const auto found = m_recordings.find(name);
    return found == m_recordings.end() ? QString() : found->second;
}

BackendFactory ClusterMenu::backend(const QString &name, const ClusterAccess &access, PluginRules rules) const
{
    const auto etcd = m_etcds.find(name);
    return etcd == m_etcds.end() ? kubeBackend(access, std::move(rules)) : etcdBackend(etcd->second);
}

Result<ClusterAccess> ClusterMenu::startDemo()
{
    if (m_demoAccess)
        return *m_demoAccess;
    m_demo = std::make_unique<DemoCluster>();
    auto access = m_demo->start();
    if (access)
        m_demoAccess = *access;
    return access;
}

} // namespace wk
