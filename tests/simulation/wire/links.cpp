// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/wire/links.h"

#include "core/cluster/streampool.h"

#include <algorithm>

namespace wk::sim {

namespace {

constexpr char RunMark[] = ",run/";

} // namespace

int Links::add(RequestLane lane)
{
    Link link;
    link.lane = lane;
    m_links.emplace(++m_last, link);
    return m_last;
}

Link *Links::find(int id)
{
    const auto found = m_links.find(id);
    return found == m_links.end() ? nullptr : &found->second;
}

void Links::tidy()
{
    std::erase_if(m_links, [](const auto &entry) { return !entry.second.isWanted && !entry.second.isServed; });
}

int Links::listsAtWork() const
{
    return int(std::count_if(m_links.begin(), m_links.end(), [](const auto &entry) {
        return entry.second.lane == RequestLane::List && entry.second.isWanted && entry.second.hasArrived;
    }));
}

bool Links::isSettled(const Link &link, int listsAtWork) const
{
    if (!link.isWanted)
        return !link.isServed; // the server has yet to hear that nobody listens
    if (!link.hasArrived)      // lists wait for their turn; a watch does not
        return link.lane == RequestLane::List && listsAtWork >= StreamPool::ListsAtOnce;
    return link.hasHead == link.hasSentHead && link.received == link.sent && !link.isEnding;
}

bool Links::isQuiet() const
{
    const int lists = listsAtWork();
    return std::all_of(m_links.begin(), m_links.end(),
                       [&](const auto &entry) { return isSettled(entry.second, lists); });
}

std::string Links::words() const
{
    std::string text;
    for (const auto &[id, link] : m_links) {
        if (isSettled(link, listsAtWork()))
            continue;
        text += "call " + std::to_string(id) + (link.isWanted ? "" : ", not wanted any more") +
                (link.hasArrived ? ", arrived" : ", not arrived") + (link.isServed ? ", served" : "") +
                (link.hasSentHead && !link.hasHead ? ", without its head" : "") + ", received " +
                std::to_string(link.received) + " of " + std::to_string(link.sent) + " bytes" +
                (link.isEnding ? ", ending" : "") + "\n";
    }
    return text;
}

QByteArray Links::marked(const QByteArray &accept, int id)
{
    return accept + RunMark + QByteArray::number(id);
}

std::optional<int> Links::takeMark(QByteArray &accept)
{
    const qsizetype at = accept.lastIndexOf(RunMark);
    if (at < 0)
        return {};
    bool isNumber = false;
    const int id = accept.mid(at + qsizetype(sizeof RunMark) - 1).toInt(&isNumber);
    accept.truncate(at);
    return isNumber ? std::optional(id) : std::nullopt;
}

} // namespace wk::sim
