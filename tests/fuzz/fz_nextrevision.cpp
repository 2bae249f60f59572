// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/compare.h"
#include "core/source/kube/objecttext.h"
#include "core/source/kube/readcache.h"
#include "tests/fuzz/fuzz.h"

using namespace wk;

namespace {

bool isSame(const Object &a, const Object &b)
{
    return metadataHash(a) == metadataHash(b) && a.name == b.name && a.ns == b.ns && a.uid == b.uid &&
           a.version == b.version && a.node == b.node && a.phase == b.phase && a.ready == b.ready &&
           a.managers == b.managers && a.labels == b.labels && a.owners == b.owners;
}

} // namespace

/// Two revisions from a server that may be anybody, a line each: the second is read by the first as it is alone, and
/// they differ in as much.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::Bytes bytes(data, size);
    const std::string_view before = bytes.takeUntil('\n');
    const std::string_view after = bytes.rest();
    static ReadCache cache;
    const json::ReadText nothing;
    const auto first = readObjectText(before, cache, &nothing);
    const auto alone = readObjectText(after, cache, &nothing);
    if (!first)
        return 0;
    const json::ReadText read(before, first->values);
    const auto next = readObjectText(after, cache, &read);
    WK_MUST(next.has_value() == alone.has_value());
    if (!next)
        return 0;
    WK_MUST(isSame(next->object, alone->object) && next->values == alone->values);
    const auto changes = compareFields(read, {after, next->values});
    const auto plain = compareFields(before, after);
    WK_MUST(changes->total == plain->total && changes->worth == plain->worth && changes->first == plain->first);
    return 0;
}
