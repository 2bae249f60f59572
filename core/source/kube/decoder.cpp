// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/decoder.h"

#include "core/base/helperthread.h"
#include "core/base/sharedwork.h"
#include "core/json/splitter.h"
#include "core/resource/bodystore.h"
#include "core/resource/compare.h"
#include "core/source/kube/linereader.h"

#include <algorithm>
#include <string>
#include <vector>

namespace wk {

namespace {

/// So many take some 0.1 ms to read.
constexpr std::size_t WorthHelp = 16;

/// What is read of them lies in memory until they are kept.
constexpr std::size_t ItemsAtOnce = 512;

Error broken(std::string_view why)
{
    return {ErrorKind::BrokenFrame, std::string(why), {}, 0, {}};
}

enum class ListForm { Table, Plain };

} // namespace

struct Decoder::Private {
    std::string kind;
    std::unique_ptr<BodyWriter> bodies; ///< null: they are dropped
    std::string identity;               ///< "kind":"Pod","apiVersion":"v1" for items that come without
    LineReader reader;
    std::unique_ptr<LineReader> helperReader{};
    std::shared_ptr<HelperThread> helperThread{};

    Body keep(const BodyLine &line) { return bodies ? bodies->keep(line) : Body(); }
    Body keep(const Object &object, std::string_view text) { return keep({object.uid, text, text, false}); }
    HelperThread *helper(std::size_t texts);
    LineReader &readerFor(SharedWork::By by) { return by == SharedWork::By::Owner ? reader : *helperReader; }
    ObjectPtr item(ReadObject read, std::string_view text);
    ObjectPtr row(ReadObject read);
    /// Of a list; they are parts of it.
    void take(std::span<const std::string_view> items, ListForm form, ListPage &page, std::string_view document);
    /// The whole event: of what was read its object is kept, and compared with the revision before.
    Result<WatchEvent> event(std::string_view line, ReadLine read, Place place);
};

/// To read so many; null where there is none, or it is not worth it.
HelperThread *Decoder::Private::helper(std::size_t texts)
{
    if (texts < WorthHelp)
        return nullptr;
    if (!helperReader) {
        helperReader = std::make_unique<LineReader>(kind);
        helperThread = HelperThread::ofThisThread();
    }
    return helperThread.get();
}

ObjectPtr Decoder::Private::item(ReadObject read, std::string_view text)
{
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

ObjectPtr Decoder::Private::row(ReadObject read)
{
    if (!read.text.empty())
        read.object.body = keep(read.object, read.text);
    return makeCounted<const Object>(std::move(read.object));
}

void Decoder::Private::take(std::span<const std::string_view> items, ListForm form, ListPage &page,
                            std::string_view document)
{
    const bool areRows = form == ListForm::Table;
    std::vector<ReadObject> read(items.size());
    const auto readItem = [&](std::size_t number, SharedWork::By by) {
        LineReader &with = readerFor(by);
        with.setReadable(document);
        read[number] = areRows ? with.row(items[number]) : with.item(items[number]);
    };
    SharedWork reading(items.size(), readItem, helper(items.size()));
    for (std::size_t number = 0; number < items.size(); ++number) {
        reading.finish(number);
        ReadObject &object = read[number];
        page.objects.push_back(areRows ? row(std::move(object)) : item(std::move(object), items[number]));
    }
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
        object.body = keep({object.uid, place == Place::Initial ? text : line, text, isLast});
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
    : d(new Private{resource.kind, std::move(bodies),
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
    std::vector<std::string_view> texts;
    json::Elements elements(array);
    while (elements.next())
        texts.push_back(elements.value());
    if (!elements.isWhole())
        return broken("the list's items cannot be told apart");
    page.objects.reserve(texts.size());
    for (std::span<const std::string_view> rest = texts; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), ItemsAtOnce));
        d->take(some, table ? ListForm::Table : ListForm::Plain, page, document);
        rest = rest.subspan(some.size());
    }
    return page;
}

Result<WatchEvent> Decoder::event(std::string_view line, std::size_t readableBehind, Place place)
{
    d->reader.setReadable({line.data(), line.size() + readableBehind});
    line = json::trimmed(line);
    return d->event(line, d->reader.line(line), place);
}

Decoder::Lines Decoder::events(std::span<const std::string_view> lines, std::size_t readableBehind, Place first)
{
    if (lines.empty())
        return {};
    const char *end = lines.back().data() + lines.back().size() + readableBehind;
    std::vector<ReadLine> read(lines.size());
    const auto readLine = [&](std::size_t number, SharedWork::By by) {
        LineReader &with = d->readerFor(by);
        with.setReadable({lines[number].data(), end});
        read[number] = with.line(json::trimmed(lines[number]));
    };
    SharedWork reading(lines.size(), readLine, d->helper(lines.size()));
    Lines decoded;
    decoded.events.reserve(lines.size());
    Place place = first;
    for (std::size_t number = 0; number < lines.size(); ++number) {
        reading.finish(number);
        auto event = d->event(json::trimmed(lines[number]), std::move(read[number]), place);
        if (!event) {
            decoded.broken = event.error();
            break;
        }
        place = event->endsInitial ? Place::Watch : place;
        decoded.events.push_back(std::move(event).value());
    }
    return decoded;
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
