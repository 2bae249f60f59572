// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/handover.h"
#include "core/cluster/execrequest.h"
#include "core/cluster/pluginpath.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace wk {

class Clock;
class Consents;
class LoginShell;
class MainWindow;

/// What the user is asked on behalf of the credential plugins of the clusters in use: whether one may be run, and where
/// it is not found, whether the login shell may be run to learn its PATH. A no is not asked about again before clusters
/// are opened again, and the shell once in a run of the program; a yes is kept, but of a program that others can
/// replace, which is asked about each time. One that has changed since the yes is told of. Gui thread.
class PluginQuestions : public QObject
{
    Q_OBJECT

public:
    /// Both outlive it.
    PluginQuestions(Consents &consents, Clock &clock);
    ~PluginQuestions() override;

    /// What a session goes by: it asks in its own thread, where what is not decided is put to the user here. This
    /// outlives it.
    PluginRules rules();
    /// Clusters are about to be opened: what was answered for those before is asked again, unless it is kept.
    void forgetAnswers();
    /// The window to ask over, and the clusters that it shows.
    void begin(MainWindow &window, const std::vector<ClusterAccess> &clusters);

    /// Where plugins are looked for.
    std::shared_ptr<const PluginPath> path() const { return m_path; }
    /// The shell whose PATH is among them; empty when none was asked.
    const std::string &shellAsked() const { return m_shellAsked; }

Q_SIGNALS:
    /// What kept a cluster's plugin from being run does so no longer.
    void agreed();

private:
    struct Missing {
        std::string command;
    };
    struct Changed {
        ExecRequest request; ///< its program has another hash than the consent
    };
    using Letter = std::variant<ExecRequest, Missing, Changed>;

    void post(Letter letter);
    void takeLetters();
    void hear(const ExecRequest &request);
    void hear(const Missing &missing);
    void hear(const Changed &changed);
    void askShell(const std::string &shell, const std::string &command);

    Consents &m_consents;
    Clock &m_clock;
    std::shared_ptr<PluginPath> m_path = std::make_shared<PluginPath>();
    Handover<Letter> m_letters;
    QPointer<MainWindow> m_window;
    std::vector<ClusterAccess> m_clusters;
    std::set<QByteArray> m_asked;    ///< consents to run their plugins
    std::vector<ExecRequest> m_once; ///< agreed to for as long as these clusters are open
    bool m_isReopening = false;      ///< because of an answer
    bool m_hasAskedForShell = false;
    std::unique_ptr<LoginShell> m_shell;
    std::string m_shellAsked;
};

} // namespace wk
