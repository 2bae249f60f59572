// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rvflags.h"

#include <algorithm>
#include <optional>

namespace wk {

std::vector<RvBookmark> bookmarksOf(const RvChartData &data, std::chrono::microseconds room,
                                    std::chrono::microseconds least, WatchId strong)
{
    std::vector<RvBookmark> bookmarks;
    for (const RvTrack &track : data.tracks()) {
        for (const RvMark &mark : track.marks) {
            if (!track.offScale && mark.type == EntryType::Bookmark)
                bookmarks.push_back({&track, mark.at});
        }
    }
    std::ranges::stable_sort(bookmarks, {}, [](const RvBookmark &bookmark) { return bookmark.at.time; });
    std::optional<WallTime> last;
    std::optional<WallTime> lastStrong;
    for (RvBookmark &bookmark : bookmarks) {
        const bool isStrong = bookmark.track->watch == strong;
        std::optional<WallTime> &before = isStrong ? lastStrong : last;
        bookmark.isFlag = !before || bookmark.at.time - *before >= (isStrong ? least : room);
        if (bookmark.isFlag)
            before = bookmark.at.time;
    }
    // Not the one of std::ranges, which clang 14 does not compile with GCC's library.
    std::stable_partition(bookmarks.begin(), bookmarks.end(),
                          [](const RvBookmark &bookmark) { return !bookmark.isFlag; });
    return bookmarks;
}

} // namespace wk
