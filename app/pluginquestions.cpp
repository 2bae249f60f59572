// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pluginquestions.h"

#include "app/consentdialog.h"
#include "app/consents.h"
#include "core/cluster/loginshell.h"
#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
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
    rules.consent = [this, kept = m_consents.plugins(), once = m_once](const ExecRequest &request) {
        const auto found = kept.find(request.subject);
        const bool isKept = request.exposed.empty() && found != kept.end();
        const bool isOnce = std::ranges::any_of(once, [&request](const ExecRequest &agreed) {
            return agreed.subject == request.subject && agreed.programSha256 == request.programSha256;
        });
        if (!isKept && !isOnce) {
            post(request);
            return ExecAnswer::Ask;
        }
        if (isKept && found->second.sha256 != request.programSha256)
            post(Changed{request});
        return ExecAnswer::Allow;
    };
    rules.path = m_path;
    rules.missing = [this](const std::string &command) { post(Missing{command}); };
    return rules;
}

void PluginQuestions::begin(MainWindow &window, const std::vector<ClusterAccess> &clusters)
{
    m_window = &window;
    m_clusters = clusters;
}

void PluginQuestions::forgetAnswers()
{
    m_asked.clear();
    if (!std::exchange(m_isReopening, false))
        m_once.clear();
}

/// In a session's thread.
void PluginQuestions::post(Letter letter)
{
    if (m_letters.post(std::move(letter)))
        QMetaObject::invokeMethod(this, &PluginQuestions::takeLetters, Qt::QueuedConnection);
}

void PluginQuestions::takeLetters()
{
    for (const Letter &letter : m_letters.take()) {
        if (m_window)
            std::visit([this](const auto &news) { hear(news); }, letter);
    }
}

void PluginQuestions::hear(const ExecRequest &request)
{
    const auto isIts = [&request](const ClusterAccess &access) {
        return request.context == access.context && request.kubeconfig == access.source;
    };
    if (std::ranges::none_of(m_clusters, isIts) || !m_asked.insert(request.subject).second)
        return;
    askForPlugin(request, *m_window, [this, request](bool agrees) {
        if (!agrees)
            return;
        if (request.exposed.empty())
            m_consents.allowPlugin(request, m_clock.wallNow());
        else
            m_once.push_back(request);
        m_isReopening = true;
        Q_EMIT agreed();
    });
}

/// Each run says so; the user hears it once.
void PluginQuestions::hear(const Changed &changed)
{
    const auto consents = m_consents.plugins();
    const auto found = consents.find(changed.request.subject);
    if (found == consents.end() || found->second.sha256 == changed.request.programSha256)
        return;
    m_consents.notePlugin(changed.request);
    if (found->second.sha256.isEmpty() || !found->second.since)
        return; // what it was then is not known
    m_window->tell([program = displayText(changed.request.program), since = *found->second.since] {
        return tr("The program that signs you in, %1, has changed since you allowed it on %2.")
            .arg(program, format::dateTime(since));
    });
}

void PluginQuestions::hear(const Missing &missing)
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
        m_isReopening = m_path->find(command).has_value();
        if (m_isReopening)
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
