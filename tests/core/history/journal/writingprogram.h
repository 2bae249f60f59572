// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/journalbound.h"
#include "tests/core/history/journal/journalrig.h"

#include <optional>
#include <sstream>

namespace wk::test {

/// What a program that writes a history does, told line by line, in a process of its own (TestProcess). What it writes
/// are numbers of eight bytes each, all different. A time is in seconds of journalTime().
///
///     claim SECONDS          -> SET NEXT, and all numbers that it finds
///     write NUMBER SECONDS   -> ok: into the tail of its next segment
///     name SECONDS           -> ok: the tail's numbers as a segment, the tail being there still
///     seal SECONDS           -> ok: … and gone
///     bound BYTES AGE SECONDS -> FREED LEFT LIVING
class WritingProgram
{
public:
    explicit WritingProgram(std::string root)
        : m_root(std::move(root))
    {}

    void run(TestProcess::Line &line)
    {
        for (;;) {
            std::istringstream words(line.hear());
            std::string what;
            words >> what;
            line.say(what == "claim"   ? claim(words)
                     : what == "write" ? write(words)
                     : what == "bound" ? bound(words)
                                       : seal(words, what == "seal"));
        }
    }

    static std::string number(std::uint32_t number)
    {
        const std::string digits = std::to_string(number);
        return std::string(7 - digits.size(), '0') + digits + '\n';
    }

private:
    std::string claim(std::istringstream &words)
    {
        int seconds = 0;
        words >> seconds;
        auto claimed = claimSet(JournalRoot::open(m_root).value(), staging(), journalTime(seconds), seconds);
        if (!claimed)
            return describe(claimed.error());
        m_claim.emplace(std::move(claimed).value());
        std::string found = m_claim->set.text() + ' ' + std::to_string(m_claim->next) + ' ' + readChain(m_claim->past);
        std::ranges::replace(found, '\n', ' ');
        return found;
    }
    std::string write(std::istringstream &words)
    {
        std::uint32_t one = 0;
        int seconds = 0;
        words >> one >> seconds;
        put(m_claim->tailPath(m_claim->next), number(one), journalTime(seconds));
        return "ok";
    }
    std::string seal(std::istringstream &words, bool whole)
    {
        int seconds = 0;
        words >> seconds;
        const std::string tail = m_claim->tailPath(m_claim->next);
        const std::string temporary = m_claim->segmentPath(m_claim->next) + ".aB3xY0";
        put(temporary, contentOf(tail), journalTime(seconds));
        ::rename(temporary.c_str(), m_claim->segmentPath(m_claim->next).c_str());
        if (whole) {
            ::unlink(tail.c_str());
            ++m_claim->next;
        }
        return "ok";
    }
    std::string bound(std::istringstream &words) const
    {
        std::uint64_t bytes = 0;
        std::int64_t age = 0;
        int seconds = 0;
        words >> bytes >> age >> seconds;
        const JournalBound bound{bytes, age > 0 ? std::optional(std::chrono::seconds(age)) : std::nullopt};
        const auto freed = enforceBound(JournalRoot::open(m_root).value(), bound, journalTime(seconds));
        if (!freed)
            return describe(freed.error());
        return std::to_string(freed->bytes) + ' ' + std::to_string(freed->bytesLeft) + ' ' +
               std::to_string(freed->livingLeft);
    }

    std::string m_root;
    std::optional<JournalClaim> m_claim;
};

} // namespace wk::test
