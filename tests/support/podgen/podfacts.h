// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/podgen/podlife.h"
#include "tests/support/podgen/workload.h"

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

namespace wk::test {

/// What a life's identity decides. A value, made anew for each text.
struct PodFacts {
    PodFacts(const Workload &workload, const PodLife &life);

    std::string name;
    std::string uid;
    std::string token; ///< the end of its service account volume's name
    std::string node;
    std::string hostIp;
    std::string podIp;
};

/// "2026-11-21T10:41:07Z".
class Timestamp
{
public:
    /// Seconds since the epoch, not before 2026-01-01 and not behind 2027.
    explicit Timestamp(std::uint32_t seconds);
    operator std::string_view() const { return {m_text.data(), m_text.size()}; }

private:
    std::array<char, 20> m_text;
};

inline void append(std::string &to, std::initializer_list<std::string_view> texts)
{
    for (const std::string_view text : texts)
        to.append(text);
}

} // namespace wk::test
