// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/toldchanges.h"

#include <algorithm>
#include <new>

namespace wk {

namespace {

std::uint32_t lengthOf(const std::string &text)
{
    return static_cast<std::uint32_t>(text.size());
}

} // namespace

ToldChanges::ToldChanges(std::span<const FieldChange> changes)
{
    changes = changes.first(std::min(changes.size(), MostChanges));
    std::size_t bytes = changes.size() * sizeof(Head);
    for (const FieldChange &change : changes)
        bytes += change.path.size() + change.before.size() + change.after.size();
    m_block.resize(bytes);
    char *head = m_block.data();
    char *text = head + changes.size() * sizeof(Head);
    std::size_t behind = changes.size();
    for (const FieldChange &change : changes) {
        new (head) Head{lengthOf(change.path),
                        lengthOf(change.before),
                        lengthOf(change.after),
                        static_cast<std::uint16_t>(--behind),
                        change.kind,
                        change.worth};
        head += sizeof(Head);
        for (const std::string *part : {&change.path, &change.before, &change.after})
            text += part->copy(text, part->size());
    }
}

ToldChange ToldChanges::Iterator::operator*() const
{
    const char *before = m_texts + m_head->path;
    const char *after = before + m_head->before;
    return {{m_texts, m_head->path}, {before, m_head->before}, {after, m_head->after}, m_head->kind, m_head->worth};
}

ToldChanges::Iterator &ToldChanges::Iterator::operator++()
{
    m_texts += m_head->path + std::size_t(m_head->before) + m_head->after;
    ++m_head;
    return *this;
}

} // namespace wk
