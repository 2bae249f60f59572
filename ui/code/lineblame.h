// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/lastwrites.h"
#include "core/resource/fieldowners.h"
#include "ui/code/codedocument.h"

#include <string_view>
#include <vector>

namespace wk {

/// Signs the lines of an object's YAML with who wrote them: the name on the first line of a run, the time on the
/// second; behind the name where that is of another. What only holds other lines belongs to the run around it; a dash
/// stands where nobody is known. A value; any thread.
class LineBlame
{
public:
    LineBlame(const FieldOwners &owners, const LastWrites &writes, WallTime now)
        : m_owners(owners)
        , m_writes(writes)
        , m_now(now)
    {}

    /// The next line and its place, a JSON pointer; and those before it.
    void sign(CodeLine &line, std::string_view pointer, std::vector<CodeLine> &before);
    /// No line follows.
    void finish(std::vector<CodeLine> &lines);

private:
    struct Signature {
        QString name;
        QString time;
        QString hint;       ///< empty: nobody signs
        std::string writer; ///< see CodeLine
    };

    Signature signatureOf(std::string_view pointer) const;
    Signature writers(const FieldWrite &write) const;
    Signature owners(const std::vector<FieldOwner> &owners) const;

    const FieldOwners &m_owners;
    const LastWrites &m_writes;
    WallTime m_now;
    QString m_run;           ///< its hint; empty: there is none
    std::size_t m_named = 0; ///< the line with its name
    QString m_time;          ///< of the run, while it waits for a line
};

} // namespace wk
