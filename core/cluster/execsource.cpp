// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/execsource.h"

#include "core/cluster/execcredential.h"
#include "core/cluster/execplugin.h"
#include "core/cluster/pluginpolicy.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

constexpr std::chrono::seconds RunPause{60}; // fault-matrix.md A2
constexpr std::chrono::seconds MostRefreshAhead{30};
constexpr int RefreshAheadPart = 10; // a tenth of its life, if that is less

} // namespace

ExecSource::ExecSource(const ClusterAccess &access, Clock &clock, PluginRules rules)
    : m_access(access)
    , m_clock(clock)
    , m_rules(std::move(rules))
{}

ExecSource::~ExecSource() = default;

void ExecSource::credential(QObject *context, Answer answer)
{
    if (m_run) {
        m_waiters.add(context, std::move(answer));
        return;
    }
    if (isFresh()) {
        CredentialWaiters::answer(context, std::move(answer), *m_credential);
        return;
    }
    const auto error = run();
    if (!error)
        m_waiters.add(context, std::move(answer));
    else if (isUsable())
        CredentialWaiters::answer(context, std::move(answer), *m_credential);
    else
        CredentialWaiters::answer(context, std::move(answer), *error);
}

void ExecSource::refused(const Credential &credential)
{
    if (m_credential && *m_credential == credential)
        m_isRefused = true;
}

/// A connection that comes and goes is no person who asks.
void ExecSource::forget()
{
    if (m_isUpToPerson)
        return;
    m_failure.reset();
    if (isUsable())
        return;
    m_credential.reset();
    m_lastRun.reset();
    m_isRefused = false;
}

void ExecSource::cancel()
{
    if (m_run)
        m_run->cancel();
}

void ExecSource::resume()
{
    if (std::exchange(m_isUpToPerson, false))
        forget();
}

void ExecSource::tell(const PluginNews &news) const
{
    if (m_listener)
        m_listener(news);
}

bool ExecSource::isUsable() const
{
    return m_credential && !m_isRefused && (!m_credential->expires || m_clock.wallNow() < *m_credential->expires);
}

bool ExecSource::isFresh() const
{
    if (!isUsable() || !m_credential->expires)
        return isUsable();
    const auto life = *m_credential->expires - m_since;
    const auto ahead = std::min<WallTime::duration>(life / RefreshAheadPart, MostRefreshAhead);
    return m_clock.wallNow() < *m_credential->expires - ahead;
}

std::chrono::milliseconds ExecSource::pause() const
{
    if (!m_lastRun || (!m_failure && !m_isRefused))
        return {};
    return std::max(std::chrono::milliseconds(0), *m_lastRun + RunPause - m_clock.now());
}

Error ExecSource::withPause(Error error) const
{
    error.retryAfter = pause();
    return error;
}

std::optional<Error> ExecSource::run()
{
    const auto &plugin = std::get<ExecPlugin>(m_access.signIn);
    if (m_isUpToPerson)
        return m_failure;
    if (pause().count() > 0) {
        if (m_failure)
            return withPause(*m_failure);
        return withPause(pluginFailed(plugin.program,
                                      "The server refuses the credential that the plugin \"" + plugin.command +
                                          "\" gave. The plugin is asked again a minute after it was asked last.",
                                      plugin.installHint));
    }
    if (plugin.interactive == InteractiveMode::Always && !m_rules.hasTerminal)
        return terminalNeeded(m_access);
    const auto request = execRequest(m_access, *m_rules.path, m_digest);
    if (!request) {
        if (m_rules.missing && !plugin.program.starts_with('/') && !m_rules.path->find(plugin.program))
            m_rules.missing(plugin.program);
        return request.error();
    }
    if (const auto allowed = checkPluginPolicy(kubercFile(), request->program, *m_rules.path); !allowed)
        return allowed.error();
    if (auto error = askConsent(*request))
        return error;
    m_lastRun = m_clock.now();
    const bool asks = m_rules.hasTerminal && plugin.interactive != InteractiveMode::Never;
    const PluginInput input = asks ? PluginInput::Terminal : PluginInput::Nothing;
    tell({PluginNews::Kind::Begun, plugin.command});
    m_run = std::make_unique<ExecRun>(
        plugin, ExecRun::Setting{request->program, execInfo(m_access, input), input, m_rules.path->variable()}, m_clock,
        ExecRun::Listener{[this](const Result<QByteArray> &output) { ended(output); },
                          [this](const std::string &words) {
                              tell({PluginNews::Kind::Said, {}, words});
                          }});
    return {};
}

std::optional<Error> ExecSource::askConsent(const ExecRequest &request) const
{
    switch (m_rules.consent ? m_rules.consent(request) : ExecAnswer::Deny) {
    case ExecAnswer::Allow: return {};
    case ExecAnswer::Ask: return consentNeeded(request);
    case ExecAnswer::Deny: break;
    }
    return pluginFailed(request.program,
                        "Running the credential plugin \"" + request.program +
                            "\" is not allowed here. Allow it, or use another way to sign in.",
                        {});
}

void ExecSource::ended(const Result<QByteArray> &output)
{
    const bool hasMissedPerson = m_run->hasMissedPerson();
    m_run.reset();
    tell({PluginNews::Kind::Ended});
    Result<Credential> result = Error{};
    if (output)
        result = readExecCredential({output->constData(), std::size_t(output->size())},
                                    std::get<ExecPlugin>(m_access.signIn), m_clock.wallNow());
    else
        result = output.error();
    if (!result) {
        m_failure = result.error();
        m_isUpToPerson = hasMissedPerson || m_failure->kind == ErrorKind::Cancelled;
        if (isUsable())
            m_waiters.answerAll(*m_credential);
        else
            m_waiters.answerAll(m_isUpToPerson ? *m_failure : withPause(*m_failure));
        return;
    }
    m_failure.reset();
    // What the server has refused already is not asked for again at once.
    m_isRefused = m_isRefused && m_credential && *m_credential == *result;
    m_credential = *result;
    m_since = m_clock.wallNow();
    m_waiters.answerAll(*result);
}

} // namespace wk
