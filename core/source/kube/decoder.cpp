// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/decoder.h"

#include "core/base/helperthread.h"
#include "core/base/sharedwork.h"
#include "core/cluster/status.h"
#include "core/json/splitter.h"
#include "core/resource/bodystore.h"
#include "core/resource/compare.h"
#include "core/source/kube/envelope.h"
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

bool isAbsent(std::string_view value)
{
    return value.empty() || value == "null";
}

/// Go leaves out what is empty, or writes null: that is a list all the same where it says so. What does not must look
/// like one.
bool isList(const Envelope &envelope, std::string_view array)
{
    const bool saysSo = envelope.kind == "Table" || envelope.kind.ends_with("List");
    return (saysSo || !array.empty()) &&
           (envelope.metadata.starts_with('{') || (saysSo && isAbsent(envelope.metadata)));
}

enum class ListForm { Table, Plain };

/// A line of a watch on its way to an event.
struct LineInHand {
    std::string_view text;
    Decoder::Place place = Decoder::Place::Watch;
    ReadLine read{};
    Uid uid{};                          ///< whose draft it is
    std::unique_ptr<BodyDraft> draft{}; ///< of the object's next revision
    bool isMade = false;
    std::shared_ptr<Changes> difference{};

    bool hasBody() const { return read.object && !read.object->text.empty(); }
    BodyLine body() const
    {
        const std::string_view object = read.object->text;
        return {read.object->object.uid, place == Decoder::Place::Watch ? text : object, object,
                read.event.type == EventType::Deleted};
    }
    void begin(Uid whose, std::unique_ptr<BodyDraft> from)
    {
        uid = std::move(whose);
        draft = std::move(from);
        difference.reset();
        isMade = false;
    }
    /// Of the revision before, where its draft has been begun. Any thread.
    json::ReadText before() const { return draft ? draft->before() : json::ReadText(); }
    /// Compares it with the revision before and makes its draft, if it is what that was begun for. Any thread.
    void make()
    {
        if (!draft || !hasBody() || uid != read.object->object.uid)
            return;
        const BodyLine line = body();
        const json::ReadText before = draft->before();
        if (place != Decoder::Place::Initial && !line.isLast && !before.text.empty())
            difference = compareFields(before, {line.object, read.object->values});
        draft->make(line, std::move(read.object->values));
        isMade = true;
    }
};

} // namespace

struct Decoder::Private {
    std::string kind;
    std::unique_ptr<BodyWriter> bodies; ///< null: they are dropped
    std::string identity;               ///< "kind":"Pod","apiVersion":"v1" for items that come without
    bool areKeys;
    LineReader reader;
    std::unique_ptr<LineReader> helperReader{};
    std::shared_ptr<HelperThread> helperThread{};

    Body keep(const Object &object, std::string_view text)
    {
        return bodies ? bodies->keep({object.uid, text, text, false}) : Body();
    }
    HelperThread *helper(std::size_t texts);
    LineReader &readerFor(SharedWork::By by) { return by == SharedWork::By::Owner ? reader : *helperReader; }
    ObjectPtr item(ReadObject read, std::string_view text);
    ObjectPtr row(ReadObject read);
    /// Of a list; they are parts of it.
    void take(std::span<const std::string_view> items, ListForm form, ListPage &page, std::string_view document);
    /// Its event is whole then.
    Result<> finish(LineInHand &line);
    void keep(LineInHand &line);
};

