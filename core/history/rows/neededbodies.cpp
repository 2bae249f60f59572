// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/neededbodies.h"

#include <algorithm>
#include <limits>

namespace wk {

namespace {

constexpr std::uint32_t NoChunk = std::numeric_limits<std::uint32_t>::max();

} // namespace

void NeededBodies::add(std::size_t store, RevisionRef revision)
{
    std::vector<std::uint32_t> &oldest = m_chunks.back();
    if (store >= oldest.size())
        oldest.resize(store + 1, NoChunk);
    oldest[store] = std::min(oldest[store], revision.chunk);
}

std::uint32_t NeededBodies::oldest(std::size_t store) const
{
    std::uint32_t oldest = NoChunk;
    for (const auto &chunk : m_chunks) {
        if (store < chunk.size())
            oldest = std::min(oldest, chunk[store]);
    }
    return oldest;
}

std::optional<RevisionCut> NeededBodies::takeCut(const BodyStores &stores, std::size_t store, const Lives &lives)
{
    constexpr std::uint32_t WorthwhileChunks = 8;
    constexpr std::uint32_t UnderWay = 2; // between the threads, and not in a row yet
    m_cutBefore.resize(stores.size());
    const std::uint32_t needed = oldest(store);
    if (needed == NoChunk || needed < m_cutBefore[store] + WorthwhileChunks + UnderWay)
        return {};
    m_cutBefore[store] = needed - UnderWay;
    RevisionCut cut{m_cutBefore[store], {}, stores.bodyIn(store)};
    lives.forEachKept([&](const LastWord &word) {
        const Body &body = word.object->body;
        const RevisionRef revision = stores.keeps(store, body) ? revisionOf(body) : RevisionRef();
        if (!revision.isNull() && revision.chunk < cut.beforeChunk)
            cut.survivors.push_back(revision);
    });
    return cut;
}

bool NeededBodies::needsAny(const BodyStores &stores, std::size_t store, const Lives &lives) const
{
    bool isNeeded = oldest(store) != NoChunk;
    if (!isNeeded)
        lives.forEachKept([&](const LastWord &word) { isNeeded = isNeeded || stores.keeps(store, word.object->body); });
    return isNeeded;
}

} // namespace wk
