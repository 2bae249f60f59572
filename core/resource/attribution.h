// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/allchanges.h"
#include "core/resource/fieldowners.h"

#include <memory>
#include <string_view>
#include <variant>
#include <vector>

namespace wk {

/// One manager wrote the change: all evidence says so and none speaks against it. `writer.time` is the server's, in
/// whole seconds.
struct CertainWriter {
    FieldOwner writer;

    bool operator==(const CertainWriter &) const = default;
};

/// Why nobody is named.
enum class Doubt : std::uint8_t {
    NothingMoved,     ///< no entry has a new time or new fields: the owners are known, the writer is not
    NotTheWriters,    ///< somebody wrote this revision, but does not own the field: defaulting or admission may have
    SeveralMoved,     ///< more than one entry moved: more than one write lies between
    EntriesRewritten, ///< the entries themselves were written by a client, or by servers whose clocks disagree
    SeveralWrites,    ///< revisions in between were not seen
};

/// One of the candidates, or somebody else. No candidates where nobody owns the field.
struct AmbiguousWriter {
    std::vector<FieldOwner> candidates;
    Doubt why = Doubt::NothingMoved;

    bool operator==(const AmbiguousWriter &) const = default;
};

/// The server itself, whoever asked: names, versions, times of creation and deletion, managedFields.
struct ServerWriter {
    bool operator==(const ServerWriter &) const = default;
};

struct UnknownWriter {
    enum class Why : std::uint8_t {
        NoManagedFields, ///< the object has none, in neither revision
        NobodyOwns,      ///< it has, but nobody owns the field and nobody's entry moved
    };
    Why why = Why::NoManagedFields;

    bool operator==(const UnknownWriter &) const = default;
};

using Verdict = std::variant<CertainWriter, AmbiguousWriter, ServerWriter, UnknownWriter>;

/// Whether the two revisions are neighbours: nothing was written to the object in between. Those of one watch without a
/// gap are.
enum class RevisionSpan : std::uint8_t { OneWrite, MaybeSeveral };

/// Who made each change between two revisions of an object, by metadata.managedFields before and after; never a guess.
///
/// One write is one request of one manager, and the server stamps its entry with the time when
///   - the set of fields grew, with any server (kubernetes#81673);
///   - a value that it owned changed, with newer ones only (1.20 does not; metav1.ManagedFieldsEntry.time says newer
///     ones do), and never visibly within the second of its last write;
///   - it took fields away: only with Apply, and newer servers.
/// It does not for who loses fields to another. `kubectl scale` leaves no trace before 1.22. So: an entry that is new,
/// has a later time, or more fields at the newest time, is the writer's. If there is just one and it owns the changed
/// field (after; of a removed one, before), it is certain. If none moved, the owners are only candidates. An entry that
/// says what the server would not have written (a time that went back, fields gained in the past) makes all of it
/// doubtful. "before-first-apply" and "ancient-changes" are the server's own entries and write nothing. Sources:
/// apimachinery, managedfields/internal (managedfieldsupdater, lastappliedmanager, capmanagers, skipnonapplied,
/// stripmeta); measured on 1.20.2.
/// Immutable; any thread. 100 µs for a pod.
class Attribution
{
public:
    Attribution(std::string_view before, std::string_view after, RevisionSpan span);
    Attribution(Attribution &&) noexcept;
    ~Attribution();

    /// Of no other changes between the two than these, which are all: 10 µs where no entry differs, else 40.
    static Attribution ofOnly(std::string_view before, std::string_view after, const AllChanges &all);

    /// Of a change that allChanges() found between the same two.
    Verdict of(const PathChange &change) const;
    /// Whose entries say that they wrote; one, where all is well.
    const std::vector<FieldOwner> &writers() const;

private:
    Attribution();

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace wk
