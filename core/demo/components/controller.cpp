// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/controller.h"

#include <algorithm>

namespace wk::demo {

namespace {

using namespace std::chrono_literals;

/// How long a component takes to notice something.
constexpr auto QuickestReaction = 8ms;
constexpr std::chrono::milliseconds SlowestReaction = 45ms;
/// How long until a look is tried again when its time has not come, or a write was refused.
constexpr auto SeenPause = 60ms;
constexpr auto RefusedPause = 250ms;

std::string keyOf(const Object &object)
{
    return objectKey(object.ns, object.name);
}

} // namespace

Controller::Controller(const Outfit &outfit, Speaker speaker)
    : m_writer(outfit.server, outfit.manager)
    , m_clock(outfit.clock)
    , m_random(outfit.seed)
    , m_hurry(outfit.hurry)
    , m_recorder(m_writer, outfit.clock, std::move(speaker))
    , m_informers(outfit.informers)
    , m_queue(outfit.clock, [this](const std::string &key) { look(key); })
{}

Controller::~Controller()
{
    for (const Followed &each : m_followed)
        each.informer->removeHandler(each.handler);
}

SharedInformer &Controller::follow(const std::string &resource, KeysOf keysOf, const std::string &fieldSelector)
{
    SharedInformer &informer = m_informers.of(resource, fieldSelector);
    const int handler = informer.addHandler(EntryHandler(
        [this, keysOf = std::move(keysOf)](const std::vector<EntryPtr> &entries) { heard(entries, keysOf); }));
    m_followed.push_back({resource, &informer, handler});
    return informer;
}

void Controller::look(const std::string &key, std::chrono::milliseconds after)
{
    m_queue.add(key, after);
}

ObjectPtr Controller::lookUp(const SharedInformer &informer, const std::string &key)
{
    const std::size_t slash = key.find('/');
    if (slash == std::string::npos)
        return informer.store().find({}, key);
    return informer.store().find(std::string_view(key).substr(0, slash), std::string_view(key).substr(slash + 1));
}

std::vector<ObjectPtr> Controller::ownedBy(const SharedInformer &informer, const Object &owner)
{
    std::vector<ObjectPtr> owned = informer.store().byIndex(ObjectStore::Index::OwnerUid, owner.uid);
    std::erase_if(owned, [&](const ObjectPtr &each) {
        return std::none_of(each->owners.begin(), each->owners.end(), [&](const OwnerReference &reference) {
            return reference.controller && reference.uid == owner.uid;
        });
    });
    return owned;
}

std::vector<PodFacts> Controller::factsOf(const std::vector<ObjectPtr> &pods)
{
    std::vector<PodFacts> facts;
    for (const ObjectPtr &pod : pods)
        facts.push_back(PodFacts::of(*pod));
    return facts;
}

Controller::KeysOf Controller::itself()
{
    return [](const Object &object) { return std::vector<std::string>{keyOf(object)}; };
}

Controller::KeysOf Controller::ownerOfKind(const char *kind)
{
    return [kind](const Object &object) {
        std::vector<std::string> keys;
        for (const OwnerReference &owner : object.owners) {
            if (owner.controller && owner.kind == kind)
                keys.push_back(objectKey(object.ns, owner.name));
        }
        return keys;
    };
}

void Controller::heard(const std::vector<EntryPtr> &entries, const KeysOf &keysOf)
{
    const auto lookAt = [&](const Object &object, std::chrono::milliseconds slowest = SlowestReaction) {
        for (const std::string &key : keysOf(object))
            look(key, m_random.between(QuickestReaction, slowest));
    };
    for (const EntryPtr &entry : entries) {
        if (entry->object)
            lookAt(*entry->object);
        if (!entry->objects)
            continue;
        // What a list brings by the ten thousand is not looked at in one breath.
        const auto breath = std::max(SlowestReaction, std::chrono::milliseconds(entry->objects->size() / 2));
        for (const ObjectPtr &object : *entry->objects)
            lookAt(*object, breath);
    }
}

void Controller::look(const std::string &key)
{
    if (!haveSynced() || !hasSeenAll(key)) {
        look(key, SeenPause);
        return;
    }
    const Plan todo = safePlan(key);
    for (const Write &write : todo.writes) {
        if (!carryOut(key, todo.subject, write)) {
            look(key, RefusedPause);
            return;
        }
    }
    for (const Note &note : todo.notes)
        tell(todo.subject, note);
    if (todo.again.count() > 0)
        look(key, todo.again);
}

/// An object of a shape that no controller expects, a list where a map should be, is left alone.
Controller::Plan Controller::safePlan(const std::string &key)
{
    try {
        return plan(key);
    } catch (const nlohmann::json::exception &) {
        return {};
    }
}

bool Controller::carryOut(const std::string &key, const Json &subject, const Write &write)
{
    const Result<apiserver::ObjectPtr> done = send(write);
    if (!done)
        return false;
    expect(key, write, *done);
    written(write);
    if (write.note)
        tell(subject, *write.note);
    return true;
}

Result<apiserver::ObjectPtr> Controller::send(const Write &write) const
{
    const ApiWriter::Name name{write.resource, nameSpaceOf(write.object), nameOf(write.object)};
    switch (write.verb) {
    case Write::Verb::Create: return m_writer.create(name.resource, name.nameSpace, write.object);
    case Write::Verb::Update: return m_writer.update(name, write.object);
    case Write::Verb::UpdateStatus: return m_writer.update(name, write.object, "status");
    case Write::Verb::Bind:
        return m_writer.bind(name.nameSpace, name.name,
                             apiserver::textOf(apiserver::find(write.object, {"spec", "nodeName"})));
    case Write::Verb::Delete: break;
    }
    apiserver::DeleteOptions options;
    options.uid = uidOf(write.object);
    if (write.graceSeconds >= 0)
        options.graceSeconds = write.graceSeconds;
    return m_writer.remove(name, options);
}

void Controller::expect(const std::string &key, const Write &write, const apiserver::ObjectPtr &object)
{
    m_unseen[key].push_back({write.resource, ResourceVersion(std::to_string(object->revision))});
}

/// Of several informers on one resource, each with its own selector, it is enough that one has seen the
/// write.
bool Controller::hasSeenAll(const std::string &key)
{
    const auto unseen = m_unseen.find(key);
    if (unseen == m_unseen.end())
        return true;
    const auto isSeen = [this](const Unseen &write) {
        bool isFollowed = false;
        for (const Followed &each : m_followed) {
            if (each.resource != write.resource)
                continue;
            isFollowed = true;
            if (isNotNewer(write.version, each.informer->status().version))
                return true;
        }
        return !isFollowed;
    };
    std::erase_if(unseen->second, isSeen);
    if (!unseen->second.empty())
        return false;
    m_unseen.erase(unseen);
    return true;
}

} // namespace wk::demo
