// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/resource/attribution.h"
#include "ui/code/codedocument.h"

#include <functional>
#include <string_view>

namespace wk {

/// What became of an object between two revisions, as a document.
struct DiffText {
    CodeDocumentPtr document; ///< without lines when nothing differs
    int added = 0;
    int removed = 0;
};

/// Compares two revisions, given as JSON, line by line of their YAML. Each changed line is told to who wrote it, doubts
/// said (core/resource/attribution.h); unchanged stretches are folded behind a line that says where in the object one
/// is, and with them what counts or says "still here": generations and the times of heartbeats, which that line names.
/// What is wanted comes before what is observed, metadata last. managedFields and resourceVersion are left out: they
/// differ always, and the head tells them. Any thread. Fails as yaml::fromJson() and diffLines() do.
Result<DiffText> diffText(std::string_view before, std::string_view after, RevisionSpan span);
/// The same with a judge of one's own on each change.
using Judge = std::function<Verdict(const PathChange &)>;
Result<DiffText> diffText(std::string_view before, std::string_view after, const Judge &judge);

/// A revision before which none is held, whole, below a line that says so: as added if it came to be by it. Nobody is
/// named: who wrote which line before anybody looked is not known. What diffText() leaves out is left out. Any thread.
/// Fails as yaml::fromJson() does.
Result<DiffText> firstRevisionText(std::string_view json, bool isBirth);

} // namespace wk
