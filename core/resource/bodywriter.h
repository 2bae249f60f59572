// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/readtext.h"
#include "core/resource/body.h"
#include "core/resource/uid.h"

#include <memory>
#include <optional>
#include <string_view>

namespace wk {

/// One revision on its way to whoever keeps it.
struct BodyLine {
    Uid uid;                 ///< of the object; empty when it could not be read
    std::string_view line;   ///< as it came
    std::string_view object; ///< its JSON, within `line`
    bool isLast = false;     ///< the object is gone: no further revision follows
};

/// A revision that is being made ready to be kept, which takes most of the time that keeping does. One thread at a
/// time.
class BodyDraft
{
public:
    virtual ~BodyDraft() = default;
    /// The JSON of the object in the revision before; empty when there is none. Any thread; valid until make().
    virtual json::ReadText before() = 0;
    /// Any thread; once. The values are those of the object's JSON, for the next revision's sake.
    virtual void make(const BodyLine &line, json::ReadValues values) = 0;
};

/// Where a decoder puts the bytes of one resource's objects. One thread at a time; what it returns is read from any and
/// outlives it.
class BodyWriter
{
public:
    virtual ~BodyWriter() = default;
    virtual Body keep(const BodyLine &line) = 0;

    /// For the next revision of this object; null where keeping takes no time.
    virtual std::unique_ptr<BodyDraft> draft(const Uid &) { return {}; }
    struct Kept {
        Body body{};
        Body before{}; ///< what it was told apart from, if the draft had that
    };
    /// As keep(), of a draft of ours that was made of this line. Nothing, and nothing kept, when it is not the object's
    /// next revision: another came in between, or it is another object's.
    virtual std::optional<Kept> keepDraft(const BodyLine &, BodyDraft &) { return {}; }
};

} // namespace wk
