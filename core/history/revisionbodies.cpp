// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionbodies.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>
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

RevisionLine revisionLine(const BodyLine &line)
{
    return {line.line, static_cast<std::size_t>(line.object.data() - line.line.data()), line.object.size()};
}

} // namespace

/// Any thread. Keeps the store alive for the bodies; they read as empty once it has forgotten them.
class RevisionBodies::Keeper final : public Body::Keeper
{
public:
    Keeper(std::shared_ptr<RevisionStore> store, std::function<void()> asked)
        : m_store(std::move(store))
        , m_ring(std::move(asked))
    {}

    RevisionSnapshot snapshot() const { return m_store->snapshot(); }

    void ask(RevisionCut cut) const
    {
        const std::lock_guard lock(m_mutex);
        if (!m_isWritten)
            return m_store->forget(cut.beforeChunk, cut.survivors);
        cut.store = {}; // which is this
        m_asked = std::move(cut);
        if (m_ring)
            m_ring();
    }
    void file(std::vector<FiledRevisions> filed) const
    {
        const std::lock_guard lock(m_mutex);
        if (!m_isWritten)
            return m_store->takeFiled(std::move(filed));
        std::ranges::move(filed, std::back_inserter(m_filed));
        if (m_ring)
            m_ring();
    }
    void setRing(std::function<void()> ring) const
    {
        const std::lock_guard lock(m_mutex);
        m_ring = std::move(ring);
    }
    std::optional<RevisionCut> takeAsked() const
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_asked, std::nullopt);
    }
    std::vector<FiledRevisions> takeFiled() const
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_filed, {});
    }
    /// Nobody writes any more.
    void abandon() const
    {
        const std::lock_guard lock(m_mutex);
        m_isWritten = false;
        m_ring = nullptr;
        m_store->takeFiled(std::exchange(m_filed, {}));
    }

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
    std::shared_ptr<RevisionStore> m_store;
    mutable std::mutex m_mutex;
    mutable bool m_isWritten = true; ///< under the lock, as what follows
    mutable std::function<void()> m_ring;
    mutable std::optional<RevisionCut> m_asked; ///< the newest: it names all that survives
    mutable std::vector<FiledRevisions> m_filed;
};

class RevisionBodies::Draft final : public BodyDraft
{
public:
    Draft(quint64 object, RevisionDraft draft)
        : object(object)
        , revision(std::move(draft))
    {}

    json::ReadText before() override { return revision.objectBefore(); }
    void make(const BodyLine &line, json::ReadValues values) override
    {
        revision.make(revisionLine(line), std::move(values));
    }

    const quint64 object; ///< as in m_newest; 0 for one without a uid
    RevisionDraft revision;
};

class RevisionBodies::Writer final : public BodyWriter
{
public:
    Writer(RevisionBodies &bodies, std::uint32_t family)
        : m_bodies(bodies)
        , m_family(family)
    {}

    Body keep(const BodyLine &line) override
    {
        const auto draft = m_bodies.draft(m_family, line.uid);
        draft->make(line, {});
        return m_bodies.keep(m_family, line, *draft)->body;
    }
    std::unique_ptr<BodyDraft> draft(const Uid &uid) override { return m_bodies.draft(m_family, uid); }
    std::optional<Kept> keepDraft(const BodyLine &line, BodyDraft &draft) override
    {
        return m_bodies.keep(m_family, line, static_cast<Draft &>(draft));
    }

private:
    RevisionBodies &m_bodies;
    std::uint32_t m_family;
};

RevisionBodies::RevisionBodies(RevisionStore::Options options, std::function<void()> asked)
    : m_store(std::make_shared<RevisionStore>(std::move(options)))
    , m_keeper(makeCounted<const Keeper>(m_store, std::move(asked)))
{}

RevisionBodies::~RevisionBodies()
{
    m_keeper->abandon();
}

std::unique_ptr<BodyWriter> RevisionBodies::writer(const GroupVersionResource &resource)
{
    return std::make_unique<Writer>(*this, familyOf(resource));
}

std::uint32_t RevisionBodies::familyOf(const GroupVersionResource &resource)
{
    return m_families.emplace(resource, static_cast<std::uint32_t>(m_families.size())).first->second;
}

Body RevisionBodies::body() const
{
    return Body(m_keeper);
}

void RevisionBodies::setAsked(std::function<void()> asked)
{
    m_keeper->setRing(std::move(asked));
}

void RevisionBodies::restoreNewest(const GroupVersionResource &resource, const Uid &uid, const Body &body)
{
    if (!uid.empty() && body.keeper() == m_keeper.get())
        m_newest[hashOf(familyOf(resource), uid)] = refOf(body.key());
}

std::unique_ptr<RevisionBodies::Draft> RevisionBodies::draft(std::uint32_t family, const Uid &uid)
{
    const quint64 object = uid.empty() ? 0 : hashOf(family, uid);
    const RevisionRef previous = uid.empty() ? RevisionRef() : m_newest.value(object);
    return std::make_unique<Draft>(object, m_store->draft(family, previous));
}

std::optional<BodyWriter::Kept> RevisionBodies::keep(std::uint32_t family, const BodyLine &line, Draft &draft)
{
    const bool isKnown = !line.uid.empty();
    const quint64 object = isKnown ? hashOf(family, line.uid) : 0;
    RevisionRef none;
    RevisionRef &newest = isKnown ? m_newest[object] : none;
    const RevisionRef previous = draft.revision.previous();
    if (draft.object != object || newest != previous)
        return {};
    const bool hadBefore = draft.revision.hadBefore();
    newest = m_store->appendDraft(family, std::move(draft.revision), revisionLine(line));
    BodyWriter::Kept kept;
    if (!newest.isNull())
        kept.body = Body(m_keeper, keyOf(newest), m_store->appendedBytes());
    if (hadBefore)
        kept.before = Body(m_keeper, keyOf(previous));
    if (isKnown && line.isLast)
        m_newest.remove(object);
    return kept;
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

void RevisionBodies::doAsked()
{
    if (auto filed = m_keeper->takeFiled(); !filed.empty())
        m_store->takeFiled(std::move(filed));
    if (const auto cut = m_keeper->takeAsked())
        forget(*cut);
}

std::size_t RevisionBodies::memoryBytes() const
{
    constexpr qsizetype BytesAnObject = sizeof(quint64) + sizeof(RevisionRef) + 1;
    return m_store->memory().total() + static_cast<std::size_t>(m_newest.capacity() * BytesAnObject);
}

void forget(RevisionCut cut)
{
    const Body store = cut.store;
    if (const auto *keeper = dynamic_cast<const RevisionBodies::Keeper *>(store.keeper()))
        keeper->ask(std::move(cut));
}

void file(const Body &store, std::vector<FiledRevisions> filed)
{
    if (const auto *keeper = dynamic_cast<const RevisionBodies::Keeper *>(store.keeper()))
        keeper->file(std::move(filed));
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
