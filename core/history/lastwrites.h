// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "core/history/objectlife.h"
#include "core/resource/attribution.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace wk {

/// The write that gave a field its value.
struct FieldWrite {
    Verdict by;
    WallTime arrived{}; ///< when its event came

    bool operator==(const FieldWrite &) const = default;
};

/// When each field of an object got the value that it has, as far as the revisions before tell: blame by what was seen,
/// where managedFields knows of each manager only when it wrote last, whichever of its fields. A value that went and
/// came back is as old as its coming back. Immutable; any thread.
class LastWrites
{
public:
    /// Of no revisions: knows nothing.
    LastWrites() = default;
    /// Of the last of them, which are of one life and in order; the newest StepsRead before it are compared with it.
    /// 150 µs each for a pod.
    explicit LastWrites(std::span<const LifeRevision> revisions);

    static constexpr std::size_t StepsRead = 100;
    static constexpr std::size_t BytesRead = 16 * limits::MiB; ///< of their texts; what is older is not looked at

    /// Of a field or of what it is in; a JSON pointer (RFC 6901) into the last revision. Null where none was seen.
    const FieldWrite *of(std::string_view pointer) const;
    /// What was not written later has been so since then; empty when nothing is known.
    const std::optional<WallTime> &since() const { return m_since; }
    /// … which is when the object was created.
    bool isSinceCreation() const { return m_isSinceCreation; }

private:
    void readStep(const LifeRevision &before, const LifeRevision &after, std::string_view last);

    std::map<std::string, FieldWrite, std::less<>> m_writes; ///< by pointer
    std::optional<WallTime> m_since;
    bool m_isSinceCreation = false;
};

} // namespace wk
