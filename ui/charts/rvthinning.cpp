// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rvthinning.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

WallTime endOf(const RvBucket &bucket)
{
    return bucket.last.time;
}

WallTime endOf(const RvPoint &point)
{
    return point.time;
}

void join(RvPoint &point, const RvPoint &later)
{
    point = later;
}

template <typename Cells>
void joinWithin(Cells &all, const RvThinning &thinning)
{
    const auto isBefore = [](const auto &one, WallTime time) { return endOf(one) < time; };
    const auto first = std::lower_bound(all.begin(), all.end(), thinning.from, isBefore);
    const auto last = std::lower_bound(first, all.end(), thinning.to, isBefore);
    if (first == last)
        return;
    const auto cellOf = [&](const auto &one) { return endOf(one).time_since_epoch() / thinning.cell; };
    auto kept = first;
    for (auto it = std::next(first); it != last; ++it) {
        if (cellOf(*it) == cellOf(*kept))
            join(*kept, *it);
        else if (++kept != it)
            *kept = std::move(*it);
    }
    all.erase(std::next(kept), last);
}

} // namespace

void join(RvBucket &bucket, const RvBucket &later)
{
    bucket.last = {std::max(later.last.time, bucket.last.time), later.last.value};
    bucket.least = std::min(bucket.least, later.least);
    bucket.most = std::max(bucket.most, later.most);
    if (later.object)
        bucket.object = later.object;
}

void thin(std::deque<RvBucket> &buckets, const RvThinning &thinning)
{
    joinWithin(buckets, thinning);
}

void thin(std::deque<RvPoint> &points, const RvThinning &thinning)
{
    joinWithin(points, thinning);
}

} // namespace wk
