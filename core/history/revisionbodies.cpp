// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionbodies.h"

#include <utility>

namespace wk {

namespace {

std::uint64_t keyOf(RevisionRef ref)
{
    return std::uint64_t(ref.chunk) << 32 | ref.offset;
}

RevisionRef refOf(std::uint64_t key)
{
    return {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
}

quint64 hashOf(std::uint32_t family, const Uid &uid)
{
    return uid.hash(QHashSeed::globalSeed() ^ (family + 1) * std::size_t(0x9E3779B97F4A7C15));
}

} // namespace

/// Any thread. Keeps the store alive for the bodies; they read as empty once it has forgotten them.
class RevisionBodies::Keeper final : public Body::Keeper
{
public:
    explicit Keeper(std::shared_ptr<const RevisionStore> store)
        : m_store(std::move(store))
    {}

    RevisionSnapshot snapshot() const { return m_store->snapshot(); }

    std::string object(std::uint64_t key) const override
    {
        const RevisionSnapshot now = m_store->snapshot();
        const auto view = now.view(refOf(key));
        return view ? std::string(view->line.substr(view->objectOffset, view->objectLength)) : std::string();
    }
    std::string line(std::uint64_t key) const override
    {
        auto text = m_store->snapshot().read(refOf(key));
        return text ? std::move(text->line) : std::string();
    }
    std::size_t objectBytes(std::uint64_t key) const override
    {
        const auto facts = m_store->snapshot().facts(refOf(key));
        return facts ? facts->objectBytes : 0;
    }
    std::size_t heldBytes(std::uint64_t key) const override
    {
        const auto facts = m_store->snapshot().facts(refOf(key));
        return facts ? facts->heldBytes : 0;
    }

private:
    std::shared_ptr<const RevisionStore> m_store;
};

class RevisionBodies::Writer final : public BodyWriter
{
public:
    Writer(RevisionBodies &bodies, std::uint32_t family)
        : m_bodies(bodies)
        , m_family(family)
    {}

    Body keep(const BodyLine &line) override { return m_bodies.keep(m_family, line); }
    Predecessor predecessor() const override { return m_bodies.predecessor(); }

private:
    RevisionBodies &m_bodies;
    std::uint32_t m_family;
};

RevisionBodies::RevisionBodies(RevisionStore::Options options)
    : m_store(std::make_shared<RevisionStore>(std::move(options)))
    , m_keeper(makeCounted<const Keeper>(m_store))
{}

RevisionBodies::~RevisionBodies() = default;

std::unique_ptr<BodyWriter> RevisionBodies::writer(const GroupVersionResource &resource)
{
    const auto family = m_families.emplace(resource, static_cast<std::uint32_t>(m_families.size())).first;
    return std::make_unique<Writer>(*this, family->second);
}

Body RevisionBodies::keep(std::uint32_t family, const BodyLine &line)
{
    const std::size_t offset = static_cast<std::size_t>(line.object.data() - line.line.data());
    const RevisionLine revision{line.line, offset, line.object.size()};
    RevisionRef ref;
    m_previous = {};
    if (line.uid.empty()) {
        ref = m_store->append(family, {}, revision);
    } else {
        RevisionRef &newest = m_newest[hashOf(family, line.uid)];
        m_previous = std::exchange(newest, m_store->append(family, newest, revision));
        ref = newest;
    }
    if (line.isLast)
        m_newest.remove(hashOf(family, line.uid));
    return ref.isNull() ? Body() : Body(m_keeper, keyOf(ref), m_store->appendedBytes());
}

BodyWriter::Predecessor RevisionBodies::predecessor() const
{
    const std::string_view object = m_store->previousObject();
    return object.empty() ? BodyWriter::Predecessor()
                          : BodyWriter::Predecessor{Body(m_keeper, keyOf(m_previous)), object};
}

void RevisionBodies::forget(const RevisionCut &cut)
{
    std::vector<RevisionRef> survivors = cut.survivors;
    for (const RevisionRef newest : std::as_const(m_newest)) {
        if (newest.chunk < cut.beforeChunk)
            survivors.push_back(newest);
    }
    m_store->forget(cut.beforeChunk, survivors);
}

std::size_t RevisionBodies::memoryBytes() const
{
    constexpr qsizetype BytesAnObject = sizeof(quint64) + sizeof(RevisionRef) + 1;
    return m_store->memory().total() + static_cast<std::size_t>(m_newest.capacity() * BytesAnObject);
}

RevisionRef revisionOf(const Body &body)
{
    const auto *keeper = dynamic_cast<const RevisionBodies::Keeper *>(body.keeper());
    return keeper ? refOf(body.key()) : RevisionRef();
}

RevisionSnapshot revisionsOf(const Body &body)
{
    const auto *keeper = dynamic_cast<const RevisionBodies::Keeper *>(body.keeper());
    return keeper ? keeper->snapshot() : RevisionSnapshot();
}

} // namespace wk
