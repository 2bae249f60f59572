// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdplay.h"

#include "tests/support/soon.h"

#include <algorithm>

namespace wk::etcdruns {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Until a client that hears nothing has looked twice in vain, by the machine's clock.
constexpr milliseconds GivenUpAfter = 12s;

milliseconds someTime(sim::Random &random, int most)
{
    return milliseconds(random.number(0, most));
}

} // namespace

bool EtcdPlay::strike(Fault fault, sim::Random &random)
{
    switch (fault) {
    case Fault::Kill: return kill(random);
    case Fault::FreezeShort: return freezeShort(random);
    case Fault::FreezeLong: return freezeLong(random);
    case Fault::CompactBehind: return compactBehind(random);
    case Fault::CompactLive: return compactLive(random);
    case Fault::Cut: return cut(random);
    case Fault::HalfOpen: return goHalfOpen(random);
    case Fault::Slow: return slow(random);
    case Fault::RestoreBehind:
    case Fault::RestoreBeyond:
    case Fault::RestoreSilent: return restore(fault, random);
    case Fault::KillLeader: return killLeader(random);
    case Fault::MoveLeader: return moveLeader(random);
    case Fault::Alone: return leaveAlone(random);
    case Fault::Isolate: return isolate(random);
    }
    return false;
}

bool EtcdPlay::kill(sim::Random &random)
{
    if (!isWatched())
        return false;
    const int member = atMember();
    const int before = sent();
    m_writer.prefer(member);
    if (random.oneIn(2))
        m_writer.send(someOps(random)); // nobody will say what became of it
    EtcdMembers::pause(someTime(random, 4));
    m_members.kill(member);
    EtcdMembers::pause(someTime(random, 300));
    return m_members.start() && isGivenUp(before, GivenUpAfter);
}

bool EtcdPlay::freezeShort(sim::Random &random)
{
    const int member = atMember();
    if (!m_members.freeze(member))
        return false;
    m_writer.prefer(member);
    m_writer.send(someOps(random));
    EtcdMembers::pause(50ms + someTime(random, 300));
    const bool isFrozen = m_members.isFrozen(member);
    m_members.thaw(member);
    return isFrozen;
}

bool EtcdPlay::freezeLong(sim::Random &random)
{
    if (!isWatched())
        return false;
    const int member = atMember();
    const int before = sent();
    if (!m_members.freeze(member))
        return false;
    m_writer.prefer(member);
    m_writer.send(someOps(random));
    const bool isGiven = isGivenUp(before, GivenUpAfter);
    EtcdMembers::pause(someTime(random, 300));
    m_members.thaw(member);
    return isGiven;
}

bool EtcdPlay::compactBehind(sim::Random &random)
{
    if (!settle())
        return false;
    cutAll();
    if (!areGone())
        return false;
    const std::int64_t seen = m_log.revision();
    if (!write(random.number(2, 15), random) || !writeToAll(random) || !writeToAll(random))
        return false;
    // Whoever saw no more than that cannot go on; a few may.
    const std::int64_t revision =
        std::int64_t(random.between(std::uint64_t(seen) + 2, std::uint64_t(m_log.revision())));
    const bool isCompacted = compact(revision);
    const int gone = markCompacted(revision, sim::Mark::Kind::GapDue);
    if (random.oneIn(2))
        write(random.number(1, 5), random);
    mendAll(random);
    return isCompacted && gone > 0;
}

bool EtcdPlay::compactLive(sim::Random &random)
{
    if (!writeToAll(random) || (random.oneIn(2) && !settle()))
        return false;
    const std::int64_t revision = m_log.revision() - random.number(0, 3);
    markCompacted(revision + 1, sim::Mark::Kind::Cause); // until it hears more
    return compact(revision);
}

bool EtcdPlay::cut(sim::Random &random)
{
    if (!settle())
        return false;
    EtcdWay &way = *m_ways[std::size_t(atMember())];
    way.cutAfter(qint64(random.spread(1, 6000)), random.oneIn(2));
    for (int i = 0; i < 60 && way.isCutDue(); ++i) {
        if (!writeToAll(random) || !write(1, random))
            return false;
    }
    return soon([&way] { return !way.isCutDue(); }, 5s);
}

bool EtcdPlay::goHalfOpen(sim::Random &random)
{
    if (!isWatched())
        return false;
    EtcdWay &way = *m_ways[std::size_t(atMember())];
    const int before = sent();
    way.deafen();
    if (random.oneIn(2))
        way.hear(); // who comes anew is heard
    const bool isWritten = write(random.number(1, 5), random);
    const bool isGiven = isGivenUp(before, GivenUpAfter);
    EtcdMembers::pause(someTime(random, 200));
    way.hear();
    return isWritten && isGiven;
}

