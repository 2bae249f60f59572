// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clusterdialogs.h"

#include "app/consentdialog.h"
#include "app/etcdchoice.h"
#include "app/etcddialog.h"
#include "ui/style/errorwords.h"

#include <QDir>

namespace wk {

ClusterDialogs::ClusterDialogs(QWidget &window, Consents &consents)
    : QObject(&window)
    , m_window(window)
    , m_consents(consents)
{}

void ClusterDialogs::chooseFile()
{
    choose(QFileDialog::ExistingFile, tr("Open a kubeconfig"));
}

void ClusterDialogs::chooseFolder()
{
    choose(QFileDialog::Directory, tr("Open a folder of kubeconfigs"));
}

void ClusterDialogs::choose(QFileDialog::FileMode mode, const QString &title)
{
    auto *dialog = new QFileDialog(&m_window, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    dialog->setFilter(QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
    dialog->setDirectory(QDir::home().filePath(QStringLiteral(".kube")));
    connect(dialog, &QFileDialog::fileSelected, this, &ClusterDialogs::fileChosen);
    dialog->open();
}

void ClusterDialogs::askForEtcd()
{
    auto *dialog = new EtcdDialog(&m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &EtcdDialog::wanted, this, [this, dialog] {
        const auto access = chooseEtcd(dialog->arguments(), dialog->prefix().toStdString());
        if (!access)
            return dialog->say(errorWords(access.error()).sentence());
        dialog->close();
        Q_EMIT etcdChosen(*access);
    });
    dialog->open();
}

void ClusterDialogs::showClusters(const ClusterChoices &choices, ConnectDialog::Describe describe,
                                  std::function<PluginRules()> pluginRules)
{
    const auto ask = [this](const ClusterAccess &access, QWidget &over, const std::function<void()> &agreed) {
        askForInsecure(access, m_consents, over, agreed);
    };
    auto *dialog = new ConnectDialog(choices, std::move(describe), {ask, std::move(pluginRules)}, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ConnectDialog::connectAsked, this, &ClusterDialogs::clustersChosen);
    connect(dialog, &ConnectDialog::fileAsked, this, &ClusterDialogs::chooseFile);
    connect(dialog, &ConnectDialog::etcdAsked, this, &ClusterDialogs::askForEtcd);
    dialog->open();
}

} // namespace wk
