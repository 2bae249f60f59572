// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"
#include "tests/support/entries.h"

#include <QString>

#include <string>
#include <string_view>

namespace wk::test {

inline bool isSameText(std::string_view told, std::string_view found)
{
    return told == found || found.empty();
}

/// Whether that row of a history is what was told as another; texts, objects and bodies may be lost.
inline bool isSameRow(const HistorySnapshot &told, RowId row, const HistorySnapshot &found, RowId at)
{
    return told.time(row) == found.time(at) && told.type(row) == found.type(at) &&
           told.origin(row) == found.origin(at) && told.watch(row) == found.watch(at) &&
           told.versionNumber(row) == found.versionNumber(at) && told.sizeBytes(row) == found.sizeBytes(at) &&
           told.revision(row) == found.revision(at) && told.isOfObject(row) == found.isOfObject(at);
}

/// What is otherwise than it was told, of a row.
inline QString wrongIn(const HistorySnapshot &told, RowId row, const HistorySnapshot &found, RowId at)
{
    const bool hasTexts = isSameText(told.name(row), found.name(at)) && isSameText(told.ns(row), found.ns(at)) &&
                          isSameText(told.kind(row), found.kind(at)) &&
                          isSameText(told.manager(row), found.manager(at));
    if (!hasTexts)
        return QStringLiteral("another text");
    const EntryPtr entry = found.entry(at);
    if (entry->type != told.type(row) && !found.isListed(at))
        return QStringLiteral("another entry");
    const ObjectPtr before = told.object(row);
    const ObjectPtr object = found.object(at);
    if (!before || !object)
        return !before == !object ? QString() : QStringLiteral("no object");
    if (object->unreadable == Unreadable::Damaged)
        return {};
    if (object->uid != before->uid || object->version != before->version || object->cells != before->cells)
        return QStringLiteral("another object");
    const std::string json = told.revision(row).isNull() ? std::string() : found.json(*object);
    return json.empty() || json == told.json(*before) ? QString() : QStringLiteral("another body");
}

/// The first row of what was found that was never told, or otherwise; rows are in their order. Every `every`th is
/// looked at in full.
inline QString wrong(const HistorySnapshot &told, const HistorySnapshot &found, RowId every)
{
    RowId row = told.begin();
    for (RowId at = found.begin(); at < found.end(); ++at, ++row) {
        while (row < told.end() && !isSameRow(told, row, found, at))
            ++row;
        if (row == told.end())
            return QStringLiteral("row %1 was never told").arg(at);
        if (const QString what = at % every == 0 ? wrongIn(told, row, found, at) : QString(); !what.isEmpty())
            return QStringLiteral("row %1, which was %2: %3").arg(at).arg(row).arg(what);
    }
    for (const auto &[watch, scope] : found.scopes()) {
        const ObjectList objects = found.objectsAt(watch, found.end());
        if (!objects)
            return QStringLiteral("no objects");
        static_cast<void>(found.gapsOf(watch, found.end()));
    }
    static_cast<void>(found.outagesAt(found.end(), Start));
    return {};
}

} // namespace wk::test
