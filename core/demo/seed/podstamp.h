// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/storedobject.h"
#include "core/demo/seed/scene.h"

#include <string>
#include <vector>

namespace wk::demo {

/// Makes many pods of one: copies the stored form and puts the copy's own name, uid, node, addresses, container ids and
/// times where the mould's stand. A copy costs microseconds where a document costs a millisecond. A value.
class PodStamp
{
public:
    /// `document` is what `mould` was made of.
    PodStamp(const apiserver::StoredObject &mould, const Json &document);

    apiserver::StoredObject copy(const PodCopy &pod) const;

private:
    /// Where in the mould's text something of its own stands: one of m_own, or a time.
    struct Mark {
        std::size_t begin = 0;
        std::size_t length = 0;
        int own = -1;
        WallTime time{};
    };

    void markTexts(const std::string &json);
    void markTimes(const std::string &json);
    std::vector<std::string> others(const PodCopy &pod) const;
    std::string replaced(std::string text, const std::vector<std::string> &others) const;

    apiserver::StoredObject m_mould;
    std::vector<std::string> m_own; ///< name, uid, node, host's and pod's address, then container ids
    std::vector<Mark> m_marks;      ///< in their order
};

} // namespace wk::demo
