// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// What each target defines: one try of it with these bytes. Properties are checked, not only that nothing crashes.
/// Built by clang with libFuzzer's main (tests/run.sh fuzz), else with that of replay.cpp, which CTest runs over the
/// corpus.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace wk::fuzz {

/// As an assertion that no build leaves out.
#define WK_MUST(property)                                                                                              \
    do {                                                                                                               \
        if (!(property)) {                                                                                             \
            std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #property);                         \
            std::abort();                                                                                              \
        }                                                                                                              \
    } while (false)

/// Takes the bytes apart from the front; at their end it gives zeros and nothing.
class Bytes
{
public:
    Bytes(const std::uint8_t *data, std::size_t size)
        : m_rest(reinterpret_cast<const char *>(data), size)
    {}

    std::uint8_t byte()
    {
        if (m_rest.empty())
            return 0;
        const auto first = static_cast<std::uint8_t>(m_rest.front());
        m_rest.remove_prefix(1);
        return first;
    }
    std::string_view take(std::size_t count)
    {
        const std::string_view taken = m_rest.substr(0, count);
        m_rest.remove_prefix(taken.size());
        return taken;
    }
    /// Up to the first byte of this value, which is left out.
    std::string_view takeUntil(char end)
    {
        const std::string_view taken = m_rest.substr(0, m_rest.find(end));
        m_rest.remove_prefix(std::min(m_rest.size(), taken.size() + 1));
        return taken;
    }
    std::string_view rest() const { return m_rest; }
    bool isEmpty() const { return m_rest.empty(); }

private:
    std::string_view m_rest;
};

} // namespace wk::fuzz
