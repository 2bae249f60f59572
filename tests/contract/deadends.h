// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

namespace wk::matrix {

/// Listens on a loopback port with a queue that is full: the system drops every further SYN, as a black hole does.
class FullListener
{
public:
    explicit FullListener(int port)
    {
        m_address.sin_family = AF_INET;
        m_address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        m_address.sin_port = htons(static_cast<std::uint16_t>(port));
        const int listener = open();
        const int yes = 1;
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (bind(listener, where(), sizeof m_address) != 0 || listen(listener, 0) != 0)
            return;
        while (m_sockets.size() < 10 && !m_isFull) {
            const int client = open();
            connect(client, where(), sizeof m_address);
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
    int open() { return m_sockets.emplace_back(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)); }
    const sockaddr *where() const { return reinterpret_cast<const sockaddr *>(&m_address); }

    sockaddr_in m_address{};
    std::vector<int> m_sockets;
    bool m_isFull = false;
};

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
inline int threads()
{
    return entriesOf("/proc/self/task");
}

} // namespace wk::matrix
