// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pluginquestions.h"

#include "app/consentdialog.h"
#include "app/consents.h"
#include "core/cluster/loginshell.h"
#include "ui/style/errorwords.h"
#include "ui/style/safetext.h"
#include "ui/window/mainwindow.h"

#include <algorithm>
#include <utility>

namespace wk {

PluginQuestions::PluginQuestions(Consents &consents, Clock &clock)
    : m_consents(consents)
    , m_clock(clock)
{}

PluginQuestions::~PluginQuestions() = default;

PluginRules PluginQuestions::rules()
{
    PluginRules rules;
    rules.consent = [this, stored = m_consents.forPlugins()](const ExecRequest &request) {
        const ExecAnswer answer = stored(request);
        if (answer == ExecAnswer::Ask)
            post(request);
        return answer;
    };
    rules.path = m_path;
    rules.missing = [this](const std::string &command) { post(Missing{command}); };
    return rules;
}

void PluginQuestions::begin(MainWindow &window, const std::vector<ClusterAccess> &clusters)
{
    m_window = &window;
    m_clusters = clusters;
    m_asked.clear();
}

/// In a session's thread.
void PluginQuestions::post(Letter letter)
{
    if (m_letters.post(std::move(letter)))
        QMetaObject::invokeMethod(this, &PluginQuestions::hear, Qt::QueuedConnection);
}

void PluginQuestions::hear()
{
    for (const Letter &letter : m_letters.take()) {
        if (m_window)
            std::visit([this](const auto &asked) { ask(asked); }, letter);
    }
}

void PluginQuestions::ask(const ExecRequest &request)
{
    const auto isIts = [&request](const ClusterAccess &access) {
        return request.context == access.context && request.kubeconfig == access.source;
    };
    if (std::ranges::none_of(m_clusters, isIts) || !m_asked.insert(request.subject).second)
        return;
    askForPlugin(request, *m_window, [this, subject = request.subject](bool agrees) {
        if (!agrees)
            return;
        m_consents.allowPlugin(subject);
        Q_EMIT agreed();
    });
}

void PluginQuestions::ask(const Missing &missing)
{
    const std::string shell = LoginShell::ofUser();
    if (shell.empty() || std::exchange(m_hasAskedForShell, true))
        return;
    if (m_consents.isShellAllowed(shell))
        return askShell(shell, missing.command);
    askForLoginShell(LoginShell::commandLine(shell), missing.command, *m_window,
                     [this, shell, command = missing.command](bool agrees) {
                         if (!agrees)
                             return;
                         m_consents.allowShell(shell);
                         askShell(shell, command);
                     });
}

void PluginQuestions::askShell(const std::string &shell, const std::string &command)
{
    m_shell = std::make_unique<LoginShell>(shell, m_clock, [this, shell, command](const Result<std::string> &path) {
        m_shell.reset();
        if (path) {
            m_path->add(*path);
            m_shellAsked = shell;
        }
        if (m_path->find(command))
            Q_EMIT agreed();
        else if (m_window && path)
            m_window->tell([name = displayText(command)] {
                return tr("“%1” is not on the PATH of your login shell either.").arg(name);
            });
        else if (m_window)
            m_window->tell([error = path.error()] { return errorWords(error).sentence(); });
    });
}

} // namespace wk
