// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <csignal>
#include <functional>

namespace wk {

/// A program takes its time on a busy machine.
constexpr int Patience = 20'000; // ms
/// What the kubeconfig ends with that `watchkeeper serve` prints.
constexpr const char *KubeconfigEnd = "current-context: demo\n";

inline QString text(const char *words)
{
    return QString::fromUtf8(words);
}

/// The built program, running beside the test's own event loop, with a home of its own.
class Program : public QProcess
{
public:
    Program(const QString &home, const QStringList &arguments, std::function<void()> inChild = {})
    {
        setChildProcessModifier(std::move(inChild));
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(text("HOME"), home);
        environment.insert(text("LC_ALL"), text("C.UTF-8"));
        environment.remove(text("KUBECONFIG"));
        setProcessEnvironment(environment);
        connect(this, &QProcess::readyReadStandardOutput, this, [this] { out += readAllStandardOutput(); });
        connect(this, &QProcess::readyReadStandardError, this, [this] { err += readAllStandardError(); });
        start(text(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"), arguments, QIODevice::ReadOnly);
    }
    ~Program() override
    {
        kill();
        waitForFinished();
    }
    bool hasEnded() const { return state() == QProcess::NotRunning; }
    void interrupt(int signal) { ::kill(pid_t(processId()), signal); }

    QByteArray out;
    QByteArray err;
};

} // namespace wk
