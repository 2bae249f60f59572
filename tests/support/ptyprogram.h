// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSocketNotifier>
#include <QString>
#include <QStringList>

#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include <csignal>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

namespace wk {

/// A program on a terminal of its own, as a shell starts it there: what it shows, and a keyboard. Ended with this
/// object. One thread with an event loop.
class PtyProgram
{
public:
    PtyProgram(const QString &program, const QStringList &arguments,
               const std::vector<std::pair<const char *, QByteArray>> &environment)
    {
        std::vector<QByteArray> words{program.toLocal8Bit()};
        for (const QString &argument : arguments)
            words.push_back(argument.toLocal8Bit());
        std::vector<char *> argv;
        for (QByteArray &word : words)
            argv.push_back(word.data());
        argv.push_back(nullptr);
        m_pid = ::forkpty(&m_terminal, nullptr, nullptr, nullptr);
        if (m_pid == 0) {
            for (const auto &[name, value] : environment)
                ::setenv(name, value.constData(), 1);
            ::unsetenv("KUBECONFIG");
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
        m_reader = std::make_unique<QSocketNotifier>(m_terminal, QSocketNotifier::Read);
        QObject::connect(m_reader.get(), &QSocketNotifier::activated, m_reader.get(), [this] { read(); });
    }
    PtyProgram(const PtyProgram &) = delete;
    ~PtyProgram()
    {
        if (!hasEnded()) {
            ::kill(m_pid, SIGKILL);
            ::waitpid(m_pid, nullptr, 0);
        }
        m_reader.reset();
        ::close(m_terminal);
    }

    void type(const QByteArray &keys) const
    {
        if (::write(m_terminal, keys.constData(), std::size_t(keys.size())) != keys.size())
            std::abort();
    }
    /// Whether it shows what is typed.
    bool isEchoing() const
    {
        termios modes = {};
        return ::tcgetattr(m_terminal, &modes) == 0 && (modes.c_lflag & ECHO) != 0;
    }
    bool hasEnded()
    {
        int status = 0;
        if (!m_status && ::waitpid(m_pid, &status, WNOHANG) == m_pid)
            m_status = status;
        return m_status.has_value();
    }
    /// -1 when it was ended by a signal.
    int exitCode() const { return WIFEXITED(*m_status) ? WEXITSTATUS(*m_status) : -1; }
    pid_t pid() const { return m_pid; }

    QByteArray shown;

private:
    void read()
    {
        char bytes[4096];
        const ssize_t count = ::read(m_terminal, bytes, sizeof bytes);
        if (count > 0)
            shown.append(bytes, count);
        else
            m_reader->setEnabled(false); // nobody has it open any more
    }

    int m_terminal = -1;
    pid_t m_pid = 0;
    std::optional<int> m_status;
    std::unique_ptr<QSocketNotifier> m_reader;
};

} // namespace wk
