// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/media.h"
#include "core/apiserver/resourcetype.h"
#include "core/base/time.h"

#include <string>

namespace wk::apiserver {

/// What stands in a Table's rows beside the cells.
enum class RowObject { None, Metadata, Object };

/// What a list says of itself.
struct ListMeta {
    std::uint64_t revision = 0;
    std::string continuation;
    std::int64_t remaining = -1; ///< objects after this page; -1: not said
};

/// How objects of one resource are written for one client: whole, as metadata only, or as a Table. A value,
/// any thread.
class View
{
public:
    View(TypePtr type, Form form, RowObject rowObject)
        : m_type(std::move(type))
        , m_form(form)
        , m_rowObject(rowObject)
    {}

    const ResourceType &type() const { return *m_type; }

    std::string object(const StoredObject &object, WallTime now) const;
    std::string list(const std::vector<ObjectPtr> &page, const ListMeta &meta, WallTime now) const;
    /// Adds one line of a watch, with its newline: a first list is as many of them as objects, and they are not copied
    /// once more. `isFirst`: a Table's first event alone carries the columns.
    void appendEvent(std::string &lines, const char *type, const StoredObject &object, bool isFirst,
                     WallTime now) const;
    /// A bookmark's line; `endsInitial` marks the end of what there was when the watch began.
    std::string bookmark(std::uint64_t revision, bool endsInitial, bool isFirst) const;
    /// An ERROR line: in every form a plain Status.
    static std::string error(const std::string &statusJson);

private:
    void appendObject(std::string &text, const StoredObject &object, WallTime now) const;
    void openTable(std::string &text, const ListMeta &meta, bool withColumns) const;
    void appendRow(std::string &text, const StoredObject &object, WallTime now) const;
    std::size_t rowBytes(const StoredObject &object) const;

    TypePtr m_type;
    Form m_form;
    RowObject m_rowObject;
};

} // namespace wk::apiserver
