// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/lastwrites.h"
#include "ui/code/codedocument.h"

#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Where a line of YAML stands in its object.
struct YamlPlace {
    std::string
        path; ///< a JSON pointer (RFC 6901), "/status/conditions/0/status"; of a continuation that of its first line
    bool isContinuation = false; ///< a further line of a block or folded scalar
    int parent = -1;             ///< the line of the mapping or item it is in; -1 at the top
};

/// Walks down the lines of a text that yaml::Writer wrote (two blanks a level, sequences at their key's
/// depth) and tells the place of each. A value; any thread. Texts of strangers are never read with it.
class YamlWalk
{
public:
    YamlPlace next(std::string_view line);

private:
    struct Level {
        int column = 0;
        bool isItem = false;
        int index = 0;
        std::size_t pathLength = 0; ///< of m_path with this level
        int line = 0;
    };

    void popTo(int column, bool keepKey);
    void push(Level level, std::string_view step);

    std::vector<Level> m_levels;
    std::string m_path;
    int m_line = -1;
    int m_scalarColumn = -1; ///< further lines of the scalar that has begun stand right of it; -1: none has
};

/// The places of all lines of a text.
std::vector<YamlPlace> yamlPlaces(std::string_view yaml);

/// A text of yaml::Writer as a document with line numbers, folded by its indentation; managedFields is closed
/// at first.
CodeDocumentPtr yamlDocument(std::string_view yaml);
/// The same with who wrote each line, and when, in place of its number: as `writes` tells; where that knows no write,
/// who owns the line, and until when it was written at the latest. Owners and doubts are in the line's hint.
CodeDocumentPtr blamedDocument(std::string_view yaml, const FieldOwners &owners, const LastWrites &writes,
                               WallTime now);

} // namespace wk
