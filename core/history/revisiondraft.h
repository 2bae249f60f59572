// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/compression.h"
#include "core/history/recentlines.h"
#include "core/history/revisionsnapshot.h"

#include <optional>
#include <string>

namespace wk {

/// The next revision of an object on its way into a RevisionStore. The store gives it out with all that it can be made
/// of, and takes it back; what takes long lies between, and needs nothing that the store may change.
///
///     RevisionStore::draft()  ->  make()  ->  RevisionStore::appendDraft()
///         its thread            any thread        its thread
///
/// One thread at a time.
class RevisionDraft
{
public:
    /// The JSON of the object in the revision before; empty when there is none, or it cannot be read. Valid until
    /// make().
    json::ReadText objectBefore();
    RevisionRef previous() const { return m_previous; }
    /// Whether objectBefore() gave something.
    bool hadBefore() const { return m_hadBefore; }

    /// Once, with the line that appendDraft() is called with. The values are of the object's JSON: the next one's
    /// objectBefore() has them while the text is at hand.
    void make(const RevisionLine &line, json::ReadValues values = {});

private:
    friend class RevisionStore;

    /// A dictionary, and its number in the store.
    struct Taught {
        DictionaryPtr dictionary;
        std::uint32_t number = 0;
    };
    enum class Form {
        Open, ///< the store has to find one
        Delta,
        Keyframe,
    };

    void readBefore();
    void pack(const Taught &taught, std::string_view text);

    RevisionRef m_previous;
    RevisionSnapshot m_revisions; ///< to read that in; empty when it is at hand, or gone
    std::shared_ptr<KeyframesAtHand> m_keyframes;
    std::optional<RecentText> m_before; ///< after make() the new one, if it should be at hand
    bool m_hadBefore = false;
    std::uint32_t m_mostDepth = 0; ///< of a delta

    std::optional<Taught> m_lines; ///< for keyframes; nothing while the store still learns from them
    Taught m_splices;              ///< for deltas; without a number they stay as they are

    Form m_form = Form::Open;
    std::uint32_t m_depth = 0;
    std::string m_payload;
    bool m_isPacked = false;
    std::uint32_t m_dictionary = 0;
};

} // namespace wk
