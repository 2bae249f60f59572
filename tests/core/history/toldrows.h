// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"
#include "tests/support/entries.h"

#include <QString>

#include <algorithm>
#include <string>
#include <string_view>

namespace wk::test {

/// Whether all that was told of the rows that are there must be there, too.
enum class Texts { MayBeLost, AreThere };

inline bool isSameText(std::string_view told, std::string_view found, Texts texts)
{
    return told == found || (found.empty() && texts == Texts::MayBeLost);
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
inline QString wrongIn(const HistorySnapshot &told, RowId row, const HistorySnapshot &found, RowId at, Texts texts)
{
    const bool hasTexts =
        isSameText(told.name(row), found.name(at), texts) && isSameText(told.ns(row), found.ns(at), texts) &&
        isSameText(told.kind(row), found.kind(at), texts) && isSameText(told.manager(row), found.manager(at), texts);
    if (!hasTexts) {
        const std::string texts = std::string(found.name(at)) + ", which was " + std::string(told.name(row));
        return QStringLiteral("another text: ") + QString::fromStdString(texts);
    }
    const EntryPtr entry = found.entry(at);
    if (entry->type != told.type(row) && !found.isListed(at))
        return QStringLiteral("another entry");
    const ObjectPtr before = told.object(row);
    const ObjectPtr object = found.object(at);
    if (!before || !object)
        return !before == !object ? QString() : QStringLiteral("no object");
    if (object->unreadable == Unreadable::Damaged)
        return texts == Texts::MayBeLost ? QString() : QStringLiteral("an object that is lost");
    if (object->uid != before->uid || object->version != before->version || object->cells != before->cells)
        return QStringLiteral("another object");
    const std::string json = told.revision(row).isNull() ? std::string() : found.json(*object);
    return (json.empty() && texts == Texts::MayBeLost) || told.revision(row).isNull() || json == told.json(*before)
               ? QString()
               : QStringLiteral("another body: ") + QString::fromStdString(json.substr(0, 200));
}

/// The first row of what was found that was never told, or otherwise; rows are in their order. Every `every`th is
/// looked at in full. Those that are missing in between are said to be.
inline QString wrong(const HistorySnapshot &told, const HistorySnapshot &found, RowId every,
                     Texts texts = Texts::MayBeLost)
{
    RowId row = told.begin();
    for (RowId at = found.begin(); at < found.end(); ++at, ++row) {
        const RowId expected = row;
        while (row < told.end() && !isSameRow(told, row, found, at))
            ++row;
        if (row == told.end())
            return QStringLiteral("row %1 was never told").arg(at);
        const bool isSaid = std::ranges::count(found.losses().rows, at, &HistoryLosses::Missing::row) > 0;
        if (row > expected && at > found.begin() && !isSaid)
            return QStringLiteral("%1 rows before row %2 are missing").arg(row - expected).arg(at);
        if (const QString what = at % every == 0 ? wrongIn(told, row, found, at, texts) : QString(); !what.isEmpty())
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
