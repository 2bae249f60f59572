// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "tests/support/plainbody.h"
#include "ui/style/phase.h"
#include "ui/timeline/timelinedata.h"

#include <QStringList>

namespace wk::timelinewords {

using namespace std::chrono_literals;

inline const WallTime Noon(std::chrono::seconds(1'795'262'400));

inline constexpr WatchId Pods = 1;
inline constexpr WatchId Events = 2;
inline constexpr WatchId PodsAgain = 3;
inline constexpr WatchId AllPods = 4;
inline constexpr WatchId AllPodsAgain = 5;
inline constexpr WatchId Closed = 9;

inline WatchScope scope(const char *resource, const char *kind, const char *ns = "web")
{
    WatchScope scope;
    scope.resource.gvr = {"", "v1", resource};
    scope.resource.kind = kind;
    scope.ns = ns;
    return scope;
}

inline const WatchScope *scopeOf(WatchId watch)
{
    static const WatchScope pods = scope("pods", "Pod");
    static const WatchScope allPods = scope("pods", "Pod", "");
    static const WatchScope events = scope("events", "Event");
    switch (watch) {
    case Pods:
    case PodsAgain: return &pods;
    case AllPods:
    case AllPodsAgain: return &allPods;
    case Events: return &events;
    default: return nullptr;
    }
}

inline ObjectPtr pod(const QString &name, const QString &phase = QStringLiteral("Running"), const QString &owner = {})
{
    auto object = makeCounted<Object>();
    object->ns = "web";
    object->name = name.toStdString();
    object->uid = name.toStdString();
    object->phase = phase.toStdString();
    object->created = Noon - 1h;
    if (!owner.isEmpty())
        object->owners = {{"apps/v1", "ReplicaSet", owner.toStdString(), owner.toStdString(), true}};
    return object;
}

inline ObjectPtr podIn(const char *ns, const QString &name)
{
    auto object = makeCounted<Object>(*pod(name));
    object->ns = ns;
    return object;
}

inline ObjectPtr kubeEvent(const QString &name, const QString &regarded, bool warning, int count)
{
    auto object = makeCounted<Object>();
    object->ns = "web";
    object->name = name.toStdString();
    object->uid = name.toStdString();
    object->body = Body(makeCounted<PlainBody>(
        QStringLiteral(
            R"({"involvedObject":{"uid":"%1"},"type":"%2","reason":"R","count":%3,"firstTimestamp":"%4","lastTimestamp":"%5"})")
            .arg(regarded, warning ? QStringLiteral("Warning") : QStringLiteral("Normal"))
            .arg(count)
            .arg(QString::fromStdString(formatTime(Noon)))
            .arg(QString::fromStdString(formatTime(Noon + std::chrono::seconds(count))))
            .toStdString()));
    return object;
}

inline EntryPtr change(EntryType type, std::chrono::milliseconds at, ObjectPtr object,
                       EntryClass origin = EntryClass::Live)
{
    auto entry = std::make_shared<Entry>();
    entry->watch = object->body.isNull() ? Pods : Events;
    entry->type = type;
    entry->origin = origin;
    entry->arrived = Noon + at;
    entry->object = std::move(object);
    return entry;
}

inline EntryPtr list(std::chrono::milliseconds at, std::vector<ObjectPtr> objects, WatchId watch = Pods)
{
    auto entry = std::make_shared<Entry>();
    entry->watch = watch;
    entry->type = EntryType::List;
    entry->arrived = Noon + at;
    entry->objects = std::make_shared<const std::vector<ObjectPtr>>(std::move(objects));
    return entry;
}

inline EntryPtr gap(WatchId watch, std::chrono::milliseconds from, std::chrono::milliseconds to)
{
    auto entry = std::make_shared<Entry>();
    entry->watch = watch;
    entry->type = EntryType::Gap;
    entry->arrived = Noon + to;
    entry->gap = {ResourceVersion("100"), ResourceVersion("160"), Noon + from, "410 Expired"};
    return entry;
}

/// Seconds after noon.
inline QString at(WallTime time)
{
    return QString::number(double((time - Noon).count()) / 1e6);
}

inline QString textOf(const Lane &lane)
{
    QStringList words{QString::fromStdString(lane.object->name)};
    if (lane.created)
        words << QStringLiteral("born:") + at(*lane.created);
    for (const PhaseSpan &span : lane.life)
        words << phaseName(span.phase) + u'@' + at(span.from);
    for (std::size_t i = 0; i < lane.marks.size(); ++i) {
        const char *inferred = lane.marks.codes[i].origin == EntryClass::Inferred ? "!" : "";
        words << QLatin1String(inferred) + QLatin1String(typeName(lane.marks.codes[i].type)).at(0) +
                     at(lane.marks.times[i]);
    }
    for (const LaneNote &note : lane.notes)
        words << (note.warning ? QStringLiteral("Warn%1@%2") : QStringLiteral("Note%1@%2"))
                     .arg(note.count)
                     .arg(at(note.time));
    if (lane.ended)
        words << (lane.endInferred ? QStringLiteral("gone<") : QStringLiteral("gone@")) + at(*lane.ended);
    return words.join(u' ');
}

inline QString textOf(const TimelineData &data)
{
    QStringList lanes;
    for (int i = 0; i < data.lanes().count(); ++i) {
        if (data.lanes().lane(i) && !data.lanes().lane(i)->aside)
            lanes << textOf(*data.lanes().lane(i));
    }
    return lanes.join(u", ");
}

/// A timeline that follows a history of its own.
class TestTimeline : public TimelineData
{
public:
    explicit TestTimeline(std::vector<EntryPtr> entries = {}, LaneStore::Limits limits = {},
                          const EventLog::Bounds &bounds = {})
        : TimelineData(limits)
        , m_log(bounds)
    {
        for (const WatchId watch : {Pods, Events, PodsAgain, AllPods, AllPodsAgain})
            m_log.setWatch(watch, *scopeOf(watch));
        tell(std::move(entries));
    }
    /// Without work().
    void queue(std::vector<EntryPtr> entries)
    {
        m_log.append(Batch{std::move(entries), {}});
        while (m_log.step()) {
        }
        follow(m_log.snapshot(), m_log.now().end());
    }
    void tell(std::vector<EntryPtr> entries)
    {
        queue(std::move(entries));
        while (work(100)) {
        }
    }
    void close(WatchId watch, WallTime time)
    {
        m_log.closeWatch(watch, time);
        tell({});
    }
    void openAgain(WatchId watch)
    {
        m_log.setWatch(watch, *scopeOf(watch));
        tell({});
    }
    EventLog &log() { return m_log; }

private:
    EventLog m_log;
};

inline constexpr auto Added = EntryType::Added;
inline constexpr auto Modified = EntryType::Modified;
inline constexpr auto Deleted = EntryType::Deleted;

} // namespace wk::timelinewords
