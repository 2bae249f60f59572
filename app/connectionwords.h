// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tablestate.h"

#include <QString>

#include <memory>
#include <vector>

namespace wk {

class ClusterLink;

/// Where the connections of a window stand, in words that are safe to show. Gui thread; a value.
struct ConnectionWords {
    ConnectionWord word; ///< in full, for the room of a table; without a sentence where there is a cluster to show
    QString navigator;   ///< the same, shorter
    QString status;      ///< what is wrong, in a line: empty when all is well
    bool isAnyConnected = false;
};

/// Of one cluster, or of several together: what is wrong with one of them says with which.
ConnectionWords connectionWords(const std::vector<std::unique_ptr<ClusterLink>> &links);

} // namespace wk
