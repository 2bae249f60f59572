// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "core/resource/compare.h"
#include "tests/support/entries.h"
#include "tests/support/plainbody.h"

#include <map>
#include <random>
#include <string>
#include <vector>

namespace wk::test {

/// What some watches tell of a few objects whose names, managers and paths are soon forgotten and others': several
/// watches of one kind are open at once, and are closed and begun anew.
class HistoryTeller
{
public:
    explicit HistoryTeller(std::uint64_t seed)
        : m_random(seed)
    {}

    /// One entry, or another thing that can be done to a log, or to what has its setWatch(), closeWatch() and append().
    template <class Log>
    void tell(Log &log)
    {
        const std::size_t what = below(400);
        if (m_open.empty() || (what == 0 && m_open.size() < 4))
            return open(log);
        const std::size_t number = below(m_open.size());
        if (what == 1)
            return close(log, number);
        Open &watch = m_open[number];
        m_time += std::chrono::milliseconds(below(2) * below(2000)); // much comes at once
        if (what == 2)                                               // chosen anew, for another namespace
            log.setWatch(watch.id, scopeOf(watch.kind, "space-" + std::to_string(below(3))));
        else if (what < 6)
            log.append(list(watch));
        else if (what < 20)
            log.append(word(watch));
        else
            log.append(event(watch));
    }
    std::size_t below(std::size_t bound) { return m_random() % bound; }
    WallTime time() const { return m_time; }
    RevisionBodies &bodies() { return *m_bodies; }

    /// As another program does that has read what this one had kept: with those watches that are open, the objects as
    /// they stand there, and what keeps their bodies; null where nothing did.
    void goOn(std::unique_ptr<RevisionBodies> bodies, const HistorySnapshot &history)
    {
        if (bodies) {
            m_writer = bodies->writer({"", "v1", "pods"});
            m_bodies = std::move(bodies);
        }
        m_open.clear();
        for (const auto &[watch, scope] : history.openWatches()) {
            Open &open = m_open.emplace_back();
            open.id = watch;
            open.kind = scope.resource.kind == "Pod" ? 0 : 1;
            const ObjectList objects = history.objectsAt(watch, history.end());
            for (const ObjectPtr &object : *objects)
                open.objects[std::string(object->name.view())] = object;
        }
    }

private:
    struct Open {
        WatchId id = 0;
        std::size_t kind = 0;
        std::map<std::string, ObjectPtr> objects{};
    };

    static WatchScope scopeOf(std::size_t kind, const std::string &ns = {})
    {
        WatchScope made = scope(kind == 0 ? "Pod" : "Event", ns);
        made.resource.gvr = {"", "v1", kind == 0 ? "pods" : "events"};
        return made;
    }
    template <class Log>
    void open(Log &log)
    {
        m_open.push_back({++m_watches, below(4) == 0 ? std::size_t(1) : 0});
        log.setWatch(m_watches, scopeOf(m_open.back().kind));
        if (below(4) > 0)
            log.append(list(m_open.back()));
    }
    template <class Log>
    void close(Log &log, std::size_t number)
    {
        log.closeWatch(m_open[number].id, m_time);
        m_open.erase(m_open.begin() + std::ptrdiff_t(number));
    }

