// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/body.h"
#include "core/resource/uid.h"

#include <string_view>

namespace wk {

/// One revision on its way to whoever keeps it.
struct BodyLine {
    Uid uid;                 ///< of the object; empty when it could not be read
    std::string_view line;   ///< as it came
    std::string_view object; ///< its JSON, within `line`
    bool isLast = false;     ///< the object is gone: no further revision follows
};

/// Where a decoder puts the bytes of one resource's objects. One thread at a time; what it returns is read from any and
/// outlives it.
class BodyWriter
{
public:
    virtual ~BodyWriter() = default;
    virtual Body keep(const BodyLine &line) = 0;

    /// The revision that the last one kept follows, if its text was needed to keep that and is still at hand.
    struct Predecessor {
        Body body{};
        std::string_view object{}; ///< its JSON; valid until the next call to keep()
    };
    virtual Predecessor predecessor() const { return {}; }
};

} // namespace wk
