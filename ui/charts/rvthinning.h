// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/rvchartdata.h"

#include <deque>

namespace wk {

/// Takes what came later into a bucket.
void join(RvBucket &bucket, const RvBucket &later);
/// Makes one of all buckets between two times that end within the same cell.
void thin(std::deque<RvBucket> &buckets, const RvThinning &thinning);
/// Leaves of all points between two times the last of each cell.
void thin(std::deque<RvPoint> &points, const RvThinning &thinning);

} // namespace wk
