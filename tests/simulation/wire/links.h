// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/transport.h"

#include <QByteArray>

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace wk::sim {

/// One call over a real socket, as each of its ends knows it. Between the two lies what nobody can see: a kernel, TLS,
/// Qt's threads.
struct Link {
    RequestLane lane = RequestLane::Control;
    // The client's end.
    bool isWanted = true; ///< somebody waits for more of it
    bool hasHead = false;
    std::size_t received = 0; ///< bytes of the body
    // The server's end.
    bool hasArrived = false;
    bool isServed = false; ///< more may be said
    bool hasSentHead = false;
    std::size_t sent = 0;
    bool isEnding = false; ///< the client is about to learn that it is over
};

/// All calls of a run, and whether anything is on its way between client and server: only when nothing is may the clock
/// be turned on, as if the network took no time. One thread.
class Links
{
public:
    int add(RequestLane lane);
    /// Null when both ends are done with it.
    Link *find(int id);
    /// Drops what both ends are done with.
    void tidy();

    bool isQuiet() const;
    /// What is on its way, for people.
    std::string words() const;

    /// How a request says which it is: a last range in its Accept header, which the server takes off.
    static QByteArray marked(const QByteArray &accept, int id);
    /// The same backwards; empty when it bears no mark.
    static std::optional<int> takeMark(QByteArray &accept);

private:
    bool isSettled(const Link &link, int listsAtWork) const;
    int listsAtWork() const;

    std::map<int, Link> m_links;
    int m_last = 0;
};

} // namespace wk::sim
