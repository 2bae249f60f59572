// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/etcdstorage/etcdmirror.h"

#include "core/apiserver/customtype.h"
#include "core/apiserver/document.h"
#include "core/apiserver/objectmaker.h"
#include "core/resource/bodywriter.h"
#include "core/source/etcd/etcdlisterwatcher.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <utility>

namespace wk {

using namespace apiserver;

namespace {

/// A body as it is: it is read once, at once.
class PlainBody final : public Body::Keeper
{
public:
    explicit PlainBody(std::string_view object)
        : m_object(object)
    {}
    std::string object(std::uint64_t) const override { return m_object; }
    std::string line(std::uint64_t) const override { return m_object; }
    std::size_t objectBytes(std::uint64_t) const override { return m_object.size(); }
    std::size_t heldBytes(std::uint64_t) const override { return sizeof *this + m_object.size(); }

private:
    std::string m_object;
};

class PlainBodies final : public BodyWriter
{
public:
    Body keep(const BodyLine &line) override { return Body(Counted<const Body::Keeper>(new PlainBody(line.object))); }
};

std::uint64_t revisionOf(const ResourceVersion &version)
{
    return static_cast<std::uint64_t>(version.number());
}

} // namespace

EtcdMirror::EtcdMirror(ResourceTable &types, std::function<void(const std::string &)> log)
    : m_types(types)
    , m_log(std::move(log))
{}

void EtcdMirror::start(Transport &transport, Clock &clock, const std::string &prefix)
{
    WatchScope scope;
    scope.resource.gvr.resource = objectsBelow(prefix);
    const auto random = [generator = std::mt19937_64(std::random_device{}())]() mutable {
        return std::generate_canonical<double, 53>(generator);
    };
    m_reflector =
        std::make_unique<Reflector>(std::make_unique<EtcdListerWatcher>(
                                        transport, clock, scope, std::make_unique<PlainBodies>(), EtcdSecrets::Told),
                                    clock, random, *this);
    m_reflector->start();
}

void EtcdMirror::watch(Watcher::Callback callback, Watcher::Ended ended)
{
    const std::lock_guard lock(m_mutex);
    m_callback = std::move(callback);
    m_endedCallback = std::move(ended);
}

bool EtcdMirror::waitFor(std::uint64_t revision, std::chrono::milliseconds patience) const
{
    std::unique_lock lock(m_mutex);
    return m_moved.wait_for(lock, patience, [&] { return m_revision >= revision; });
}

bool EtcdMirror::waitForAnotherList(const Heard &then, std::chrono::milliseconds patience) const
{
    std::unique_lock lock(m_mutex);
    return m_moved.wait_for(lock, patience, [&] { return m_heard.lists != then.lists; }) || !m_error;
}

Result<> EtcdMirror::waitForTheFirst(std::chrono::milliseconds patience) const
{
    std::unique_lock lock(m_mutex);
    if (m_moved.wait_for(lock, patience, [this] { return m_heard.lists > 0; }))
        return success();
    return m_error.value_or(Error{ErrorKind::TimedOut, "etcd has not told what it holds in time.", "etcd"});
}

std::optional<EtcdMirror::Stored> EtcdMirror::storedOf(const ResourceTable &types, std::string_view value,
                                                       std::uint64_t revision)
{
    Result<Json> document = parseDocument(value);
    if (!document || !document->is_object())
        return {};
    const TypePtr type = types.findKind(textOf(find(*document, {"apiVersion"})), textOf(find(*document, {"kind"})));
    if (!type || !find(*document, {"metadata"}).is_object())
        return {};
    Json read = std::move(document).value();
    read["metadata"].erase("resourceVersion");
    return Stored{type->resource(), makeObject(*type, read).atRevision(revision)};
}

void EtcdMirror::turned()
{
    if (!m_reflector)
        return;
    const std::lock_guard lock(m_mutex);
    const bool wasBroken = m_error.has_value();
    m_error = m_reflector->machine().error();
    if (m_log && m_heard.lists > 0 && wasBroken != m_error.has_value())
        m_log(m_error ? "The watch on etcd broke: " + describe(*m_error) : "The watch on etcd is open again.");
}

/// The definitions come first, as they say what the others are.
void EtcdMirror::replaced(FullList list)
{
    ObjectTable objects;
    for (const bool areDefinitions : {true, false}) {
        for (const wk::ObjectPtr &object : list.objects) {
            const std::string text = object->body.object();
            if (text.starts_with(R"({"kind":"CustomResourceDefinition")") != areDefinitions)
                continue;
            auto stored = storedOf(m_types, text, revisionOf(object->version));
            if (!stored)
                continue;
            if (stored->resource == DefinitionsResource)
                define(stored->object, false);
            objects.put(stored->resource, std::make_shared<const StoredObject>(std::move(stored->object)));
        }
    }
    {
        const std::lock_guard lock(m_mutex);
        // What is gone by now was withdrawn while nobody listened.
        for (const auto &[key, definition] : m_objects.collection(DefinitionsResource)) {
            if (!objects.get(DefinitionsResource, key))
                define(*definition, true);
        }
        if (m_log && m_heard.lists > 0)
            m_log("All was read from etcd anew, as of revision " + list.version.text() + ".");
        m_objects = std::move(objects);
        m_revision = std::max<std::uint64_t>(1, revisionOf(list.version));
        m_error.reset();
    }
    m_ended.assign(1, std::string()); // who was told of what was before goes on from a list
    tellEnded();
    {
        const std::lock_guard lock(m_mutex);
        m_heard = {0, m_heard.lists + 1};
    }
    m_moved.notify_all();
}

void EtcdMirror::applied(const WatchEvent &event, bool)
{
    {
        const std::lock_guard lock(m_mutex);
        if (event.object) {
            note(event);
            m_heard.event = revisionOf(event.version);
        }
        m_revision = std::max(m_revision, revisionOf(event.version));
    }
    m_moved.notify_all();
    tellEnded();
}

/// Under the lock.
void EtcdMirror::note(const WatchEvent &event)
{
    const std::uint64_t revision = revisionOf(event.version);
    auto stored = storedOf(m_types, event.object->body.object(), revision);
    if (!stored)
        return;
    const bool isGone = event.type == EventType::Deleted;
    const std::string resource = stored->resource;
    if (resource == DefinitionsResource)
        define(stored->object, isGone);
    const auto object = std::make_shared<const StoredObject>(std::move(stored->object));
    StorageEvent told{StorageEvent::Type::Added, object,
                      isGone ? m_objects.take(resource, object->key()) : m_objects.put(resource, object)};
    if (isGone && !told.previous)
        return;
    if (told.previous)
        told.type = isGone ? StorageEvent::Type::Deleted : StorageEvent::Type::Modified;
    // Before the revision moves: who waits for it finds the event told.
    if (m_callback)
        m_callback(resource, told);
}

void EtcdMirror::define(const StoredObject &definition, bool isGone)
{
    const Result<Json> document = parseDocument(definition.json);
    if (!document)
        return;
    const auto ended =
        isGone ? apiserver::withdrawDefinition(m_types, *document) : apiserver::serveDefinition(m_types, *document);
    if (ended)
        m_ended.push_back(*ended);
}

void EtcdMirror::tellEnded()
{
    for (const std::string &resource : std::exchange(m_ended, {})) {
        if (m_endedCallback)
            m_endedCallback(resource);
    }
}

} // namespace wk
