// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/windowprogram.h"
#include "app/workbench.h"
#include "core/demo/democluster.h"
#include "ui/models/uisettings.h"
#include "ui/models/view.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>

#include <algorithm>

namespace wk {

/// A still demo cluster over TLS, and kubeconfigs that lead to it in several ways.
struct Cluster {
    Cluster()
        : demo(still())
        , access(demo.start())
    {}

    static DemoOptions still()
    {
        DemoOptions options;
        options.hasScenarios = false;
        options.nodes = 2;
        options.tls = true;
        return options;
    }
    QByteArray token() const { return std::get<Secret>(access->signIn).reveal().toByteArray(); }
    QByteArray server() const { return "server: '" + access->server.toEncoded() + "'"; }
    QByteArray trusted() const
    {
        return "{" + server() + ", certificate-authority-data: '" + access->caPem.toBase64() + "'}";
    }

    DemoCluster demo;
    Result<ClusterAccess> access;
};

/// What stays from one start of the program to the next: files and settings.
struct Desk {
    QString write(const QString &name, const QByteArray &text, bool isProgram = false) const
    {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(text) != text.size())
            return {};
        if (isProgram)
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file.fileName();
    }
    QString kubeconfig(const QByteArray &cluster, const QByteArray &user) const
    {
        return write(QStringLiteral("config"),
                     "apiVersion: v1\nkind: Config\ncurrent-context: far\n"
                     "clusters:\n- {name: k, cluster: " +
                         cluster +
                         "}\ncontexts:\n- {name: far, context: {cluster: k, user: u}}\nusers:\n- {name: u, user: " +
                         user + "}\n");
    }
    std::unique_ptr<WindowProgram> start(const QString &kubeconfig)
    {
        WindowArguments arguments;
        arguments.cluster.kubeconfig = kubeconfig.toStdString();
        return start(arguments);
    }
    std::unique_ptr<WindowProgram> start(const WindowArguments &arguments)
    {
        UiSettings(store).setHistoryTold(); // or else that is said first
        auto program = std::make_unique<WindowProgram>(arguments, store);
        program->openFirst();
        return program;
    }

    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
};

/// Whether a label that can be seen says so.
inline bool says(const MainWindow &window, const QString &words)
{
    const auto labels = window.findChildren<QLabel *>();
    return std::ranges::any_of(
        labels, [&](const QLabel *label) { return label->isVisible() && label->text().contains(words); });
}

/// Clicks a button that can be seen.
inline bool press(const MainWindow &window, const QString &words)
{
    const auto buttons = window.findChildren<QPushButton *>();
    const auto found = std::ranges::find_if(
        buttons, [&](const QPushButton *button) { return button->isVisible() && button->text() == words; });
    if (found == buttons.end())
        return false;
    (*found)->click();
    return true;
}

inline bool isLive(const WindowProgram &program)
{
    const QString count = program.bench()->views().front().second->resultText();
    return program.bench()->session().state() == SessionState::Connected && !count.isEmpty() && !count.startsWith(u'0');
}

} // namespace wk
