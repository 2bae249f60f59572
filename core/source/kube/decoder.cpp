// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/decoder.h"

#include "core/json/splitter.h"
#include "core/resource/bodystore.h"
#include "core/resource/compare.h"
#include "core/source/kube/linereader.h"

#include <string>

namespace wk {

namespace {

Error broken(std::string_view why)
{
    return {ErrorKind::BrokenFrame, std::string(why), {}, 0, {}};
}

} // namespace

struct Decoder::Private {
    std::unique_ptr<BodyWriter> bodies; ///< null: they are dropped
    std::string identity;               ///< "kind":"Pod","apiVersion":"v1" for items that come without
    LineReader reader;

    Body keep(const BodyLine &line) { return bodies ? bodies->keep(line) : Body(); }
    Body keep(const Object &object, std::string_view text) { return keep({object.uid.text(), text, text, false}); }
    ObjectPtr item(std::string_view text);
    ObjectPtr row(std::string_view text);
    /// The whole event: of what was read its object is kept, and compared with the revision before.
    Result<WatchEvent> event(std::string_view line, ReadLine read, Place place);
};

ObjectPtr Decoder::Private::item(std::string_view text)
{
    ReadObject read = reader.item(text);
    if (read.hasIdentity || !text.starts_with('{')) {
        read.object.body = keep(read.object, text);
    } else {
        const std::string_view rest = json::trimmed(text.substr(1));
        std::string whole = "{" + identity + (rest == "}" ? "" : ",");
        whole += rest;
        read.object.body = keep(read.object, whole);
    }
    return makeCounted<const Object>(std::move(read.object));
}

ObjectPtr Decoder::Private::row(std::string_view text)
{
    ReadObject read = reader.row(text);
    if (!read.text.empty())
        read.object.body = keep(read.object, read.text);
    return makeCounted<const Object>(std::move(read.object));
}

Result<WatchEvent> Decoder::Private::event(std::string_view line, ReadLine read, Place place)
{
    if (read.broken)
        return *std::move(read.broken);
    WatchEvent event = std::move(read.event);
    if (!read.object)
        return event;
    Object &object = read.object->object;
    const std::string_view text = read.object->text;
    const bool isLast = event.type == EventType::Deleted;
    if (bodies && !text.empty()) {
        object.body = keep({object.uid.text(), place == Place::Initial ? text : line, text, isLast});
        if (auto before = bodies->predecessor(); place == Place::Watch && !isLast && !before.body.isNull()) {
            event.difference = compareFields(before.object, text);
            event.comparedWith = std::move(before.body);
        }
    }
    event.object = makeCounted<const Object>(std::move(object));
    return event;
}

Decoder::Decoder(const ResourceInfo &resource, Bodies bodies)
    : Decoder(resource, bodies == Bodies::Keep ? std::make_unique<BodyStore>() : nullptr)
{}

Decoder::Decoder(const ResourceInfo &resource, std::unique_ptr<BodyWriter> bodies)
    : d(new Private{std::move(bodies),
                    "\"kind\":\"" + resource.kind + "\",\"apiVersion\":\"" + resource.gvr.groupVersion() + "\"",
                    LineReader(resource.kind)})
{}

Decoder::~Decoder() = default;

Result<ListPage> Decoder::page(std::string_view document)
{
    d->reader.setReadable(document);
    const Envelope envelope = openEnvelope(document);
    if (!envelope.isWhole)
        return broken("the list ends before its end");
    const bool table = envelope.kind == "Table";
    const std::string_view array = table ? envelope.rows : envelope.items;
    if (array.empty() || !envelope.metadata.starts_with('{'))
        return Error{ErrorKind::NotKubernetes, "the answer is no list", {}, 0, {}};

    ListPage page;
    ListMeta meta = d->reader.listMeta(envelope.metadata);
    if (meta.isShard)
        return Error{ErrorKind::Invalid, "the server sent only a shard of the list", {}, 0, {}};
    page.version = std::move(meta.version);
    page.continueToken = std::move(meta.continueToken);
    page.remaining = meta.remaining;
    page.wireBytes = document.size();
    page.columns = table ? d->reader.columns(envelope.columns) : plainColumns();
    if (array == "null")
        return page;
    json::Elements elements(array);
    while (elements.next())
        page.objects.push_back(table ? d->row(elements.value()) : d->item(elements.value()));
    if (!elements.isWhole())
        return broken("the list's items cannot be told apart");
    return page;
}

Result<WatchEvent> Decoder::event(std::string_view line, std::size_t readableBehind, Place place)
{
    d->reader.setReadable({line.data(), line.size() + readableBehind});
    line = json::trimmed(line);
    return d->event(line, d->reader.line(line), place);
}

Columns Decoder::plainColumns()
{
    static const Columns columns = std::make_shared<const std::vector<Column>>(std::vector<Column>{
        {"Name", "string", "name", {}, 0},
        {"Created At", "date", {}, {}, 0},
    });
    return columns;
}

} // namespace wk
