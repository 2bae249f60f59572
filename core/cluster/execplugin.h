// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"

#include <QByteArray>
#include <QObject>
#include <QProcess>

#include <functional>
#include <string>

namespace wk {

/// One run of a credential plugin: no shell, standard input empty, output to limits::ExecOutputBytes, time to
/// limits::ExecTime by the clock, in a session of its own. What is over a limit, fails, or is destroyed while it runs
/// ends with all processes it started; after success those it left behind stay (a browser that showed the login is
/// one). Worker thread with an event loop.
class ExecRun : public QObject
{
public:
    /// What it printed, or CredentialFailed in words with the end of its standard error and the install hint. Never
    /// called from inside the constructor; may destroy the run.
    using Done = std::function<void(Result<QByteArray>)>;

    /// `program` is the absolute path; `info` the value of KUBERNETES_EXEC_INFO.
    ExecRun(const ExecPlugin &plugin, const std::string &program, const QByteArray &info, Clock &clock, Done done);
    /// Ends the processes and returns when the plugin is gone. Done is not called any more.
    ~ExecRun() override;

private:
    void start(const QByteArray &info);
    void readOutput();
    void readComplaints();
    void processFinished(int exitCode, QProcess::ExitStatus status);
    void startFailed();
    void fail(const std::string &why);
    void finish(Result<QByteArray> result);
    void endGroup();
    std::string complaints() const;

    ExecPlugin m_plugin;
    std::string m_program;
    Done m_done;
    QProcess m_process;
    Clock::Alarm m_deadline;
    QByteArray m_output;
    QByteArray m_complaints; ///< the end of standard error
    qint64 m_pid = 0;
    bool m_isFinished = false;
};

} // namespace wk
