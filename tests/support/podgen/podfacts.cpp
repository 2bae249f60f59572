// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/podgen/podfacts.h"

#include "tests/support/podgen/draw.h"

namespace wk::test {

namespace {

void putTwo(char *at, std::uint32_t number)
{
    at[0] = static_cast<char>('0' + number / 10);
    at[1] = static_cast<char>('0' + number % 10);
}

std::string addressOf(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d)
{
    return std::to_string(a) + "." + std::to_string(b) + "." + std::to_string(c) + "." + std::to_string(d);
}

} // namespace

PodFacts::PodFacts(const Workload &workload, const PodLife &life)
{
    Draw draw(life.identity);
    uid = draw.uuid();
    token = draw.suffix(5);
    name = workload.generateName + (workload.isStateful ? std::to_string(life.ordinal) : draw.suffix(5));
    const std::uint32_t number = life.node + 1;
    node = "node-" + std::to_string(1000 + number).substr(1);
    hostIp = addressOf(10, 0, number / 250, 1 + number % 250);
    podIp = addressOf(10, 64 + number / 256, number % 256, 2 + draw.below(250));
}

Timestamp::Timestamp(std::uint32_t seconds)
    : m_text{'2', '0', '2', '6', '-', '0', '0', '-', '0', '0', 'T', '0', '0', ':', '0', '0', ':', '0', '0', 'Z'}
{
    constexpr std::uint32_t Start2026 = 1'767'225'600;
    constexpr std::array<std::uint32_t, 12> Days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const std::uint32_t since = seconds - Start2026;
    std::uint32_t day = since / 86'400;
    m_text[3] = static_cast<char>('6' + day / 365);
    day %= 365;
    std::uint32_t month = 0;
    for (; day >= Days[month]; ++month)
        day -= Days[month];
    putTwo(&m_text[5], month + 1);
    putTwo(&m_text[8], day + 1);
    putTwo(&m_text[11], since / 3600 % 24);
    putTwo(&m_text[14], since / 60 % 60);
    putTwo(&m_text[17], since % 60);
}

} // namespace wk::test
