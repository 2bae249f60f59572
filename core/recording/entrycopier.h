// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisionbodies.h"
#include "core/history/rows/historysnapshot.h"
#include "core/informer/entry.h"
#include "core/recording/redactor.h"
#include "core/source/watchscope.h"

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

namespace wk {

/// Makes entries of its own of what watches tell, whose bodies it keeps: so that whoever writes them needs no store of
/// somebody else's, and, if it is to redact, no secret is in them. One thread.
class EntryCopier
{
public:
    enum class Secrets { Redacted, Kept };
    explicit EntryCopier(Secrets secrets);

    /// What the next entries of a watch are of.
    void setWatch(WatchId watch, const WatchScope &scope);
    /// Bodies are read there from now on, where they are kept as long as its rows; null: where they say themselves.
    void readOf(HistoryPtr history) { m_history = std::move(history); }
    EntryPtr copy(const Entry &entry);

    /// How many values were replaced.
    std::uint64_t replaced() const { return m_redactor ? m_redactor->replaced() : 0; }

private:
    /// A revision, and what was made of it; their bodies are in two stores.
    struct Copied {
        ObjectPtr of;
        ObjectPtr made;
        RevisionText text{}; ///< of the former, while there is room: the next one is made of it
    };
    using Objects = std::unordered_map<Uid, Copied, Uid::Hash>; ///< those that say theirs

    Copied copy(const ObjectPtr &object, const Objects &known, BodyWriter &to, bool isLast);
    RevisionText textOf(const Object &object, const Copied *before) const;
    void remember(Objects &known, Copied copied);
    void forget(Objects &known, const Uid &uid);
    std::string redacted(std::string text);
    Cells redacted(const Object &object);

    std::unique_ptr<Redactor> m_redactor;
    HistoryPtr m_history;
    RevisionBodies m_bodies;
    std::map<WatchId, std::unique_ptr<BodyWriter>> m_writers;
    std::map<WatchId, Objects> m_objects; ///< as they were copied last
    std::size_t m_textBytes = 0;
};

} // namespace wk
