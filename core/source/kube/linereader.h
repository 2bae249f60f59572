// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/kube/envelope.h"
#include "core/source/kube/objecttext.h"
#include "core/source/kube/readcache.h"
#include "core/source/kube/textparser.h"
#include "core/source/listerwatcher.h"

#include <optional>
#include <string>
#include <string_view>

namespace wk {

namespace json {
struct EventParts;
}

/// What was read of a watch line: the event without its object, or why it is none.
struct ReadLine {
    WatchEvent event;
    std::optional<ReadObject> object; ///< of an event about one
    std::optional<Error> broken;
};

/// What a list says of itself. Source: metav1.ListMeta.
struct ListMeta {
    ResourceVersion version;
    std::string continueToken;
    std::optional<std::int64_t> remaining;
    bool isShard = false;
};

/// Reads the lines of a watch and the objects of a list, each by itself, and keeps nothing: of several readers any may
/// read any line. One thread at a time.
/// For .cpp files only: simdjson's header costs a second to compile.
class LineReader
{
public:
    /// `kind`: what comes must say that it is this, or say nothing; empty: any.
    /// `areKeys`: the rows are keys of etcd, whose values may be copies of one object: each is called by its key.
    explicit LineReader(std::string kind, bool areKeys = false)
        : m_kind(std::move(kind))
        , m_areKeys(areKeys)
    {}

    /// What the next texts are parts of, and what may be read behind it.
    void setReadable(std::string_view readable) { m_parser.setReadable(readable); }

    /// `before`: of the object's last revision, if it is known; what has not changed is read quicker. Null: no next one
    /// will be read by this.
    ReadLine line(std::string_view line, const json::ReadText *before = nullptr);
    /// A row of a Table.
    ReadObject row(std::string_view rowText);
    /// An object that came without a row.
    ReadObject item(std::string_view text);
    ListMeta listMeta(std::string_view metadata);
    /// Null for anything but definitions of at least one column.
    Columns columns(std::string_view definitions);

    /// Whether a watch of this kind may bring an object that says it is that.
    bool isOurs(std::string_view said) const;

private:
    std::optional<ReadObject> read(std::string_view text);
    std::optional<ReadObject> row(const Row &row);
    std::optional<ReadObject> rowFast(std::string_view rowText);
    void takeLine(ReadLine &read, std::string_view line);
    // Into a line of which nothing has been read. False when it was not split where its object ends; what it is in has
    // then to be read from the beginning. In place: a ReadLine is half a KB.
    bool takeEvent(ReadLine &read, std::string_view line, const json::EventParts &parts);
    bool takeTable(ReadLine &read, std::string_view table);
    bool takeTableFast(ReadLine &read, std::string_view table);
    void callByKey(Object &object) const;

    std::string m_kind;
    bool m_areKeys;
    TextParser m_parser;
    const json::ReadText *m_before = nullptr; ///< while a line is read
    ReadCache m_cache;
};

} // namespace wk
