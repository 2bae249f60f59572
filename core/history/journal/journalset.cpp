// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalset.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <optional>

#include <dirent.h>
#include <sys/stat.h>

namespace wk {

namespace {

/// A file that gets another name while a folder is read may be missed under both (readdir(3)): it is read until it
/// says the same twice. No writer is as quick as to change it every time.
constexpr int MostReadings = 8;

/// Nothing for what is gone meanwhile, or no file.
std::optional<JournalFile> fileAt(std::string path)
{
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    const auto written =
        std::chrono::seconds(status.st_mtim.tv_sec) + std::chrono::microseconds(status.st_mtim.tv_nsec / 1000);
    return JournalFile{std::move(path), std::uint64_t(status.st_size), WallTime(written)};
}

void put(JournalSet &set, const JournalFileName &name, JournalFile file)
{
    using Kind = JournalFileName::Kind;
    switch (name.kind) {
    case Kind::Lock:
    case Kind::Base: set.besides.push_back(std::move(file)); break;
    case Kind::Segment: set.pieces.push_back({name.number, false, std::move(file)}); break;
    case Kind::Tail: set.pieces.push_back({name.number, true, std::move(file)}); break;
    case Kind::Temporary: set.debris.push_back(std::move(file)); break;
    }
}

/// By number, and of two with one number the segment.
void sortPieces(JournalSet &set)
{
    std::ranges::sort(set.pieces, {}, [](const JournalPiece &one) { return std::pair(one.number, one.isTail); });
    std::vector<JournalPiece> pieces;
    for (JournalPiece &piece : set.pieces) {
        if (pieces.empty() || pieces.back().number != piece.number)
            pieces.push_back(std::move(piece));
        else
            set.debris.push_back(std::move(piece.file));
    }
    set.pieces = std::move(pieces);
}

std::vector<JournalSet> setsOf(const std::string &folder, const std::vector<std::string> &names)
{
    std::map<JournalSetName, JournalSet> byName;
    for (const std::string &text : names) {
        const auto name = JournalFileName::parse(text);
        auto file = name ? fileAt(folder + '/' + text) : std::nullopt;
        if (file)
            put(byName.try_emplace(name->set, JournalSet{name->set, {}, {}, {}}).first->second, *name,
                *std::move(file));
    }
    std::vector<JournalSet> sets;
    for (auto &[name, set] : byName) {
        sortPieces(set);
        sets.push_back(std::move(set));
    }
    return sets;
}

} // namespace

std::uint32_t JournalSet::lastNumber() const
{
    std::uint32_t last = 0;
    for (const JournalPiece &piece : pieces)
        last = piece.number == JournalSetName::OpenTail ? last : piece.number;
    return last;
}

std::uint64_t JournalSet::bytes() const
{
    std::uint64_t sum = 0;
    for (const JournalPiece &piece : pieces)
        sum += piece.file.bytes;
    for (const auto *files : {&debris, &besides}) {
        for (const JournalFile &file : *files)
            sum += file.bytes;
    }
    return sum;
}

WallTime JournalSet::end(WallTime now) const
{
    WallTime last = pieces.empty() ? name.begun() : WallTime::min();
    for (const JournalPiece &piece : pieces)
        last = std::max(last, piece.file.written);
    return std::min(last, now);
}

Result<std::vector<std::string>> namesIn(const std::string &folder)
{
    std::vector<std::string> names;
    const std::unique_ptr<DIR, int (*)(DIR *)> directory(::opendir(folder.c_str()), ::closedir);
    if (!directory && errno == ENOENT)
        return names;
    errno = directory ? 0 : errno;
    while (const dirent *entry = directory ? ::readdir(directory.get()) : nullptr) {
        if (const std::string_view name = entry->d_name; name != "." && name != "..")
            names.emplace_back(name);
    }
    if (errno != 0)
        return Error{ErrorKind::FileUnreadable, std::string(std::strerror(errno)) + ".", folder};
    std::ranges::sort(names);
    return names;
}

Result<std::vector<JournalSet>> setsIn(const std::string &folder)
{
    auto names = namesIn(folder);
    std::vector<JournalSet> sets;
    for (int reading = 0; names && reading < MostReadings; ++reading) {
        sets = setsOf(folder, *names);
        auto again = namesIn(folder);
        if (again && *again == *names)
            break;
        names = std::move(again);
    }
    if (!names)
        return names.error();
    return sets;
}

} // namespace wk
