// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// Names a set: the files of a cluster's folder that one program at a time writes. It says when the set was begun, and
/// random digits; nothing of what a cluster says is in a name.
///
///     20261128T204500Z-4f3a2c                 the set
///     20261128T204500Z-4f3a2c.lock            held (FileLock) while its writer lives
///     20261128T204500Z-4f3a2c.base            what there was before it (JournalBase)
///     20261128T204500Z-4f3a2c.000001.wklog    a segment, which is written no more
///     20261128T204500Z-4f3a2c.000002.tail     what will be that segment, appended to until it is
///
/// A segment and a tail of one number are a piece, and hold the same: a writer that is killed between giving a segment
/// its name and taking the tail away leaves both, and the segment counts. That is why a tail has a number. Piece 0 is a
/// copy of what was its base's tail when the set was begun. A value; any thread.
class JournalSetName
{
public:
    static constexpr std::uint32_t MostPieces = 999'998;
    /// Of the tail whose rows go to whatever segment is being written: that is written under its name from the
    /// beginning, and the tail begun anew when they are in there (HistoryJournal).
    static constexpr std::uint32_t OpenTail = MostPieces + 1;

    static JournalSetName begunAt(WallTime now, std::uint32_t random);
    static std::optional<JournalSetName> parse(std::string_view text);

    const std::string &text() const { return m_text; }
    WallTime begun() const;

    std::string lock() const { return m_text + ".lock"; }
    std::string base() const { return m_text + ".base"; }
    std::string segment(std::uint32_t number) const;
    std::string tail(std::uint32_t number) const;

    /// In the order in which they were begun.
    auto operator<=>(const JournalSetName &) const = default;

private:
    explicit JournalSetName(std::string text)
        : m_text(std::move(text))
    {}

    std::string m_text;
};

/// What the name of a file in a cluster's folder says. A value; any thread.
struct JournalFileName {
    enum class Kind {
        Lock,
        Base,
        Segment,
        Tail,
        Temporary, ///< what a PrivateFileWriter gives one of the others while it is written
    };

    JournalSetName set;
    Kind kind;
    std::uint32_t number = 0; ///< of a segment or a tail

    /// Nothing for a file that is not of a set.
    static std::optional<JournalFileName> parse(std::string_view name);
};

/// Whether a name is one under which a PrivateFileWriter writes a file that is to be called `final`.
bool isTemporaryNameOf(std::string_view name, std::string_view final);

} // namespace wk
