// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plugintalk.h"

#include "app/clusterlinks.h"
#include "ui/window/mainwindow.h"
#include "ui/window/signinpanel.h"

#include <QLayout>

namespace wk {

void showPluginTalk(const ClusterLinks &clusters, MainWindow &window, Clock &clock)
{
    for (const auto &link : clusters.all()) {
        auto *panel = new SignInPanel(link->word(), clock, window.menuWidget());
        window.menuWidget()->layout()->addWidget(panel);
        QObject::connect(link.get(), &ClusterLink::pluginTold, panel, &SignInPanel::hear);
        QObject::connect(panel, &SignInPanel::cancelAsked, link.get(), &ClusterLink::cancelPlugin);
    }
}

} // namespace wk
