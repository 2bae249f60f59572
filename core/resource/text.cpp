// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/text.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace wk {

Text::Text(std::string_view text)
{
    if (text.empty())
        return;
    const std::size_t size = std::min<std::size_t>(text.size(), UINT32_MAX);
    auto *block = new (::operator new(sizeof(Block) + size)) Block;
    block->size = static_cast<std::uint32_t>(size);
    std::memcpy(static_cast<void *>(block + 1), text.data(), size);
    m_block = block;
}

void Text::release()
{
    // As std::shared_ptr has it: who lets go last must see what the others did before.
    if (m_block && m_block->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
        ::operator delete(const_cast<Block *>(m_block));
}

} // namespace wk
