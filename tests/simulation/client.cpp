// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/client.h"

#include "core/source/kube/kubelisterwatcher.h"
#include "tests/simulation/worldobject.h"

#include <algorithm>

namespace wk::sim {

Client::Client(const Setup &setup)
    : m_setup(setup)
    , m_random(setup.seed)
    , m_mutant(setup.mutant ? setup.mutant->make() : nullptr)
{
    const World &world = setup.world;
    const int kind = setup.kind;
    if (m_mutant)
        m_transport = m_mutant->overTransport(setup.transport);
    auto kube = std::make_unique<KubeListerWatcher>(m_transport ? *m_transport : setup.transport, setup.clock, scope());
    if (world.kindPlan(kind).streams)
        kube->setStreamsLists([] { return true; });
    std::unique_ptr<ListerWatcher> source = std::move(kube);
    if (m_mutant)
        source = m_mutant->overSource(std::move(source));
    if (setup.records)
        m_tape.emplace(world.info(kind), setup.style);
    SharedInformer::Options options;
    options.random = [this] { return m_random.share(); };
    m_informer = std::make_unique<SharedInformer>(1, std::move(source), setup.clock, std::move(options));
    m_informer->addHandler([this](const std::vector<EntryPtr> &entries) { hear(entries); });
}

Client::~Client() = default;

WatchScope Client::scope() const
{
    const World &world = m_setup.world;
    const int kind = m_setup.kind;
    return {world.info(kind), world.nameSpace(kind), world.labelSelector(kind), world.fieldSelector(kind)};
}

void Client::doubt()
{
    Error away;
    away.kind = ErrorKind::Refused;
    away.text = "simulated: nobody answers";
    m_informer->setDoubt(away);
}

void Client::audit()
{
    if (m_isAuditing)
        return;
    m_isAuditing = true;
    auto source = std::make_unique<KubeListerWatcher>(m_setup.transport, m_setup.clock, scope(),
                                                      KubeListerWatcher::Rendering::Metadata);
    m_audit = std::make_unique<AuditRun>(AuditRun::Subject{1, *m_informer, std::move(source)}, AuditRun::By::Person,
                                         m_setup.clock, [this](const AuditRun::Outcome &outcome) { audited(outcome); });
    m_audit->start();
}

void Client::audited(const AuditRun::Outcome &outcome)
{
    m_isAuditing = false;
    if (!outcome.report || !outcome.report->ok())
        return;
    ++history().audits;
    if ((*outcome.report)->verdict == AuditReport::Verdict::Equal)
        return;
    std::vector<State> held = store();
    std::vector<State> served = m_setup.world.selected(m_setup.kind);
    std::sort(held.begin(), held.end());
    std::sort(served.begin(), served.end());
    // A stream that is silent while the server goes on leaves a difference indeed.
    if (held == served)
        ++history().falseAlarms;
    m_setup.chronicle.mark(m_setup.kind, Mark::Kind::Cause);
}

void Client::stop()
{
    m_audit.reset();
    if (!m_mutant || m_mutant->stops())
        m_informer->stop();
    m_isStopped = true;
}

bool Client::hasCaughtUp() const
{
    return m_informer->hasSynced() && m_informer->status().state == WatchState::Live &&
           m_reached >= m_setup.world.lastRevision(m_setup.kind);
}

Revision Client::revisionOf(const ResourceVersion &version) const
{
    return m_setup.style.revision(version.text()).value_or(0);
}

void Client::hear(const std::vector<EntryPtr> &entries)
{
    const std::vector<EntryPtr> told = m_mutant ? m_mutant->told(entries) : entries;
    for (const EntryPtr &entry : told)
        hear(*entry);
    if (m_tape)
        record(m_mutant ? m_mutant->taped(told) : told);
    // Differences without a list: the kind is gone.
    const bool hasList = std::any_of(entries.begin(), entries.end(),
                                     [](const EntryPtr &entry) { return entry->type == EntryType::Relist; });
    m_isGone = m_isGone || (!hasList && entries.back()->origin == EntryClass::Inferred);
    if (m_random.oneIn(32))
        look();
}

void Client::hear(const Entry &entry)
{
    if (m_isStopped)
        ++history().deliveredAfterStop;
    if (entry.type == EntryType::Error || entry.type == EntryType::Reconnect)
        return;
    Delivery delivery = deliveryOf(entry);
    if (entry.origin != EntryClass::Inferred)
        m_reached = std::max(m_reached, delivery.state.revision);
    if (entry.type == EntryType::List || entry.type == EntryType::Relist)
        m_isGone = false;
    history().delivered.push_back(std::move(delivery));
}

void Client::record(const std::vector<EntryPtr> &entries)
{
    const auto understand = [this](const wk::ObjectPtr &object) {
        const std::string json = object->body.object();
        auto &meanings = history().meanings;
        if (const std::uint64_t content = contentOf(json); !meanings.contains(content))
            meanings.emplace(content, meaningOf(json));
    };
    for (const EntryPtr &entry : entries) {
        m_tape->record(*entry);
        if (entry->object)
            understand(entry->object);
        if (entry->objects)
            std::for_each(entry->objects->begin(), entry->objects->end(), understand);
    }
}

Delivery Client::deliveryOf(const Entry &entry)
{
    Delivery delivery;
    delivery.type = entry.type;
    delivery.origin = entry.origin;
    delivery.order = m_setup.chronicle.nextOrder();
    delivery.stream = m_setup.chronicle.stream(m_setup.kind);
    delivery.found = entry.found;
    delivery.gapFrom = revisionOf(entry.gap.from);
    delivery.gapTo = revisionOf(entry.gap.to);
    delivery.reason = entry.gap.reason;
    if (entry.objects) {
        for (const wk::ObjectPtr &object : *entry.objects) {
            delivery.objects.push_back(stateOf(object));
            delivery.isInScope = delivery.isInScope && isInScope(*object);
            m_held[delivery.objects.back().key] = {object, delivery.objects.back()};
        }
    }
    if (!entry.object) {
        delivery.state.revision = revisionOf(entry.version);
        return delivery;
    }
    if (entry.previous)
        delivery.previous = stateOf(entry.previous);
    delivery.state = entry.object == entry.previous ? delivery.previous : stateOf(entry.object);
    delivery.isInScope = isInScope(*entry.object);
    remember(delivery, entry.object);
    return delivery;
}

void Client::remember(const Delivery &delivery, const wk::ObjectPtr &object)
{
    if (delivery.type == EntryType::Deleted)
        m_held.erase(delivery.state.key);
    else
        m_held[delivery.state.key] = {object, delivery.state};
}

State Client::stateOf(const wk::ObjectPtr &object)
{
    const std::uint64_t key = textHash(objectKey(object->ns, object->name));
    if (const auto held = m_held.find(key); held != m_held.end() && held->second.object == object)
        return held->second.state;
    return {key, textHash(object->uid.text()), revisionOf(object->version), contentOf(object->body.object())};
}

bool Client::isInScope(const wk::Object &object) const
{
    const Text *tier = labelValue(object, "tier");
    return m_setup.world.isSelected(m_setup.kind, object.ns, object.name, tier ? std::string(*tier) : std::string());
}

void Client::look()
{
    const WatchStatus status = m_informer->status();
    Sight sight;
    sight.order = m_setup.chronicle.nextOrder();
    sight.isSynced = m_informer->hasSynced();
    sight.isGone = m_isGone;
    sight.version = revisionOf(status.version);
    std::vector<wk::ObjectPtr> held = m_informer->store().all();
    if (m_mutant)
        held = m_mutant->seen(std::move(held));
    for (const wk::ObjectPtr &object : held)
        sight.hash ^= hashOf(stateOf(object));
    history().sights.push_back(sight);
}

std::vector<wk::ObjectPtr> Client::objects() const
{
    return m_informer->store().all();
}

std::vector<State> Client::store()
{
    std::vector<State> states;
    for (const wk::ObjectPtr &object : m_informer->store().all()) {
        // As the store has it, not as the ear heard it.
        states.push_back({textHash(objectKey(object->ns, object->name)), textHash(object->uid.text()),
                          revisionOf(object->version), contentOf(object->body.object())});
    }
    return states;
}

void Client::replay()
{
    constexpr int Cuts = 3;
    if (!m_tape)
        return;
    history().hasRecording = true;
    history().recorded = m_tape->events();
    Random random(m_setup.seed ^ 6);
    for (int i = 0; i < Cuts; ++i)
        history().cuts.push_back(m_tape->cut(random.between(0, m_tape->size())));
}

} // namespace wk::sim
