// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdclient.h"

#include "core/source/etcd/etcdlisterwatcher.h"

#include <algorithm>

namespace wk::etcdruns {

namespace {

std::int64_t numberOf(const ResourceVersion &version)
{
    return std::int64_t(version.number());
}

std::string keyOf(const Object &object)
{
    return std::string(object.name.view());
}

} // namespace

EtcdClient::EtcdClient(const Setup &setup)
    : m_setup(setup)
    , m_random(setup.seed)
    , m_tap(setup.transport, setup.chronicle, setup.kind, [this] { return noteKnown(m_asked); })
    , m_mutant(setup.mutant ? setup.mutant->make() : nullptr)
{
    if (m_mutant)
        m_transport = m_mutant->overTransport(m_tap);
    WatchScope scope;
    scope.resource.gvr.resource = setup.log.prefix(setup.kind);
    scope.resource.kind = "Key";
    Transport &transport = m_transport ? *m_transport : m_tap;
    auto etcd = std::make_unique<EtcdListerWatcher>(transport, setup.clock, scope);
    std::unique_ptr<ListerWatcher> source =
        std::make_unique<SourceTap>(std::move(etcd), [this](const ResourceVersion &from) { m_asked = from; });
    if (m_mutant)
        source = m_mutant->overSource(std::move(source));
    SharedInformer::Options options;
    options.random = [this] { return m_random.share(); };
    m_informer = std::make_unique<SharedInformer>(1, std::move(source), setup.clock, std::move(options));
    m_informer->addHandler([this](const std::vector<EntryPtr> &entries) { hear(entries); });
}

EtcdClient::~EtcdClient() = default;

void EtcdClient::stop()
{
    if (!m_mutant || m_mutant->stops())
        m_informer->stop();
    m_isStopped = true;
}

bool EtcdClient::hasCaughtUp() const
{
    return m_informer->hasSynced() && m_informer->status().state == WatchState::Live &&
           m_setup.log.numberOf(m_setup.kind, m_last) >= m_setup.log.last(m_setup.kind);
}

bool EtcdClient::isWaiting() const
{
    return m_informer->status().state == WatchState::Waiting;
}

std::string EtcdClient::status() const
{
    const WatchStatus status = m_informer->status();
    return m_setup.log.prefix(m_setup.kind) + " state " + std::to_string(int(status.state)) + " at " +
           std::to_string(m_last.revision) + (status.error ? ", " + status.error->text : std::string());
}

sim::Revision EtcdClient::note(EtcdLog::Place place)
{
    m_places.push_back(std::move(place));
    return m_places.size();
}

/// A version that the client knows: the last that it heard, most of the time.
sim::Revision EtcdClient::noteKnown(const ResourceVersion &version)
{
    const std::int64_t number = numberOf(version);
    return note(number == m_last.revision ? m_last : EtcdLog::Place{m_last.epoch, number, {}});
}

/// One that it has just heard.
sim::Revision EtcdClient::noteNow(const ResourceVersion &version)
{
    return note({m_setup.log.epoch(), numberOf(version), {}});
}

void EtcdClient::hear(const std::vector<EntryPtr> &entries)
{
    const std::vector<EntryPtr> told = m_mutant ? m_mutant->told(entries) : entries;
    for (const EntryPtr &entry : told)
        hear(*entry);
    if (m_random.oneIn(8))
        look();
}

void EtcdClient::hear(const Entry &entry)
{
    if (m_isStopped)
        ++history().deliveredAfterStop;
    if (entry.type == EntryType::Error || entry.type == EntryType::Reconnect)
        return;
    sim::Delivery delivery = deliveryOf(entry);
    // What is inferred moves nothing, nor does the end of a gap, which its list tells again.
    if (entry.origin != EntryClass::Inferred && entry.type != EntryType::Gap)
        m_last = {m_setup.log.epoch(), numberOf(entry.version), entry.object ? keyOf(*entry.object) : std::string()};
    history().delivered.push_back(std::move(delivery));
}

sim::Delivery EtcdClient::deliveryOf(const Entry &entry)
{
    EtcdLog &log = m_setup.log;
    sim::Delivery delivery;
    delivery.type = entry.type;
    delivery.origin = entry.origin;
    delivery.order = m_setup.chronicle.nextOrder();
    delivery.stream = m_setup.chronicle.stream(m_setup.kind);
    delivery.found = entry.found;
    if (entry.type == EntryType::Gap) {
        delivery.gapFrom = noteKnown(entry.gap.from);
        delivery.gapTo = noteNow(entry.gap.to);
        delivery.reason = entry.gap.reason;
    }
    if (entry.objects) {
        for (const ObjectPtr &object : *entry.objects) {
            delivery.objects.push_back(stateOf(object));
            delivery.isInScope = delivery.isInScope && isInScope(*object);
            m_held[delivery.objects.back().key] = {object, delivery.objects.back()};
        }
    }
    if (!entry.object) {
        delivery.state.revision = noteNow(entry.version);
        return delivery;
    }
    if (entry.origin != EntryClass::Inferred)
        log.toldFirst(m_setup.kind, keyOf(*entry.object), numberOf(entry.version));
    if (entry.previous)
        delivery.previous = stateOf(entry.previous);
    delivery.state = entry.object == entry.previous ? delivery.previous : stateOf(entry.object);
    delivery.isInScope = isInScope(*entry.object);
    if (delivery.type == EntryType::Deleted)
        m_held.erase(delivery.state.key);
    else
        m_held[delivery.state.key] = {entry.object, delivery.state};
    return delivery;
}

sim::State EtcdClient::stateOf(const ObjectPtr &object)
{
    const auto held = m_held.find(sim::textHash(keyOf(*object)));
    return held != m_held.end() && held->second.object == object ? held->second.state : stateHeld(object);
}

sim::State EtcdClient::stateHeld(const ObjectPtr &object)
{
    const std::string key = keyOf(*object);
    const sim::Revision noted = note({m_setup.log.epoch(), numberOf(object->version), key});
    return {sim::textHash(key), sim::textHash(object->uid.text()), noted, contentOfTold(object->body.object())};
}

bool EtcdClient::isInScope(const Object &object) const
{
    return m_setup.log.isOf(m_setup.kind, object.name.view());
}

void EtcdClient::look()
{
    sim::Sight sight;
    sight.order = m_setup.chronicle.nextOrder();
    sight.isSynced = m_informer->hasSynced();
    sight.version = note(m_last);
    std::vector<ObjectPtr> held = m_informer->store().all();
    if (m_mutant)
        held = m_mutant->seen(std::move(held));
    Seen seen;
    for (const ObjectPtr &object : held)
        seen.push_back(stateOf(object));
    m_seen.push_back(std::move(seen));
    history().sights.push_back(sight);
}

void EtcdClient::toModel(sim::Revision &noted) const
{
    if (noted > 0)
        noted = m_setup.log.numberOf(m_setup.kind, m_places[noted - 1]);
}

void EtcdClient::toModel(std::vector<sim::State> &states) const
{
    for (sim::State &state : states)
        toModel(state.revision);
}

void EtcdClient::finish()
{
    sim::KindHistory &told = history();
    for (const ObjectPtr &object : m_informer->store().all())
        told.store.push_back(stateHeld(object)); // as the store has it, not as the ear heard it
    toModel(told.store);
    for (sim::Delivery &delivery : told.delivered) {
        toModel(delivery.state.revision);
        toModel(delivery.previous.revision);
        toModel(delivery.objects);
        toModel(delivery.gapFrom);
        toModel(delivery.gapTo);
    }
    for (sim::Request &request : told.requests)
        toModel(request.from);
    for (std::size_t i = 0; i < told.sights.size(); ++i) {
        toModel(told.sights[i].version);
        toModel(m_seen[i]);
        told.sights[i].hash = sim::hashOf(m_seen[i]);
    }
}

} // namespace wk::etcdruns
