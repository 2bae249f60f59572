// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wk::test {

/// A process that a test has besides its own, to hold what one process holds and to be killed: it has all that the test
/// has at that moment, its locks too, and runs a function, with which the test talks line by line. It is killed with
/// this object, and with the test however that ends. One thread.
class TestProcess
{
public:
    /// The process' end of the talk.
    class Line
    {
    public:
        explicit Line(int fd)
            : m_fd(fd)
        {}
        void say(std::string_view words) const
        {
            const std::string line = std::string(words) + '\n';
            if (::send(m_fd, line.data(), line.size(), MSG_NOSIGNAL) != ssize_t(line.size()))
                ::_exit(1);
        }
        /// What the other end says next; the process ends when there is nobody any more.
        std::string hear() const
        {
            std::string line;
            return read(line) ? line : (::_exit(0), std::string());
        }

    private:
        friend class TestProcess;

        bool read(std::string &line) const
        {
            char one = 0;
            while (::read(m_fd, &one, 1) == 1) {
                if (one == '\n')
                    return true;
                line += one;
            }
            return false;
        }

        int m_fd;
    };

    explicit TestProcess(const std::function<void(Line &)> &run)
    {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            std::abort();
        m_pid = ::fork();
        if (m_pid == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::close(ends[0]);
            Line line(ends[1]);
            run(line);
            ::_exit(0);
        }
        ::close(ends[1]);
        m_line = Line(ends[0]);
    }
    TestProcess(const TestProcess &) = delete;
    ~TestProcess()
    {
        kill();
        ::close(m_line.m_fd);
    }

    void say(std::string_view words) const
    {
        const std::string line = std::string(words) + '\n';
        if (::send(m_line.m_fd, line.data(), line.size(), MSG_NOSIGNAL) < 0)
            return; // it is gone, which hear() tells
    }
    /// What it says next; empty when it has ended.
    std::string hear() const
    {
        std::string line;
        return m_line.read(line) ? line : std::string();
    }
    std::string ask(std::string_view words) const
    {
        say(words);
        return hear();
    }
    /// Whether it waits for something.
    bool isBlocked() const
    {
        std::ifstream stat("/proc/" + std::to_string(m_pid) + "/stat");
        std::string pid, name, state;
        stat >> pid >> name >> state;
        return state == "S";
    }
    /// As kill -9 does; returns when it has ended.
    void kill()
    {
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            ::waitpid(m_pid, nullptr, 0);
        }
        m_pid = 0;
    }

private:
    pid_t m_pid = 0;
    Line m_line{-1};
};

} // namespace wk::test
