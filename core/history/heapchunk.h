// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisiondirectory.h"

#include <memory>
#include <span>

namespace wk {

/// A chunk in memory, whose writer fills it from the front.
class HeapChunk final : public RevisionChunk
{
public:
    explicit HeapChunk(std::size_t size)
        : m_bytes(std::make_unique_for_overwrite<char[]>(size))
        , m_size(size)
    {}

    std::string_view bytes() const override { return {m_bytes.get(), m_size}; }
    std::span<char> room() { return {m_bytes.get(), m_size}; }

private:
    std::unique_ptr<char[]> m_bytes;
    std::size_t m_size;
};

} // namespace wk
