// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <random>
#include <string>

namespace wk::test {

/// Makes JSON that is hard to write as YAML: texts that look like numbers, indicators, blanks and breaks at either end.
class RandomJson
{
public:
    explicit RandomJson(std::uint64_t seed)
        : m_random(seed)
    {}

    std::size_t below(std::size_t bound) { return m_random() % bound; }

    std::string text()
    {
        static const std::array<const char *, 70> Atoms{
            "a",  "b",      "word",   "0",      "1",          "12",         "9",        "_",      ".",
            "-",  "+",      "e",      "E",      "x",          "0x",         "0b",       "0o",     "T",
            "Z",  ":",      "::",     " ",      "  ",         "\n",         "\n\n",     "\t",     "#",
            "'",  "\"",     "\\",     "[",      "]",          "{",          "}",        ",",      "?",
            "!",  "&",      "*",      "|",      ">",          "<",          "%",        "@",      "`",
            "=",  "~",      "é",      "中",     "\U0001F600", "null",       "true",     "yes",    "No",
            "on", ".inf",   ".nan",   "---",    "...",        "2026-01-02", "10:20:30", "\u00a0", "\u0007",
            "\r", "\u2028", "\u202e", "\u200b", "\U000E0041", "\u009b",     "\u007f"}; // not U+0085: yaml-cpp 0.7 reads
                                                                                       // \N as one byte
        std::string text;
        for (std::size_t count = below(below(8) == 0 ? 60 : 6); count > 0; --count)
            text += Atoms[below(Atoms.size())];
        return text;
    }

    nlohmann::json value(int depth)
    {
        const std::size_t kind = below(depth > 0 ? 10 : 6);
        if (kind >= 8) {
            nlohmann::json array = nlohmann::json::array();
            for (std::size_t count = below(5); count > 0; --count)
                array.push_back(value(depth - 1));
            return array;
        }
        if (kind >= 6)
            return object(depth);
        switch (kind) {
        case 0: return nullptr;
        case 1: return below(2) == 0;
        case 2: return static_cast<std::int64_t>(m_random());
        case 3: return static_cast<double>(static_cast<std::int64_t>(m_random())) / 4096;
        default: return text();
        }
    }

    nlohmann::json object(int depth)
    {
        nlohmann::json object = nlohmann::json::object();
        for (std::size_t count = below(6); count > 0; --count)
            object[text()] = value(depth - 1);
        return object;
    }

private:
    std::mt19937_64 m_random;
};

} // namespace wk::test
