// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench.h"
#include "core/demo/democluster.h"
#include "core/session/kubebackend.h"
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"

#include <QSettings>
#include <QTemporaryDir>

namespace wk::test {

/// A window on a demo cluster of its own. What the user set up is kept in the file given, or forgotten.
struct WindowRig {
    explicit WindowRig(const QString &settingsFile = {})
        : store(settingsFile.isEmpty() ? folder.filePath(QStringLiteral("settings.ini")) : settingsFile,
                QSettings::IniFormat)
        , access(demo.start())
        , bench(WindowContext{theme, settings, clock}, *access, kubeBackend(*access, {}))
    {
        QObject::connect(&bench, &Workbench::ready, &bench, [this] { isReady = true; });
        bench.window().resize(1440, 900);
        bench.window().show();
        bench.session().start();
    }

    View *view(const char *name)
    {
        for (const auto &[key, view] : bench.views()) {
            if (key == QString::fromLatin1(name))
                return view;
        }
        return nullptr;
    }

    QTemporaryDir folder;
    QSettings store;
    UiSettings settings{store};
    SystemClock clock;
    Theme theme;
    DemoCluster demo;
    Result<ClusterAccess> access;
    Workbench bench;
    bool isReady = false;
};

} // namespace wk::test
