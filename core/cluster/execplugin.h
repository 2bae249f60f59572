// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/plugininput.h"
#include "core/cluster/terminalmodes.h"

#include <QByteArray>
#include <QObject>
#include <QProcess>

#include <functional>
#include <string>

namespace wk {

/// One run of a credential plugin: no shell, output to limits::ExecOutputBytes, time by the clock to limits::ExecTime
/// while it says nothing, then to limits::ExecPersonTime. It runs in a session of its own, its standard input empty;
/// with our terminal, which a session of its own would take away, in our group and for limits::ExecPersonTime. What is
/// over a limit, fails, is cancelled or is destroyed while it runs ends with all processes it started, and the terminal
/// is as it was; after success those it left behind stay (a browser that showed the login is one). Worker thread with
/// an event loop.
class ExecRun : public QObject
{
public:
    struct Listener {
        /// What it printed, or CredentialFailed in words with the end of its standard error and the install hint, or
        /// Cancelled. Never called from inside the constructor or cancel(); may destroy the run.
        std::function<void(Result<QByteArray>)> done;
        /// What it writes on standard error, as it comes, in whole characters; as a stranger's, and of the whole run
        /// limits::ExecWordsBytes at most.
        std::function<void(const std::string &)> said = {};
    };
    /// What it is run with besides what the kubeconfig says.
    struct Setting {
        std::string program; ///< absolute path
        QByteArray info;     ///< the value of KUBERNETES_EXEC_INFO
        PluginInput input = PluginInput::Nothing;
        std::string path{}; ///< its PATH, where the kubeconfig sets none; empty: ours
    };

    ExecRun(const ExecPlugin &plugin, Setting setting, Clock &clock, Listener listener);
    /// Ends the processes and returns when the plugin is gone. The listener is not called any more.
    ~ExecRun() override;

    /// Somebody does not want to wait for it.
    void cancel();
    /// It was ended because nobody did what it asked for, so another run would lead to no more by itself.
    bool hasMissedPerson() const { return m_hasMissedPerson; }

private:
    void start();
    void readOutput();
    void readWords();
    void passOn(const QByteArray &words);
    void waitForPerson();
    void processFinished(int exitCode, QProcess::ExitStatus status);
    void startFailed();
    void fail(const std::string &why, ErrorKind kind = ErrorKind::CredentialFailed);
    void finish(Result<QByteArray> result);
    void endAll();
    std::string complaints() const;

    ExecPlugin m_plugin;
    Setting m_setting;
    Clock &m_clock;
    Listener m_listener;
    TerminalModes m_terminal;
    QProcess m_process;
    Clock::Alarm m_deadline;
    QByteArray m_output;
    QByteArray m_complaints;  ///< the end of standard error
    QByteArray m_piece;       ///< a character of it that is not whole yet
    std::size_t m_passed = 0; ///< bytes of it that were passed on
    bool m_hasSpoken = false;
    bool m_hasMissedPerson = false;
    qint64 m_pid = 0;
    bool m_isFinished = false;
};

} // namespace wk
