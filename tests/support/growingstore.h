// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisionstore.h"
#include "tests/support/editedtext.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace wk::test {

/// A RevisionStore that grows: of objects that change.
class GrowingStore
{
public:
    explicit GrowingStore(RevisionStore::Options options)
        : m_store(std::move(options))
    {}

    RevisionStore &store() { return m_store; }
    void change()
    {
        Thing &thing = m_things[m_texts.below(m_things.size())];
        thing.text = thing.text.empty() ? m_texts.fresh(0, 1 + m_texts.below(40)) : m_texts.edited(thing.text);
        thing.tip = m_store.append(0, thing.tip, RevisionLine::ofObject(thing.text));
        m_lines.emplace_back(thing.tip, thing.text);
    }
    /// Until as many more chunks have begun.
    void fillChunks(std::uint32_t count)
    {
        const std::uint32_t goal = m_store.lastChunk() + count;
        while (m_store.lastChunk() < goal)
            change();
    }
    /// How many of the revisions there were, or of the first so many, do not read as they came.
    int wrong(const RevisionSnapshot &snapshot, std::size_t count) const
    {
        int wrong = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto text = snapshot.read(m_lines[i].first);
            wrong += text && text->line == m_lines[i].second ? 0 : 1;
        }
        return wrong;
    }
    int wrong() const { return wrong(m_store.snapshot(), size()); }
    std::size_t size() const { return m_lines.size(); }
    std::vector<RevisionRef> names() const
    {
        std::vector<RevisionRef> names;
        for (const auto &[name, line] : m_lines)
            names.push_back(name);
        return names;
    }

private:
    struct Thing {
        RevisionRef tip{};
        std::string text{};
    };

    EditedText m_texts{1};
    RevisionStore m_store;
    std::array<Thing, 20> m_things;
    std::vector<std::pair<RevisionRef, std::string>> m_lines;
};

} // namespace wk::test