bool EtcdPlay::slow(sim::Random &random)
{
    if (!settle())
        return false;
    EtcdWay &way = *m_ways[std::size_t(atMember())];
    way.trickle(qint64(random.spread(10, 2000)));
    bool isHeldBack = false;
    for (int i = 0; i < 20 && !isHeldBack; ++i) {
        if (!writeToAll(random) || !write(2, random))
            break;
        isHeldBack = way.heldBack() > 0;
    }
    EtcdMembers::pause(someTime(random, 500));
    way.trickle(0);
    return isHeldBack;
}

/// Everybody has seen more than the snapshot has, so everybody's history has gone back.
bool EtcdPlay::restore(Fault fault, sim::Random &random)
{
    if (!m_writer.settle() || !m_members.save(QStringLiteral("saved")))
        return fail("etcd saves no snapshot");
    const auto saved = m_log.snapshot();
    if (!write(random.number(0, 8), random) || !writeToAll(random) || !settle())
        return false;
    if (!m_members.restore(QStringLiteral("saved")))
        return fail("etcdctl restores no snapshot");
    if (!areGone())
        return fail("the clients have not seen that everybody is away");
    const std::int64_t seen = m_log.revision();
    m_log.restore(*saved);
    m_chronicle.markAll(sim::Mark::Kind::GapDue);
    if (fault != Fault::RestoreSilent)
        cutAll();
    if (!m_members.start() || !m_writer.goOn())
        return fail("etcd does not start from a snapshot");
    const bool goesBeyond = fault == Fault::RestoreBeyond;
    while (m_log.revision() < (goesBeyond ? seen + random.number(1, 4) : saved->revision + 1)) {
        if (!write(1, random))
            return false;
    }
    // Of what the client saw last it may be able to ask, or not; of where it would go on as well.
    if (goesBeyond && random.oneIn(2) && !compact(m_log.revision() - random.number(0, 5)))
        return false;
    mendAll(random);
    if (fault == Fault::RestoreSilent) { // the watch is there, and waits
        EtcdMembers::pause(someTime(random, 300));
        while (m_log.revision() < seen + 2) {
            if (!write(1, random))
                return false;
        }
    }
    return true;
}

bool EtcdPlay::killLeader(sim::Random &random)
{
    int leader = -1;
    if (!soon([&] { return (leader = m_members.leader()) >= 0; }, 10s))
        return false;
    m_writer.prefer(random.oneIn(2) ? leader : (leader + 1) % m_members.count());
    m_writer.send(someOps(random));
    EtcdMembers::pause(someTime(random, 4));
    m_members.kill(leader);
    EtcdMembers::pause(someTime(random, 200));
    const bool isWritten = write(random.number(1, 5), random);
    return isWritten && m_members.start();
}

bool EtcdPlay::moveLeader(sim::Random &random)
{
    m_writer.send(someOps(random));
    const int by = random.number(1, 2);
    // A member that has just come back may not be ready to lead.
    return soon(
        [&] {
            const int leader = m_members.leader();
            return leader >= 0 && m_members.moveLeader((leader + by) % m_members.count());
        },
        10s);
}

bool EtcdPlay::leaveAlone(sim::Random &random)
{
    if (!isWatched())
        return false;
    const int member = atMember();
    const int before = sent();
    bool areFrozen = true;
    for (int other = 0; other < m_members.count(); ++other)
        areFrozen = areFrozen && (other == member || m_members.freeze(other));
    const bool isGiven = isGivenUp(before, GivenUpAfter);
    EtcdMembers::pause(someTime(random, 300));
    for (int other = 0; other < m_members.count(); ++other)
        m_members.thaw(other);
    return areFrozen && isGiven;
}

/// Its watches would stay as they are for good, and silent.
bool EtcdPlay::isolate(sim::Random &random)
{
    if (!isWatched())
        return false;
    const int member = atMember();
    const int before = sent();
    if (!m_members.isolate(member))
        return false;
    m_writer.prefer(random.oneIn(4) ? member : (member + 1) % m_members.count());
    const bool isWritten = write(random.number(1, 6), random);
    const bool isGiven = isGivenUp(before, GivenUpAfter);
    const bool isWrittenAgain = isWritten && write(random.number(1, 6), random);
    if (random.oneIn(2))
        settle();
    m_members.rejoin();
    return isWrittenAgain && isGiven;
}

} // namespace wk::etcdruns