    /// One of some that others take the place of, in time; some too long to stand in a string itself.
    std::string turning()
    {
        const std::string text = std::to_string(m_told / 700 + below(20));
        return below(2) == 0 ? text : "a-very-long-prefix-of-a-name-" + text;
    }
    ObjectPtr made(const Open &watch, const std::string &name)
    {
        ++m_told;
        const std::string ns = "space-" + std::to_string(name.back() % 3);
        auto object = test::object(ns, name, below(90) == 0 ? "opaque-" + turning() : std::to_string(++m_version));
        object->uid = object->uid.text() + std::to_string(m_told / 3000) + std::to_string(watch.kind);
        object->phase = std::to_string(below(4));
        object->cells = Cells{std::string_view(name), std::int64_t(below(4))};
        const std::string uid = object->uid.text();
        const std::string json = "{\"name\":\"" + name + "\",\"spec\":{\"n\":" + std::to_string(below(9)) +
                                 "},\"env\":[{\"name\":\"A\",\"value\":\"secret-" + std::to_string(below(9)) +
                                 "\"}],\"version\":\"" + object->version.text() + "\"}";
        if (const std::size_t where = below(30); where > 1)
            object->body = m_writer->keep({.uid = uid, .line = json, .object = json});
        else if (where == 1)
            object->body = plainBody(json);
        return object;
    }
    std::shared_ptr<Entry> at(const Open &watch, EntryType type, ObjectPtr about = {})
    {
        auto entry = test::entry(watch.id, type, std::move(about));
        entry->arrived = m_time;
        entry->origin = below(3) == 0 ? EntryClass::Inferred : EntryClass::Live;
        entry->wireBytes = below(9000);
        entry->columns = below(300) == 0 ? columnsNamed({turning().c_str()}) : m_columns;
        return entry;
    }
    EntryPtr word(const Open &watch)
    {
        constexpr EntryType Words[] = {EntryType::Bookmark, EntryType::Error, EntryType::Relist, EntryType::Reconnect,
                                       EntryType::Gap};
        auto entry = at(watch, Words[below(std::size(Words))]);
        entry->version = ResourceVersion(std::to_string(m_version));
        entry->gap.since = m_time - std::chrono::seconds(below(60));
        entry->gap.broke = m_time - std::chrono::seconds(below(60));
        entry->gap.reason = turning();
        entry->error.text = turning();
        return entry;
    }
    EntryPtr list(Open &watch)
    {
        watch.objects.clear();
        std::vector<ObjectPtr> objects;
        for (std::size_t i = below(40); i > 0; --i) {
            const std::string name = "pod-" + turning();
            if (!watch.objects.contains(name))
                objects.push_back(watch.objects[name] = made(watch, name));
        }
        auto entry =
            listEntry(watch.id, std::move(objects), below(5) == 0 ? EntryClass::Replayed : EntryClass::Initial);
        entry->arrived = m_time;
        return entry;
    }
    EntryPtr event(Open &watch)
    {
        const bool isKnown = !watch.objects.empty() && below(5) > 0;
        const auto known = isKnown ? std::next(watch.objects.begin(), std::ptrdiff_t(below(watch.objects.size())))
                                   : watch.objects.end();
        const std::string name = isKnown ? known->first : "pod-" + (below(2) == 0 ? turning() : std::to_string(m_told));
        const bool isLast = isKnown && below(5) == 0;
        auto entry = at(watch,
                        isLast    ? EntryType::Deleted
                        : isKnown ? EntryType::Modified
                                  : EntryType::Added,
                        made(watch, name));
        if (isKnown && below(9) > 0) // else it is not as the lives say
            entry->previous = known->second;
        entry->mayHaveLeftFilter = isLast && below(2) == 0;
        entry->changes = below(3) == 0 ? describeChanges(entry->previous, entry->object) : turningChanges();
        if (isLast)
            watch.objects.erase(known);
        else
            watch.objects[name] = entry->object;
        return entry;
    }
    ChangesPtr turningChanges()
    {
        std::vector<FieldChange> paths;
        for (std::size_t i = below(3); i > 0; --i)
            paths.push_back({.path = "status." + turning(), .before = turning(), .after = {}});
        std::vector<std::string> managers;
        for (std::size_t i = below(3); i > 0; --i)
            managers.push_back("manager-" + turning());
        return changes(managers, paths);
    }

    std::mt19937_64 m_random;
    std::unique_ptr<RevisionBodies> m_bodies = std::make_unique<RevisionBodies>(
        RevisionStore::Options{.recentBytes = limits::MiB, .chunkBytes = 16 * limits::KiB});
    std::unique_ptr<BodyWriter> m_writer = m_bodies->writer({"", "v1", "pods"});
    WallTime m_time = Start;
    std::uint64_t m_version = 0;
    std::uint64_t m_told = 0;
    WatchId m_watches = 0;
    std::vector<Open> m_open;
    Columns m_columns = columnsNamed({"Name", "Status"});
};

} // namespace wk::test
