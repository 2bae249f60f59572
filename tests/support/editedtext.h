// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <random>
#include <string>
#include <string_view>

namespace wk::test {

/// Texts that look like objects on a watch, and what becomes of them from revision to revision: numbers and words
/// replaced, pieces put in, taken out, moved and doubled. All from a seed.
class EditedText
{
public:
    explicit EditedText(std::uint64_t seed)
        : m_random(seed)
    {}

    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : m_random() % bound; }

    /// Kinds have little in common. About 300 bytes a part.
    std::string fresh(std::size_t kind = 0, std::size_t parts = 12)
    {
        const std::string number = std::to_string(kind);
        std::string text = "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Kind" + number + "\",\"metadata\":{\"name\":\"" +
                           word() + "-" + std::to_string(below(100'000)) + "\",\"resourceVersion\":\"" +
                           std::to_string(below(10'000'000)) + "\",\"fields" + number + "\":[";
        for (std::size_t i = 0; i < parts; ++i)
            text += part(number) + (i + 1 < parts ? "," : "");
        return text + "]}}}";
    }

    std::string edited(std::string text)
    {
        for (std::size_t edits = 1 + below(4); edits > 0; --edits)
            edit(text);
        return text;
    }

private:
    std::string word()
    {
        static constexpr std::array<std::string_view, 8> Words{"web",     "kubelet", "Running", "registry.test",
                                                               "\\u00e9", "中",      "Ready",   "CrashLoopBackOff"};
        return std::string(Words[below(Words.size())]);
    }
    std::string part(const std::string &number)
    {
        return "{\"manager" + number + "\":\"" + word() + "\",\"time\":\"2026-11-22T0" + std::to_string(below(10)) +
               ":10:20Z\",\"f:containers" + number + "\":{\"k:{\\\"name\\\":\\\"" + word() +
               "\\\"}\":{\".\":{},\"f:image\":{},\"f:imagePullPolicy\":{},\"f:resources\":{},\"count\":" +
               std::to_string(below(1000)) + "}},\"message\":\"Back-off " + std::to_string(m_random()) +
               " restarting failed container of kind " + number + "\"}";
    }
    void edit(std::string &text)
    {
        const std::size_t at = below(text.size() + 1);
        const std::size_t length = below(std::min<std::size_t>(text.size() - at, 1 + below(8) * 50) + 1);
        const std::string piece = text.substr(at, length);
        switch (below(6)) {
        case 0:
            for (char &letter : text.replace(at, length, piece)) {
                if (letter >= '0' && letter <= '9' && below(40) == 0)
                    letter = static_cast<char>('0' + below(10));
            }
            break;
        case 1: text.insert(at, part(std::to_string(below(3)))); break;
        case 2: text.erase(at, length); break;
        case 3: text.erase(at, length).insert(below(text.size() + 1), piece); break;
        case 4: text.insert(below(text.size() + 1), piece); break;
        case 5: text.replace(at, std::min<std::size_t>(length, 12), word()); break;
        }
    }

    std::mt19937_64 m_random;
};

} // namespace wk::test
