// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/lifeindex.h"
#include "core/history/rowcolumns.h"
#include "core/history/stringpool.h"
#include "core/history/textsets.h"

#include <memory>
#include <string_view>
#include <vector>

namespace wk {

/// The rows that an EventLog had at one moment, as it told them then; it stays valid whatever the log does, and when
/// there is no log any more. It keeps alive what it tells, in memory or on the disk, and the numbers of all texts. A
/// value, cheap to copy; any thread, and many at once.
class EventLogSnapshot
{
public:
    /// Of no rows.
    EventLogSnapshot() = default;

    /// Rows are begin() to end() - 1, named as in the log.
    RowId begin() const { return m_parts ? m_parts->begin : 0; }
    RowId end() const { return m_parts ? m_parts->end : 0; }
    std::size_t size() const { return static_cast<std::size_t>(end() - begin()); }

    // As EventLog says of each; texts live as long as a snapshot does.
    WallTime time(RowId row) const { return value(RowColumns::Time, row); }
    EntryType type(RowId row) const { return value(RowColumns::Type, row); }
    EntryClass origin(RowId row) const { return value(RowColumns::Origin, row); }
    std::string_view className(RowId row) const;
    WatchId watch(RowId row) const { return value(RowColumns::Watch, row); }
    std::string_view kind(RowId row) const { return m_parts->kinds.text(value(RowColumns::Kind, row)); }
    std::string_view ns(RowId row) const { return m_parts->namespaces.text(value(RowColumns::Namespace, row)); }
    std::string_view name(RowId row) const { return m_parts->names.text(value(RowColumns::Name, row)); }
    std::string_view manager(RowId row) const;
    bool isWriterInDoubt(RowId row) const;
    std::size_t sizeBytes(RowId row) const { return value(RowColumns::Size, row); }
    std::uint32_t changesOf(RowId row) const { return value(RowColumns::Changes, row); }
    /// All whose entry moved, newest first.
    std::vector<std::string_view> managers(RowId row) const;
    /// That are told of a MODIFIED row.
    std::vector<std::string_view> paths(RowId row) const;
    /// 0 for a version that is no number, or too great a one; the object's JSON has it.
    std::uint64_t versionNumber(RowId row) const { return value(RowColumns::Version, row); }
    /// Which of EventLog::revisions() the body of the row's object is; null for a row without an object, and for a body
    /// that is kept elsewhere or nowhere.
    RevisionRef revision(RowId row) const { return value(RowColumns::Revision, row); }

private:
    friend class EventLog;

    struct Parts {
        RowId begin = 0;
        RowId end = 0;
        std::vector<RowColumns::View> chunks{};
        StringPool::Snapshot kinds{};
        StringPool::Snapshot namespaces{};
        StringPool::Snapshot names{};
        TextSets::Snapshot managers{};
        TextSets::Snapshot paths{};
    };

    template <class T>
    T value(RowColumn<T> column, RowId row) const
    {
        const auto chunk = static_cast<std::size_t>((row - m_parts->begin) / RowColumn<T>::Rows);
        return m_parts->chunks[chunk].get(column, static_cast<std::size_t>(row % RowColumn<T>::Rows));
    }

    std::shared_ptr<const Parts> m_parts;
};

} // namespace wk
