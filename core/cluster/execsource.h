// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/credentials.h"
#include "core/cluster/credentialwaiters.h"

#include <memory>
#include <optional>

namespace wk {

class ExecRun;

/// The credential an exec plugin gives: one run for all who wait, kept until shortly before it expires. A run whose
/// credential could not be had or was refused is followed by another one a minute later at the earliest, and one that
/// was cancelled or that missed whoever it spoke to only after resume(). Nothing runs that the user's kuberc does not
/// let run, nor without consent. Worker thread. Destroying it ends a run.
class ExecSource : public CredentialSource
{
public:
    ExecSource(const ClusterAccess &access, Clock &clock, PluginRules rules);
    ~ExecSource() override;

    void credential(QObject *context, Answer answer) override;
    void refused(const Credential &credential) override;
    void forget() override;
    void listen(PluginListener listener) override { m_listener = std::move(listener); }
    void cancel() override;
    void resume() override;
    bool isBusy() const override { return m_run != nullptr; }

private:
    bool isFresh() const;
    bool isUsable() const;
    /// How long until another run is allowed.
    std::chrono::milliseconds pause() const;
    std::optional<Error> run();
    std::optional<Error> askConsent(const ExecRequest &request) const;
    void ended(const Result<QByteArray> &output);
    Error withPause(Error error) const;
    void tell(const PluginNews &news) const;

    ClusterAccess m_access;
    Clock &m_clock;
    PluginRules m_rules;
    PluginListener m_listener;
    ProgramDigest m_digest;
    CredentialWaiters m_waiters;
    std::unique_ptr<ExecRun> m_run;
    std::optional<Credential> m_credential;
    std::optional<Error> m_failure; ///< of the last run
    std::optional<Instant> m_lastRun;
    WallTime m_since{};          ///< when m_credential came
    bool m_isRefused = false;    ///< m_credential, by the server
    bool m_isUpToPerson = false; ///< whether it is run again
};

} // namespace wk
