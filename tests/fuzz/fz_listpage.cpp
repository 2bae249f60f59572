// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/compare.h"
#include "core/source/kube/decoder.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/blanks.h"

#include <string>

namespace {

using namespace wk;

ResourceInfo pods()
{
    ResourceInfo info;
    info.gvr = {"", "v1", "pods"};
    info.kind = "Pod";
    info.namespaced = true;
    return info;
}

bool isSame(const ObjectPtr &a, const ObjectPtr &b)
{
    return a->name == b->name && a->ns == b->ns && a->uid == b->uid && a->version == b->version &&
           a->labels == b->labels && a->owners == b->owners && a->managers == b->managers && a->node == b->node &&
           a->phase == b->phase && a->ready == b->ready && a->created == b->created && a->deleting == b->deleting &&
           a->seen == b->seen && a->cells == b->cells && a->unreadable == b->unreadable;
}

/// What the views do with an object.
void use(const ObjectPtr &object)
{
    WK_MUST(object);
    WK_MUST(heldBytes(*object) > 0);
    for (const Cell cell : object->cells)
        cellText(cell);
    describeChanges(nullptr, object);
}

} // namespace

/// A list page or a line of a watch, from a server that may be anybody. Decoding is a function of the bytes: a second
/// decoder says the same, and the same of what has to be parsed.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::Bytes bytes(data, size);
    const std::uint8_t how = bytes.byte();
    const auto keep = how & 1 ? Decoder::Bodies::Keep : Decoder::Bodies::Drop;
    Decoder first(pods(), keep);
    Decoder second(pods(), keep);
    if (how & 2) {
        const auto page = first.page(bytes.rest());
        const auto again = second.page(test::withBlanks(std::string(bytes.rest())));
        WK_MUST(page.ok() == again.ok());
        if (!page)
            return 0;
        WK_MUST(page->objects.size() == again->objects.size());
        for (std::size_t i = 0; i < page->objects.size(); ++i) {
            use(page->objects[i]);
            WK_MUST(isSame(page->objects[i], again->objects[i]));
        }
        return 0;
    }
    const auto event = first.event(bytes.rest());
    // Not copied, and before something else.
    const std::string buffer = std::string(bytes.rest()) + std::string(64, '"');
    const auto again = second.event(std::string_view(buffer).substr(0, buffer.size() - 64), 64);
    WK_MUST(event.ok() == again.ok());
    if (!event)
        return 0;
    const bool hasObject = event->type != EventType::Bookmark && event->type != EventType::Error;
    WK_MUST(hasObject == bool(event->object));
    if (!hasObject)
        return 0;
    use(event->object);
    WK_MUST(isSame(event->object, again->object));
    const auto parsed = second.event(test::withBlanks(std::string(bytes.rest())));
    WK_MUST(parsed.ok() && isSame(event->object, parsed->object));
    return 0;
}
