// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/linesimport.h"

#include "core/base/time.h"
#include "core/json/bracketend.h"
#include "core/resource/compare.h"
#include "core/source/kube/decoder.h"

#include <re2/re2.h>
#include <simdjson.h>

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace wk {

namespace {

constexpr std::size_t MostKinds = 4096;
constexpr std::size_t EntriesTold = 256;

/// What a document is about, as far as has to be known before it is read.
struct Subject {
    std::string type; ///< of an event; empty: it is an object alone
    std::string apiVersion;
    std::string kind;
    std::string_view object; ///< the document, or the part of it
    bool isNamespaced = false;
};

std::string textOf(simdjson::simdjson_result<simdjson::dom::element> element)
{
    std::string_view text;
    return element.get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

/// "policies" for "Policy". Source: apimachinery meta.UnsafeGuessKindToResource.
std::string pluralOf(const std::string &kind)
{
    std::string word = kind;
    std::ranges::transform(word, word.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter;
    });
    if (word.ends_with("endpoints"))
        return word;
    if (word.ends_with('s') || word.ends_with('x') || word.ends_with("ch") || word.ends_with("sh"))
        return word + "es";
    if (word.ends_with('y'))
        return word.substr(0, word.size() - 1) + "ies";
    return word + 's';
}

/// The newest time that an object tells of itself; nothing where there is none. That of its deletion may be yet to
/// come.
std::optional<WallTime> timeIn(std::string_view json)
{
    static const RE2 Times(
        R"re("(?:time|creationTimestamp|lastTimestamp|eventTime|renewTime|lastTransitionTime|lastHeartbeatTime)"\s*:\s*"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)")re");
    std::optional<WallTime> newest;
    re2::StringPiece rest(json.data(), json.size());
    re2::StringPiece found;
    while (RE2::FindAndConsume(&rest, Times, &found)) {
        if (const auto time = parseTime(std::string_view(found.data(), found.size())))
            newest = std::max(newest, std::optional<WallTime>(*time));
    }
    return newest;
}

std::optional<EntryType> typeOf(const std::string &word)
{
    for (const EntryType type :
         {EntryType::Added, EntryType::Modified, EntryType::Deleted, EntryType::Bookmark, EntryType::Error}) {
        if (word == typeName(type))
            return type;
    }
    return {};
}

/// Reads one document after the other.
class LinesImport
{
public:
    LinesImport(RevisionBodies &bodies, WatchSink &to)
        : m_bodies(bodies)
        , m_to(to)
    {}

    Result<ImportedLines> read(std::string_view text)
    {
        std::size_t at = 0;
        std::uint64_t line = 1;
        while (true) {
            const std::size_t begin = text.find_first_not_of(" \t\r\n", at);
            line += std::uint64_t(std::count(text.begin() + std::ptrdiff_t(at),
                                             text.begin() + std::ptrdiff_t(std::min(begin, text.size())), '\n'));
            if (begin == std::string_view::npos)
                break;
            std::size_t end = text[begin] == '{' ? json::bracketEnd(text, begin + 1) : text.find('\n', begin);
            if (text[begin] == '{' && end == std::string_view::npos) {
                m_done.tornBytes = text.size() - begin;
                break;
            }
            end = std::min(end, text.size());
            const std::string_view document = text.substr(begin, end - begin);
            if (auto taken = take(document); !taken && m_done.unread++ == 0) {
                m_done.firstUnread = line;
                m_done.why = taken.error().text;
            }
            line += std::uint64_t(std::ranges::count(document, '\n'));
            at = end;
        }
        for (auto &[kind, watch] : m_watches)
            endList(watch);
        flush();
        if (m_done.events == 0 && (m_done.unread > 0 || m_done.tornBytes > 0))
            return Error{ErrorKind::Invalid, m_done.why.value_or("It is cut off before its first event ends."), {}};
        return m_done;
    }

private:
    struct Watch {
        WatchId id = 0;
        Columns columns{};
        std::unique_ptr<Decoder> decoder{};
        std::unordered_map<Uid, ObjectPtr, Uid::Hash> objects{};
        std::vector<ObjectPtr> listed{}; ///< of the list that it began with, which is printed as events
        WallTime listedAt{};
        bool isListing = true;
    };

    /// In a list's order, and told for the first time.
    static bool isNextOfList(const Watch &watch, const WatchEvent &event)
    {
        if (!watch.isListing || event.type != EventType::Added || !event.object)
            return false;
        const auto place = [](const Object &object) {
            return std::pair(std::string(object.ns), std::string(object.name));
        };
        return watch.listed.empty() || place(*watch.listed.back()) < place(*event.object);
    }

    Result<> take(std::string_view document)
    {
        if (document.empty() || document.front() != '{')
            return Error{ErrorKind::Invalid, "It is no JSON.", {}};
        const auto subject = subjectOf(document);
        if (!subject)
            return Error{ErrorKind::Invalid, "It is no object of Kubernetes, and no event about one.", {}};
        if (subject->type.empty() && subject->kind.ends_with("List"))
            return takeList(*subject);
        return takeEvent(*subject, document);
    }

    std::optional<Subject> subjectOf(std::string_view document)
    {
        simdjson::dom::element root;
        if (m_parser.parse(document.data(), document.size()).get(root) != simdjson::SUCCESS)
            return {};
        Subject subject;
        subject.object = document;
        simdjson::dom::element object = root;
        if (simdjson::dom::element inner; root["object"].get(inner) == simdjson::SUCCESS) {
            subject.type = textOf(root["type"]);
            object = inner;
        }
        subject.apiVersion = textOf(object["apiVersion"]);
        subject.kind = textOf(object["kind"]);
        subject.isNamespaced = !textOf(object["metadata"]["namespace"]).empty();
        const bool isEvent = subject.object.data() != nullptr && !subject.type.empty();
        if (isEvent ? !typeOf(subject.type) : subject.kind.empty())
            return {};
        return subject;
    }

    Result<> takeEvent(const Subject &subject, std::string_view document)
    {
        m_time = std::max(m_time, timeIn(document).value_or(m_time));
        const bool isAlone = subject.type.empty();
        const bool isOfWatch = subject.type == "ERROR" || (subject.kind.empty() && !isAlone);
        if (isOfWatch && !m_last)
            return Error{ErrorKind::Invalid, "It is of a kind that nobody has named.", {}};
        Watch *watch = isOfWatch ? m_last : watchOf(subject.apiVersion, subject.kind, subject.isNamespaced);
        if (!watch)
            return Error{ErrorKind::TooLarge, "There are too many kinds.", {}};
        const std::string line =
            isAlone ? R"({"type":"ADDED","object":)" + std::string(document) + '}' : std::string(document);
        auto event = watch->decoder->event(line, 0, Decoder::Place::Alone);
        if (!event)
            return event.error();
        if (isNextOfList(*watch, *event)) {
            watch->columns = event->columns ? event->columns : watch->columns;
            watch->objects[event->object->uid] = event->object;
            watch->listed.push_back(event->object);
            watch->listedAt = m_time;
            ++m_done.events;
            return success();
        }
        endList(*watch);
        tell(*watch, std::move(event).value(), isAlone);
        return success();
    }

    void endList(Watch &watch)
    {
        if (!std::exchange(watch.isListing, false))
            return;
        auto list = std::make_shared<Entry>();
        list->watch = watch.id;
        list->type = EntryType::List;
        list->origin = EntryClass::Initial;
        list->arrived = watch.listed.empty() ? m_time : watch.listedAt;
        list->columns = watch.columns;
        list->found.listed = std::uint32_t(watch.listed.size());
        list->objects = std::make_shared<const std::vector<ObjectPtr>>(std::exchange(watch.listed, {}));
        m_entries.push_back(std::move(list));
    }

    void tell(Watch &watch, WatchEvent event, bool isAlone)
    {
        auto entry = std::make_shared<Entry>();
        entry->watch = watch.id;
        entry->arrived = m_time;
        entry->version = event.version;
        entry->wireBytes = event.wireBytes;
        entry->line = std::move(event.line);
        entry->error = std::move(event.error);
        entry->columns = event.columns ? watch.columns = event.columns : watch.columns;
        entry->type = entryType(event.type);
        if (event.object) {
            ObjectPtr &known = watch.objects[event.object->uid];
            entry->previous = known;
            if (isAlone && known)
                entry->type = EntryType::Modified;
            entry->object = event.object;
            entry->changes = describeChanges(entry->previous, entry->object);
            known = event.object;
            if (entry->type == EntryType::Deleted)
                watch.objects.erase(event.object->uid);
        }
        add(std::move(entry));
    }

    /// A `kubectl get -o json` of several kinds is a List of any.
    Result<> takeList(const Subject &subject)
    {
        simdjson::dom::element root;
        simdjson::dom::array items;
        if (m_parser.parse(subject.object.data(), subject.object.size()).get(root) != simdjson::SUCCESS ||
            root["items"].get(items) != simdjson::SUCCESS)
            return Error{ErrorKind::Invalid, "It is a list without items.", {}};
        std::vector<std::string> objects;
        for (const simdjson::dom::element item : items)
            objects.push_back(simdjson::minify(item));
        const std::string ofItems = subject.kind.substr(0, subject.kind.size() - 4);
        for (std::string &object : objects) {
            auto inner = subjectOf(object);
            if (!inner && !ofItems.empty()) { // the items of a typed list do not say their kind
                object =
                    R"({"apiVersion":")" + subject.apiVersion + R"(","kind":")" + ofItems + "\"," + object.substr(1);
                inner = subjectOf(object);
            }
            if (!inner)
                return Error{ErrorKind::Invalid, "An item of a list is no object of Kubernetes.", {}};
            if (auto taken = takeEvent(*inner, object); !taken)
                return taken;
        }
        return success();
    }

    Watch *watchOf(const std::string &apiVersion, const std::string &kind, bool isNamespaced)
    {
        const auto known = m_watches.find({apiVersion, kind});
        if (known != m_watches.end())
            return m_last = &known->second;
        if (m_watches.size() >= MostKinds)
            return nullptr;
        flush();
        WatchScope scope;
        const std::size_t slash = apiVersion.find('/');
        scope.resource.gvr.group = slash == std::string::npos ? std::string() : apiVersion.substr(0, slash);
        scope.resource.gvr.version = slash == std::string::npos ? apiVersion : apiVersion.substr(slash + 1);
        scope.resource.gvr.resource = pluralOf(kind);
        scope.resource.kind = kind;
        scope.resource.namespaced = isNamespaced;
        scope.resource.verbs = {"get", "list", "watch"};
        Watch &watch = m_watches[{apiVersion, kind}];
        watch.id = WatchId(m_watches.size());
        const bool isSecret = scope.resource.gvr.qualifiedName() == "secrets";
        watch.decoder =
            std::make_unique<Decoder>(scope.resource, isSecret ? nullptr : m_bodies.writer(scope.resource.gvr));
        watch.columns = Decoder::plainColumns();
        m_to.opened(watch.id, {}, scope);
        return m_last = &watch;
    }

    void add(EntryPtr entry)
    {
        ++m_done.events;
        m_entries.push_back(std::move(entry));
        if (m_entries.size() >= EntriesTold)
            flush();
    }
    void flush()
    {
        if (!m_entries.empty())
            m_to.told(std::exchange(m_entries, {}));
    }

    RevisionBodies &m_bodies;
    WatchSink &m_to;
    simdjson::dom::parser m_parser;
    std::map<std::pair<std::string, std::string>, Watch> m_watches;
    Watch *m_last = nullptr;
    WallTime m_time{};
    std::vector<EntryPtr> m_entries;
    ImportedLines m_done;
};

} // namespace

Result<ImportedLines> importLines(std::string_view text, RevisionBodies &bodies, WatchSink &to)
{
    return LinesImport(bodies, to).read(text);
}

} // namespace wk
