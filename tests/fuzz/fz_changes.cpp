// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/document.h"
#include "core/resource/attribution.h"
#include "core/resource/compare.h"
#include "core/resource/jsonpatch.h"
#include "tests/fuzz/fuzz.h"

#include <string>

using namespace wk;

namespace {

bool isJson(std::string_view text)
{
    json::Document document;
    return document.parse(text).ok();
}

} // namespace

/// Two revisions from a server that may be anybody, a line each. What differs is a function of the values: read as text
/// or as JSON (a text with a blank at its end is) it is as much; and who is not named by managedFields has written
/// nothing.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::Bytes bytes(data, size);
    const std::string_view text = bytes.rest();
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view before = text.substr(0, end);
    const std::string_view after = text.substr(std::min(end + 1, text.size()));
    const ChangesPtr changes = compareRevisions(before, after, {}, {});
    WK_MUST(changes->first.size() <= 3 && std::size_t(changes->total) >= changes->first.size());
    const bool isBoth = isJson(before) && isJson(after);
    if (isBoth) {
        const ChangesPtr again = compareRevisions(std::string(before) + ' ', after, {}, {});
        WK_MUST(changes->total == again->total && changes->worth == again->worth);
    }
    const Attribution attribution(before, after, RevisionSpan::OneWrite);
    for (const PathChange &change : allChanges(before, after).changes) {
        const Verdict verdict = attribution.of(change);
        WK_MUST(attribution.writers().size() == 1 || !std::holds_alternative<CertainWriter>(verdict));
    }
    WK_MUST(jsonPatch(before, after).ok() == isBoth);
    return 0;
}