/// To read so many; null where there is none, or it is not worth it.
HelperThread *Decoder::Private::helper(std::size_t texts)
{
    if (texts < WorthHelp)
        return nullptr;
    if (!helperReader) {
        helperReader = std::make_unique<LineReader>(kind, areKeys);
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

Result<> Decoder::Private::finish(LineInHand &line)
{
    if (line.read.broken)
        return *std::move(line.read.broken);
    if (!line.read.object)
        return success();
    if (bodies && line.hasBody())
        keep(line);
    line.read.event.object = makeCounted<const Object>(std::move(line.read.object->object));
    return success();
}

void Decoder::Private::keep(LineInHand &line)
{
    const BodyLine body = line.body();
    auto kept = line.isMade ? bodies->keepDraft(body, *line.draft) : std::nullopt;
    if (!kept) {
        line.begin(body.uid, bodies->draft(body.uid));
        line.make();
        kept = line.isMade ? bodies->keepDraft(body, *line.draft) : BodyWriter::Kept{bodies->keep(body)};
    }
    if (!kept)
        return;
    line.read.object->object.body = std::move(kept->body);
    if (line.difference && !kept->before.isNull()) {
        line.read.event.difference = std::move(line.difference);
        line.read.event.comparedWith = std::move(kept->before);
    }
}

Decoder::Decoder(const ResourceInfo &resource, Bodies bodies)
    : Decoder(resource, bodies == Bodies::Keep ? std::make_unique<BodyStore>() : nullptr)
{}

Decoder::Decoder(const ResourceInfo &resource, std::unique_ptr<BodyWriter> bodies)
    : d(new Private{resource.kind, std::move(bodies),
                    "\"kind\":\"" + resource.kind + "\",\"apiVersion\":\"" + resource.gvr.groupVersion() + "\"",
                    resource.gvr.isOfKeys(), LineReader(resource.kind, resource.gvr.isOfKeys())})
{}

Decoder::~Decoder() = default;

Result<ListPage> Decoder::page(std::string_view document)
{
    d->reader.setReadable(document);
    const Envelope envelope = openEnvelope(document);
    if (!envelope.isWhole)
        return broken("the list ends before its end");
    if (envelope.kind == "Status")
        return eventError(document);
    const bool table = envelope.kind == "Table";
    const std::string_view array = table ? envelope.rows : envelope.items;
    if (!isList(envelope, array))
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
    if (isAbsent(array))
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

Result<ListPage> Decoder::object(std::string_view document)
{
    const Envelope envelope = openEnvelope(document);
    if (!envelope.isWhole)
        return broken("the object ends before its end");
    if (envelope.kind == "Table")
        return page(document);
    if (!envelope.metadata.starts_with('{') || !d->reader.isOurs(envelope.kind))
        return Error{ErrorKind::NotKubernetes, "the answer is no object of this kind", {}, 0, {}};
    d->reader.setReadable(document);
    const std::string_view text = json::trimmed(document);
    ListPage page;
    page.objects.push_back(d->item(d->reader.item(text), text));
    page.version = page.objects.front()->version;
    page.columns = plainColumns();
    page.wireBytes = document.size();
    return page;
}

Result<WatchEvent> Decoder::event(std::string_view line, std::size_t readableBehind, Place place)
{
    d->reader.setReadable({line.data(), line.size() + readableBehind});
    line = json::trimmed(line);
    LineInHand inHand{line, place, d->reader.line(line)};
    if (const auto done = d->finish(inHand); !done)
        return done.error();
    return std::move(inHand.read.event);
}

Decoder::Lines Decoder::events(std::span<const std::string_view> lines, std::size_t readableBehind, Place first)
{
    if (lines.empty())
        return {};
    const char *end = lines.back().data() + lines.back().size() + readableBehind;
    std::vector<LineInHand> inHand;
    inHand.reserve(lines.size());
    for (const std::string_view line : lines)
        inHand.push_back({json::trimmed(line), first});
    HelperThread *helper = d->helper(lines.size());
    // What cannot be known ahead of all others' turns is where a line stands behind the first initial ones.
    const bool isMadeAhead = first != Place::Initial;
    const auto begin = [&](LineInHand &line) {
        if (const Uid uid = isMadeAhead && d->bodies ? uidFast(line.text) : Uid(); !uid.empty())
            line.begin(uid, d->bodies->draft(uid));
    };
    if (helper)
        std::ranges::for_each(inHand, begin);
    const auto readLine = [&](std::size_t number, SharedWork::By by) {
        LineInHand &line = inHand[number];
        LineReader &with = d->readerFor(by);
        with.setReadable({line.text.data(), end});
        if (!helper)
            begin(line);
        const json::ReadText before = line.before();
        line.read = with.line(line.text, isMadeAhead ? &before : nullptr);
        line.make();
    };
    SharedWork reading(lines.size(), readLine, helper);
    Lines decoded;
    decoded.events.reserve(lines.size());
    Place place = first;
    for (std::size_t number = 0; number < lines.size(); ++number) {
        reading.finish(number);
        inHand[number].place = place;
        if (const auto done = d->finish(inHand[number]); !done) {
            decoded.broken = done.error();
            break;
        }
        WatchEvent &event = inHand[number].read.event;
        place = event.endsInitial && place == Place::Initial ? Place::Watch : place;
        decoded.events.push_back(std::move(event));
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
