// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/execplugin.h"

#include "core/base/limits.h"
#include "core/cluster/bearertoken.h"
#include "core/cluster/execrequest.h"

#include <csignal>

#include <sys/types.h>
#include <unistd.h>

namespace wk {

namespace {

constexpr qsizetype ComplaintBytes = 1000; // what fits into a message; the end says why it stopped
constexpr int EndMilliseconds = 2000;      // a killed process is gone sooner, unless the kernel holds it

QProcessEnvironment environmentOf(const ExecPlugin &plugin, const QByteArray &info)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto &[name, value] : plugin.env)
        environment.insert(QString::fromStdString(name), QString::fromStdString(value));
    environment.insert(QStringLiteral("KUBERNETES_EXEC_INFO"), QString::fromUtf8(info));
    return environment;
}

} // namespace

ExecRun::ExecRun(const ExecPlugin &plugin, const std::string &program, const QByteArray &info, Clock &clock, Done done)
    : m_plugin(plugin)
    , m_program(program)
    , m_done(std::move(done))
{
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &ExecRun::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &ExecRun::readComplaints);
    connect(&m_process, &QProcess::finished, this, &ExecRun::processFinished);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            startFailed();
    });
    m_deadline = clock.after(limits::ExecTime, [this] {
        fail("did not answer within " + std::to_string(limits::ExecTime.count()) + " seconds and was ended");
    });
    start(info);
}

ExecRun::~ExecRun()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    endGroup();
    m_process.waitForFinished(EndMilliseconds);
}

void ExecRun::start(const QByteArray &info)
{
    QStringList arguments;
    for (const std::string &argument : m_plugin.args)
        arguments.append(QString::fromStdString(argument));
    m_process.setProgram(QString::fromStdString(m_program));
    m_process.setArguments(arguments);
    m_process.setProcessEnvironment(environmentOf(m_plugin, info));
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setChildProcessModifier([] { ::setsid(); });
    m_process.start(QIODevice::ReadOnly);
    m_pid = m_process.processId();
}

void ExecRun::readOutput()
{
    m_output += m_process.readAllStandardOutput();
    if (std::size_t(m_output.size()) > limits::ExecOutputBytes)
        fail("printed more than " + std::to_string(limits::ExecOutputBytes / limits::KiB) +
             " KiB, which is no credential, and was ended");
}

void ExecRun::readComplaints()
{
    m_complaints += m_process.readAllStandardError();
    if (m_complaints.size() > ComplaintBytes)
        m_complaints = m_complaints.last(ComplaintBytes);
}

void ExecRun::processFinished(int exitCode, QProcess::ExitStatus status)
{
    if (m_isFinished)
        return;
    readComplaints();
    readOutput();
    if (status == QProcess::CrashExit)
        fail("was ended by signal " + std::to_string(exitCode));
    else if (exitCode != 0)
        fail("ended with code " + std::to_string(exitCode));
    else
        finish(m_output);
}

void ExecRun::startFailed()
{
    fail("could not be started: " + m_process.errorString().toStdString());
}

std::string ExecRun::complaints() const
{
    const auto text = trimmedToken({m_complaints.constData(), std::size_t(m_complaints.size())});
    return text.empty() ? std::string() : " It says: \"" + std::string(text) + "\".";
}

void ExecRun::fail(const std::string &why)
{
    endGroup();
    finish(pluginFailed(m_program, "The credential plugin \"" + m_plugin.command + "\" " + why + "." + complaints(),
                        m_plugin.installHint));
}

void ExecRun::endGroup()
{
    if (m_pid <= 0)
        return;
    // Of its own session it is the group's leader; before setsid() there is no such group yet.
    const bool isAlive = m_process.state() != QProcess::NotRunning;
    if (::kill(pid_t(-m_pid), SIGKILL) != 0 && isAlive)
        ::kill(pid_t(m_pid), SIGKILL);
}

void ExecRun::finish(Result<QByteArray> result)
{
    if (m_isFinished)
        return;
    m_isFinished = true;
    m_deadline.cancel();
    // Later: who hears it may destroy us, and QProcess is still on the stack.
    QMetaObject::invokeMethod(
        this,
        [this, result = std::move(result)] {
            const Done done = std::move(m_done);
            done(result);
        },
        Qt::QueuedConnection);
}

} // namespace wk
