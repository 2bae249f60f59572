// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/objectstore.h"
#include "core/source/listerwatcher.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace wk {

/// How one object differs between what a watch holds and what the server has.
struct AuditDifference {
    enum class Kind : std::uint8_t {
        Missing, ///< the server has it, we do not
        Surplus, ///< we have it, the server does not
        Content, ///< another resourceVersion, another object of that name, or the same version written otherwise
    };
    Kind kind = Kind::Content;
    std::string ns;
    std::string name;
    ResourceVersion held;   ///< empty when missing
    ResourceVersion served; ///< empty when surplus

    bool operator==(const AuditDifference &) const = default;
};

/// What an audit found: "412 objects equal at resourceVersion 88123", or the differences by name. A value.
struct AuditReport {
    enum class Verdict : std::uint8_t {
        Equal,
        Undecided,    ///< they differ, but the watch has not come as far as the server's list: wait and compare again
        Drifted,      ///< they differ where the watch has passed the list
        HistoryReset, ///< the server's list is older than the watch had come when it was asked for (C16)
    };
    Verdict verdict = Verdict::Equal;
    std::uint64_t objects = 0;                ///< how many the server has
    ResourceVersion version;                  ///< of the server's list
    std::vector<AuditDifference> differences; ///< by namespace and name
    bool asked = false;                       ///< by a person

    bool operator==(const AuditReport &) const = default;
};

/// The thinking of an audit (C29): compares the server's objects with the store's by uid, resourceVersion and what else
/// a write leaves in the metadata: after a restore a version may have come twice, with other content (C16). It holds no
/// connection and no clock. A value; one thread.
///
/// The list and the watch are never at the same point. What the watch has told of since beyond the list's version is
/// news and no difference; where versions cannot be compared (C14), all that it has told of since counts as news.
class Audit
{
public:
    /// `watched`: how far the watch had come before the list was asked for.
    explicit Audit(ResourceVersion watched);

    /// A page of the server's list; of the objects only their metadata matters.
    void take(const ListPage &page);
    /// The watch has told of an object since, in this version.
    void touch(const Object &object, const ResourceVersion &version);
    const ResourceVersion &version() const { return m_version; }

    /// After the last page: `watched` is how far the watch has come now.
    AuditReport compare(const ObjectStore &store, const ResourceVersion &watched) const;

private:
    using Key = std::pair<std::string, std::string>;
    struct Mark {
        std::string uid;
        ResourceVersion version;
        std::uint64_t metadata = 0; ///< metadataHash()
    };

    static bool isServed(const Object &held, const Mark &served);
    bool isNews(const Key &key, const ResourceVersion &held) const;
    void compareHeld(const Object &held, AuditReport &report) const;

    ResourceVersion m_watched;
    ResourceVersion m_version;
    std::map<Key, Mark> m_served;
    std::map<Key, ResourceVersion> m_touched;
};

/// Those of `now` that were there before, the same in all: no watch has told of them in between. Pure.
std::vector<AuditDifference> lastingDifferences(const std::vector<AuditDifference> &before,
                                                const std::vector<AuditDifference> &now);

} // namespace wk
