// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/loginshell.h"

#include "core/base/limits.h"
#include "core/cluster/pluginpath.h"
#include "core/cluster/processtree.h"

#include <QFileInfo>
#include <QStringList>

#include <csignal>
#include <utility>

#include <pwd.h>
#include <unistd.h>

namespace wk {

namespace {

constexpr const char *Mark = "__watchkeeper_path__";
constexpr int KilledMilliseconds = 2000; // a killed process is gone sooner, unless the kernel holds it

/// Words that all shells read alike, csh and fish as well.
QString question()
{
    return QStringLiteral("echo %1; printenv PATH; echo %1").arg(QLatin1String(Mark));
}

QStringList argumentsOf(const std::string &shell)
{
    const QString name = QFileInfo(QString::fromStdString(shell)).fileName();
    // csh knows no -l beside others.
    const bool isCsh = name == QStringLiteral("csh") || name == QStringLiteral("tcsh");
    const QStringList options = isCsh ? QStringList{QStringLiteral("-ic")}
                                      : QStringList{QStringLiteral("-i"), QStringLiteral("-l"), QStringLiteral("-c")};
    return options + QStringList{question()};
}

} // namespace

std::string pathIn(const QByteArray &output)
{
    const QByteArray mark = QByteArray(Mark) + '\n';
    const qsizetype begin = output.indexOf(mark);
    const qsizetype end = begin < 0 ? -1 : output.indexOf(mark, begin + mark.size());
    if (end < 0)
        return {};
    std::string path = output.mid(begin + mark.size(), end - begin - mark.size()).trimmed().toStdString();
    const bool isOneLine = path.find('\n') == std::string::npos;
    return isOneLine && !PluginPath(path).directories().empty() ? path : std::string();
}

std::string LoginShell::ofUser()
{
    if (const QByteArray shell = qgetenv("SHELL"); shell.startsWith('/'))
        return shell.toStdString();
    const passwd *user = ::getpwuid(::geteuid());
    return user && user->pw_shell && *user->pw_shell == '/' ? user->pw_shell : "";
}

std::string LoginShell::commandLine(const std::string &shell)
{
    QStringList words = argumentsOf(shell);
    words.last() = u'\'' + words.last() + u'\'';
    return shell + " " + words.join(u' ').toStdString();
}

LoginShell::LoginShell(std::string shell, Clock &clock, Done done)
    : m_shell(std::move(shell))
    , m_done(std::move(done))
{
    connect(&m_process, &QProcess::readyReadStandardOutput, this, [this] {
        m_output += m_process.readAllStandardOutput();
        if (std::size_t(m_output.size()) > limits::ExecOutputBytes)
            fail("prints without end");
    });
    connect(&m_process, &QProcess::finished, this, &LoginShell::ended);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail("could not be started");
    });
    m_deadline = clock.after(limits::LoginShellTime, [this] {
        fail("did not end within " + std::to_string(limits::LoginShellTime.count()) + " seconds");
    });
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("WATCHKEEPER_RESOLVING_ENVIRONMENT"), QStringLiteral("1"));
    m_process.setProcessEnvironment(environment);
    m_process.setProgram(QString::fromStdString(m_shell));
    m_process.setArguments(argumentsOf(m_shell));
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setStandardErrorFile(QProcess::nullDevice());
    m_process.setChildProcessModifier([] { ::setsid(); });
    m_process.start(QIODevice::ReadOnly);
    m_pid = m_process.processId();
}

LoginShell::~LoginShell()
{
    m_process.disconnect(this);
    endAll();
    if (m_process.state() != QProcess::NotRunning)
        m_process.waitForFinished(KilledMilliseconds);
}

void LoginShell::ended()
{
    m_output += m_process.readAllStandardOutput();
    const std::string path = pathIn(m_output);
    if (path.empty())
        fail("told no PATH");
    else
        finish(path);
}

void LoginShell::fail(const std::string &why)
{
    finish(Error{ErrorKind::FileUnreadable, "The login shell " + why + ".", m_shell});
}

/// With what its start files have left running in its group.
void LoginShell::endAll()
{
    if (m_pid <= 0)
        return;
    if (m_process.state() != QProcess::NotRunning)
        killTree(pid_t(m_pid)); // an interactive shell gives each command a group of its own
    ::kill(pid_t(-m_pid), SIGKILL);
}

void LoginShell::finish(Result<std::string> result)
{
    if (!m_done)
        return;
    endAll();
    m_deadline.cancel();
    // Later: who hears it may destroy us, and QProcess is still on the stack.
    QMetaObject::invokeMethod(
        this, [done = std::exchange(m_done, nullptr), result = std::move(result)] { done(result); },
        Qt::QueuedConnection);
}

} // namespace wk
