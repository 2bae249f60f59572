// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalclaim.h"

#include "core/base/limits.h"
#include "core/base/privatefile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace wk {

namespace {

constexpr std::size_t CopyBytes = 256 * limits::KiB;

/// How often a base may begin another tail while its last one is looked for.
constexpr int MostCopies = 8;

/// Of those with something of their own the one that was written last, among the living where there are any.
const JournalSet *latestOf(const std::vector<JournalSet> &sets, const std::vector<bool> &alive, WallTime now)
{
    const JournalSet *latest = nullptr;
    std::pair<bool, WallTime> when;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const std::pair<bool, WallTime> end(alive[i], sets[i].end(now));
        if (!sets[i].isEmpty() && (!latest || end >= when)) {
            latest = &sets[i];
            when = end;
        }
    }
    return latest;
}

Error copyFailed(const std::string &path, int code)
{
    return {ErrorKind::FileUnreadable, std::string(std::strerror(code)) + ".", path};
}

/// The beginning of a file as a file of its own. Less where it has been cut.
Result<> copyBytes(const FileDescriptor &from, std::uint64_t bytes, const JournalPiece &piece, const std::string &to)
{
    auto made = PrivateFileWriter::create(to);
    if (!made)
        return made.error();
    PrivateFileWriter writer = std::move(made).value();
    std::string buffer(CopyBytes, '\0');
    while (bytes > 0) {
        const ssize_t count = ::read(from.get(), buffer.data(), std::min<std::uint64_t>(bytes, buffer.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return copyFailed(piece.file.path, errno);
        if (count == 0)
            break;
        if (auto written = writer.write({buffer.data(), std::size_t(count)}); !written)
            return written;
        bytes -= std::uint64_t(count);
    }
    return writer.commit();
}

/// Lets a new set begin where another one is now. That one's last tail is copied: what is in it will soon be in a
/// segment, of which nobody could say how much was in the tail at this moment. What has gone to a segment by then is in
/// both. False when it has become one already.
Result<bool> tryToBeginBehind(const std::string &folder, const JournalSet &base, const JournalSetName &set)
{
    const JournalPiece &last = base.pieces.back();
    if (!last.isTail) {
        if (auto written = writeBase(folder, set, {base.name, last.number, last.file.bytes}); !written)
            return written.error();
        return true;
    }
    const FileDescriptor tail(::open(last.file.path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (tail.get() < 0) {
        if (errno == ENOENT)
            return false;
        return copyFailed(last.file.path, errno);
    }
    const auto fresh = setsIn(folder);
    if (!fresh)
        return fresh.error();
    const auto now = std::ranges::find(*fresh, base.name, &JournalSet::name);
    JournalBase place{base.name, 0, 0};
    for (const JournalPiece &piece : now == fresh->end() ? std::vector<JournalPiece>() : now->pieces) {
        if (piece.number == last.number && !piece.isTail)
            return false;
        if (piece.number < last.number)
            place = {base.name, piece.number, piece.file.bytes};
    }
    if (auto written = writeBase(folder, set, place); !written)
        return written.error();
    if (auto copied = copyBytes(tail, last.file.bytes, last, folder + '/' + set.tail(0)); !copied)
        return copied.error();
    return true;
}

Result<> beginBehind(const std::string &folder, const JournalSetName &base, const JournalSetName &set)
{
    for (int attempt = 0; attempt < MostCopies; ++attempt) {
        const auto sets = setsIn(folder);
        if (!sets)
            return sets.error();
        const auto found = std::ranges::find(*sets, base, &JournalSet::name);
        if (found == sets->end() || found->pieces.empty())
            return success();
        const auto begun = tryToBeginBehind(folder, *found, set);
        if (!begun)
            return begun.error();
        if (*begun)
            return success();
    }
    return Error{ErrorKind::FileUnreadable, "What another program writes there changes too quickly.", folder};
}

void abandon(const std::string &folder, const JournalSetName &set)
{
    for (const std::string &name : {set.tail(0), set.base(), set.lock()})
        ::unlink((folder + '/' + name).c_str());
}

JournalSetName freshName(const std::vector<JournalSet> &sets, WallTime now, std::uint32_t random)
{
    for (;; ++random) {
        const auto name = JournalSetName::begunAt(now, random);
        if (std::ranges::find(sets, name, &JournalSet::name) == sets.end())
            return name;
    }
}

Result<JournalClaim> lockOf(const std::string &folder, const JournalSetName &set)
{
    auto lock = FileLock::tryTake(folder + '/' + set.lock());
    if (!lock)
        return lock.error();
    if (!lock.value())
        return Error{ErrorKind::Internal, "A set that seemed to be free is not.", folder};
    return JournalClaim{folder, set, *std::move(lock).value(), {}, 1};
}

} // namespace

bool isAlive(const std::string &folder, const JournalSetName &set)
{
    const auto lock = FileLock::tryTake(folder + '/' + set.lock());
    return !lock || !lock->has_value();
}

std::vector<bool> sweepFolder(const std::string &folder, std::vector<JournalSet> &sets)
{
    std::vector<JournalSet> rest;
    std::vector<bool> alive;
    for (JournalSet &set : sets) {
        const bool lives = isAlive(folder, set.name);
        if (!lives) {
            std::erase_if(set.debris, [](const JournalFile &file) { return ::unlink(file.path.c_str()) == 0; });
            if (set.isEmpty()) {
                for (const JournalPiece &piece : set.pieces)
                    ::unlink(piece.file.path.c_str());
                abandon(folder, set.name);
                continue;
            }
        }
        alive.push_back(lives);
        rest.push_back(std::move(set));
    }
    sets = std::move(rest);
    return alive;
}

Result<JournalClaim> claimSet(const JournalRoot &root, const JournalCluster &cluster, WallTime now,
                              std::uint32_t random)
{
    const auto turn = root.lock();
    if (!turn)
        return turn.error();
    const auto folder = root.makeFolder(cluster);
    if (!folder)
        return folder.error();
    auto found = setsIn(*folder);
    if (!found)
        return found.error();
    std::vector<JournalSet> sets = std::move(found).value();
    const std::vector<bool> alive = sweepFolder(*folder, sets);
    const JournalSet *latest = latestOf(sets, alive, now);
    const bool isTaken = latest && alive[std::size_t(latest - sets.data())];
    const bool goesOn = latest && !isTaken && latest->lastNumber() < JournalSetName::MostPieces;

    auto lock = lockOf(*folder, goesOn ? latest->name : freshName(sets, now, random));
    if (!lock)
        return lock.error();
    JournalClaim claim = std::move(lock).value();
    if (latest && !goesOn) {
        if (auto begun = beginBehind(*folder, latest->name, claim.set); !begun) {
            abandon(*folder, claim.set);
            return begun.error();
        }
    }
    if (goesOn)
        claim.next = latest->lastNumber() + 1;
    const auto all = setsIn(*folder);
    if (!all)
        return all.error();
    claim.past = chainOf(*folder, *all, claim.set);
    return claim;
}

} // namespace wk
