// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QObject>
#include <QProcess>

#include <functional>
#include <string>

namespace wk {

/// Asks a shell, as a login on a terminal starts it, which PATH the user's start files make: a desktop starts programs
/// with a poorer one. Once; for limits::LoginShellTime by the clock, in a session of its own that ends with it. Nothing
/// of what it prints besides is looked at. Any thread with an event loop. Source: how VS Code does it,
/// src/vs/platform/shell/node/shellEnv.ts.
class LoginShell : public QObject
{
public:
    /// PATH; or FileUnreadable with the shell as its place.
    using Done = std::function<void(const Result<std::string> &)>;

    /// The user's: the environment's SHELL, else that of the system's user database; empty when there is none.
    static std::string ofUser();

    /// `shell` is an absolute path. `done` is called once, from the event loop, and may destroy this.
    LoginShell(std::string shell, Clock &clock, Done done);
    /// Ends the shell. `done` is not called any more.
    ~LoginShell() override;

    /// What is run, as a shell would write it.
    static std::string commandLine(const std::string &shell);

private:
    void ended();
    void fail(const std::string &why);
    void finish(Result<std::string> result);
    void endAll();

    std::string m_shell;
    Done m_done;
    QProcess m_process;
    Clock::Alarm m_deadline;
    QByteArray m_output;
    qint64 m_pid = 0;
};

/// What stands between the marks in what the shell printed; empty when there is no path with an absolute directory.
/// Whatever start files print is no matter.
std::string pathIn(const QByteArray &output);

} // namespace wk
