// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arpa/inet.h>
#include <malloc.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace wk::matrix {

/// Listens on a loopback port with a queue that is full: the system drops every further SYN, as a black hole does.
class FullListener
{
public:
    enum class Family { IPv4, IPv6 };

    explicit FullListener(int port, Family family = Family::IPv4)
        : m_family(family == Family::IPv4 ? AF_INET : AF_INET6)
    {
        const auto number = htons(static_cast<std::uint16_t>(port));
        if (family == Family::IPv4) {
            m_four.sin_family = AF_INET;
            m_four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            m_four.sin_port = number;
        } else {
            m_six.sin6_family = AF_INET6;
            m_six.sin6_addr = in6addr_loopback;
            m_six.sin6_port = number;
        }
        const int listener = open();
        const int yes = 1;
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (bind(listener, where(), size()) != 0 || listen(listener, 0) != 0)
            return;
        while (m_sockets.size() < 10 && !m_isFull) {
            const int client = open();
            connect(client, where(), size());
            pollfd waiting{client, POLLOUT, 0};
            m_isFull = poll(&waiting, 1, 100) == 0;
        }
    }
    ~FullListener()
    {
        for (const int socket : m_sockets)
            close(socket);
    }
    FullListener(const FullListener &) = delete;
    FullListener &operator=(const FullListener &) = delete;

    bool isFull() const { return m_isFull; }

private:
    int open() { return m_sockets.emplace_back(socket(m_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)); }
    const sockaddr *where() const
    {
        return m_family == AF_INET ? reinterpret_cast<const sockaddr *>(&m_four)
                                   : reinterpret_cast<const sockaddr *>(&m_six);
    }
    socklen_t size() const { return m_family == AF_INET ? sizeof m_four : sizeof m_six; }

    const sa_family_t m_family;
    sockaddr_in m_four{};
    sockaddr_in6 m_six{};
    std::vector<int> m_sockets;
    bool m_isFull = false;
};

/// A figure of this process in /proc/self/status, in KiB: VmRSS, VmHWM.
inline long memoryKiB(const std::string &figure)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(figure + ":"))
            return std::stol(line.substr(figure.size() + 1));
    }
    return 0;
}
/// The highest VmRSS is the one from here on.
inline void forgetPeak()
{
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
}

/// How many of these this process has now.
inline int entriesOf(const char *directory)
{
    const std::filesystem::directory_iterator all(directory);
    return int(std::distance(begin(all), end(all)));
}
inline int openFiles()
{
    return entriesOf("/proc/self/fd");
}
inline int threadCount()
{
    return entriesOf("/proc/self/task");
}

} // namespace wk::matrix
