// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/execplugin.h"

#include "core/base/limits.h"
#include "core/cluster/bearertoken.h"
#include "core/cluster/execrequest.h"
#include "core/cluster/processtree.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include <sys/types.h>
#include <unistd.h>

namespace wk {

namespace {

constexpr qsizetype ComplaintBytes = 1000; // what fits into a message; the end says why it stopped
constexpr int EndMilliseconds = 2000;      // a killed process is gone sooner, unless the kernel holds it

QProcessEnvironment environmentOf(const ExecPlugin &plugin, const ExecRun::Setting &setting)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!setting.path.empty())
        environment.insert(QStringLiteral("PATH"), QString::fromStdString(setting.path));
    for (const auto &[name, value] : plugin.env)
        environment.insert(QString::fromStdString(name), QString::fromStdString(value));
    environment.insert(QStringLiteral("KUBERNETES_EXEC_INFO"), QString::fromUtf8(setting.info));
    return environment;
}

/// How many bytes are whole characters: what comes in pieces is cut in the middle of one now and then.
qsizetype wholeCharacters(const QByteArray &utf8)
{
    const qsizetype size = utf8.size();
    for (qsizetype back = 1; back <= std::min<qsizetype>(size, 3); ++back) {
        const auto byte = static_cast<unsigned char>(utf8[size - back]);
        if ((byte & 0xC0U) == 0x80U)
            continue; // goes on with one that began before
        const qsizetype length = byte >= 0xF0U ? 4 : byte >= 0xE0U ? 3 : byte >= 0xC0U ? 2 : 1;
        return length > back ? size - back : size;
    }
    return size;
}

} // namespace

ExecRun::ExecRun(const ExecPlugin &plugin, Setting setting, Clock &clock, Listener listener)
    : m_plugin(plugin)
    , m_setting(std::move(setting))
    , m_clock(clock)
    , m_listener(std::move(listener))
{
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &ExecRun::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &ExecRun::readWords);
    connect(&m_process, &QProcess::finished, this, &ExecRun::processFinished);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            startFailed();
    });
    const auto time = m_setting.input == PluginInput::Terminal ? limits::ExecPersonTime : limits::ExecTime;
    m_deadline = clock.after(time, [this, time] {
        fail("did not answer within " + std::to_string(time.count()) + " seconds and was ended");
    });
    start();
}

ExecRun::~ExecRun()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    endAll();
    m_process.waitForFinished(EndMilliseconds);
}

void ExecRun::start()
{
    QStringList arguments;
    for (const std::string &argument : m_plugin.args)
        arguments.append(QString::fromStdString(argument));
    m_process.setProgram(QString::fromStdString(m_setting.program));
    m_process.setArguments(arguments);
    m_process.setProcessEnvironment(environmentOf(m_plugin, m_setting));
    if (m_setting.input == PluginInput::Terminal) {
        m_process.setInputChannelMode(QProcess::ForwardedInputChannel);
    } else {
        m_process.setStandardInputFile(QProcess::nullDevice());
        m_process.setChildProcessModifier([] { ::setsid(); });
    }
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

void ExecRun::readWords()
{
    const QByteArray words = m_process.readAllStandardError();
    if (words.isEmpty() || m_isFinished)
        return;
    m_complaints += words;
    if (m_complaints.size() > ComplaintBytes)
        m_complaints = m_complaints.last(ComplaintBytes);
    if (!std::exchange(m_hasSpoken, true))
        waitForPerson();
    passOn(words);
}

/// It may have told them what to do: to type a code in, to open a page.
void ExecRun::waitForPerson()
{
    m_deadline = m_clock.after(limits::ExecPersonTime, [this] {
        m_hasMissedPerson = true;
        fail("was not done " + std::to_string(limits::ExecPersonTime / std::chrono::minutes(1)) +
             " minutes after it first said something and was ended; it is run again when you ask for it");
    });
}

void ExecRun::passOn(const QByteArray &words)
{
    m_piece += words;
    m_piece.truncate(qsizetype(limits::ExecWordsBytes - m_passed));
    const qsizetype whole = wholeCharacters(m_piece);
    const std::string text(m_piece.constData(), std::size_t(whole));
    m_piece.remove(0, whole);
    m_passed += text.size();
    if (!text.empty() && m_listener.said)
        m_listener.said(text);
}

void ExecRun::cancel()
{
    if (!m_isFinished)
        fail("was cancelled", ErrorKind::Cancelled);
}

void ExecRun::processFinished(int exitCode, QProcess::ExitStatus status)
{
    if (m_isFinished)
        return;
    readWords();
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

void ExecRun::fail(const std::string &why, ErrorKind kind)
{
    endAll();
    const std::string text = "The credential plugin \"" + m_plugin.command + "\" " + why + ".";
    if (kind == ErrorKind::Cancelled)
        return finish(Error{kind, text, m_setting.program});
    finish(pluginFailed(m_setting.program, text + complaints(), m_plugin.installHint));
}

void ExecRun::endAll()
{
    if (m_pid <= 0)
        return;
    const bool isAlive = m_process.state() != QProcess::NotRunning;
    if (m_setting.input == PluginInput::Terminal) {
        if (isAlive)
            killTree(pid_t(m_pid));
        m_terminal.restore();
        return;
    }
    // Of its own session it is the group's leader; before setsid() there is no such group yet.
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
            const auto done = std::move(m_listener.done);
            done(result);
        },
        Qt::QueuedConnection);
}

} // namespace wk
