// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalbound.h"

#include "core/history/journal/journalclaim.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace wk {

namespace {

/// All there is in a root, while its lock is held, and what of it goes.
class JournalKeeper
{
public:
    JournalKeeper(const JournalRoot &root, const std::vector<std::string> &folders)
        : m_root(root)
    {
        for (const std::string &folder : folders)
            look(folder);
    }

    void dropOlderThan(WallTime limit)
    {
        for (Kept &kept : m_sets) {
            while (kept.canDrop() && kept.frontTime() < limit)
                drop(kept);
        }
    }

    void dropDownTo(std::uint64_t bytes)
    {
        while (m_bytes > bytes) {
            Kept *first = oldest();
            if (!first)
                return;
            drop(*first);
        }
    }

    void dropDead()
    {
        for (Kept &kept : m_sets) {
            while (!kept.isAlive && kept.canDrop())
                drop(kept);
        }
    }

    /// Last.
    Result<JournalFreed> finish()
    {
        std::size_t living = 0;
        for (const std::string &folder : m_folders) {
            const auto isLeft = [&](const Kept &kept) { return kept.folder == folder && kept.isLeft(); };
            if (std::ranges::none_of(m_sets, isLeft))
                m_root.removeFolder(folder);
        }
        for (const Kept &kept : m_sets)
            living += kept.isAlive ? 1 : 0;
        if (m_failure)
            return *m_failure;
        return JournalFreed{m_freed, m_bytes, living};
    }

private:
    struct Kept {
        std::string folder;
        JournalSet set;
        bool isAlive = false;
        std::size_t front = 0; ///< the first piece that is there
        std::size_t end = 0;   ///< behind the last that may go

        bool canDrop() const { return front < end; }
        bool isLeft() const { return isAlive || front < set.pieces.size(); }
        /// What is behind a piece is no older, whatever a clock said when that was written.
        WallTime frontTime() const
        {
            const auto older = [](const JournalPiece &a, const JournalPiece &b) {
                return a.file.written < b.file.written;
            };
            return std::min_element(set.pieces.begin() + std::ptrdiff_t(front), set.pieces.end(), older)->file.written;
        }
    };

    void look(const std::string &folder)
    {
        auto found = setsIn(folder);
        if (!found) {
            m_failure = found.error();
            return;
        }
        m_folders.push_back(folder);
        std::vector<JournalSet> sets = std::move(found).value();
        for (const JournalSet &set : sets)
            m_freed += set.bytes();
        const std::vector<bool> alive = sweepFolder(folder, sets);
        for (std::size_t i = 0; i < sets.size(); ++i) {
            m_bytes += sets[i].bytes();
            m_freed -= sets[i].bytes();
            const std::size_t end = alive[i] ? lastSegmentOf(sets[i]) : sets[i].pieces.size();
            m_sets.push_back({folder, std::move(sets[i]), alive[i], 0, end});
        }
    }

    static std::size_t lastSegmentOf(const JournalSet &set)
    {
        for (std::size_t i = set.pieces.size(); i > 0; --i) {
            if (!set.pieces[i - 1].isTail)
                return i - 1;
        }
        return 0;
    }

    Kept *oldest()
    {
        Kept *first = nullptr;
        for (Kept &kept : m_sets) {
            const auto age = [](const Kept &one) { return std::pair(one.isAlive, one.frontTime()); };
            if (kept.canDrop() && (!first || age(kept) < age(*first)))
                first = &kept;
        }
        return first;
    }

    void drop(Kept &kept)
    {
        const JournalFile &file = kept.set.pieces[kept.front].file;
        if (!remove(file)) {
            kept.end = kept.front;
            return;
        }
        ++kept.front;
        if (kept.isLeft())
            return;
        for (const auto *files : {&kept.set.debris, &kept.set.besides}) {
            for (const JournalFile &rest : *files)
                remove(rest);
        }
        ::unlink((kept.folder + '/' + kept.set.name.lock()).c_str()); // it is made by who asks for it
    }

    bool remove(const JournalFile &file)
    {
        if (::unlink(file.path.c_str()) != 0 && errno != ENOENT) {
            m_failure = Error{ErrorKind::FileWriteFailed, std::string(std::strerror(errno)) + ".", file.path};
            return false;
        }
        m_bytes -= file.bytes;
        m_freed += file.bytes;
        return true;
    }

    const JournalRoot &m_root;
    std::vector<std::string> m_folders;
    std::vector<Kept> m_sets;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_freed = 0;
    std::optional<Error> m_failure;
};

} // namespace

Result<JournalFreed> enforceBound(const JournalRoot &root, const JournalBound &bound, WallTime now)
{
    const auto turn = root.lock();
    if (!turn)
        return turn.error();
    const auto folders = root.folders();
    if (!folders)
        return folders.error();
    JournalKeeper keeper(root, *folders);
    if (bound.age)
        keeper.dropOlderThan(now - *bound.age);
    keeper.dropDownTo(bound.bytes);
    return keeper.finish();
}

Result<JournalFreed> deleteHistory(const JournalRoot &root, const std::optional<ClusterId> &only)
{
    const auto turn = root.lock();
    if (!turn)
        return turn.error();
    auto folders = root.folders();
    if (!folders)
        return folders.error();
    std::vector<std::string> wanted = std::move(folders).value();
    if (only)
        std::erase_if(wanted, [&](const std::string &folder) { return folder != root.folderOf(*only); });
    JournalKeeper keeper(root, wanted);
    keeper.dropDead();
    return keeper.finish();
}

} // namespace wk
