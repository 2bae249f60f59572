// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clustermenu.h"

#include "app/clusterchoice.h"
#include "core/cluster/kubeconfig.h"

namespace wk {

ClusterMenu::ClusterMenu(ClusterArguments arguments)
    : m_arguments(std::move(arguments))
{}

void ClusterMenu::useFile(const QString &path)
{
    m_arguments.kubeconfig = path.toStdString();
    m_arguments.context.clear();
    m_arguments.demo = false;
}

QString ClusterMenu::demoName() const
{
    const QString name = QStringLiteral("demo");
    return contexts().contains(name) ? name + QStringLiteral(" (Watchkeeper)") : name;
}

QStringList ClusterMenu::contexts() const
{
    QStringList names;
    if (const auto config = Kubeconfig::load(kubeconfigFiles(m_arguments))) {
        for (const KubeContext &context : config->contexts())
            names.append(QString::fromStdString(context.name));
    }
    return names;
}

QStringList ClusterMenu::names() const
{
    return contexts() + QStringList{demoName()};
}

QString ClusterMenu::first() const
{
    if (m_arguments.demo || !hasKubeconfig(m_arguments))
        return demoName();
    if (!m_arguments.context.empty())
        return QString::fromStdString(m_arguments.context);
    const auto config = Kubeconfig::load(kubeconfigFiles(m_arguments));
    // A broken file is an error to be read, not a reason to show something else.
    return config ? QString::fromStdString(config->currentContext()) : QString();
}

Result<ClusterAccess> ClusterMenu::choose(const QString &name)
{
    if (name == demoName())
        return startDemo();
    const auto config = Kubeconfig::load(kubeconfigFiles(m_arguments));
    if (!config)
        return config.error();
    return config->resolve(name.toStdString());
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
