// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamexport.h"

#include "core/resource/compare.h"
#include "ui/models/streammodel.h"

namespace wk {

namespace {

std::string changesText(const Changes &changes)
{
    std::string text;
    for (const ToldChange change : changes.first) {
        text += text.empty() ? "" : "; ";
        text.append(change.path).append(": ").append(change.before).append(" -> ").append(change.after);
    }
    return text;
}

std::string managersText(const Changes &changes)
{
    std::string text;
    for (const std::string &manager : changes.managers)
        text += (text.empty() ? "" : " ") + manager;
    return text;
}

std::shared_ptr<ExportSource> csvSource(HistoryPtr history, std::vector<RowId> rows)
{
    const std::size_t count = rows.size();
    auto cells = [history = std::move(history), rows = std::move(rows)](std::size_t index) {
        const StreamRow row = history->streamRow(rows[index]);
        const WatchId watch = row.entry->watch;
        return streamCsvCells(row, history->scope(watch), history->clusterNameOf(watch));
    };
    return std::make_shared<CsvSource>(streamCsvHead(), count, std::move(cells));
}

} // namespace

CsvSource::Cells streamCsvHead()
{
    return {"time",    "type",     "class", "kind",   "namespace", "name", "resourceVersion",
            "changed", "managers", "bytes", "cluster"};
}

CsvSource::Cells streamCsvCells(const StreamRow &row, const WatchScope *scope, std::string_view cluster)
{
    const Entry &entry = *row.entry;
    const Object *object = row.listObject ? row.listObject.get() : entry.object.get();
    const bool isEntry = !row.listObject;
    const std::string kind = scope ? scope->resource.kind : std::string();
    const std::string ns = object ? std::string(object->ns) : scope ? scope->ns : std::string();
    const bool isEvent = isEntry && hasClass(entry.type);
    const ChangesPtr known = isEvent && !entry.changes ? describeChanges(entry.previous, entry.object) : entry.changes;
    const Changes none;
    const Changes &changes = isEntry && known ? *known : none;
    return {formatMicroTime(entry.arrived),
            isEntry ? typeName(entry.type) : rowTypeName(EntryType::Added, EntryClass::Initial),
            !isEntry               ? className(EntryClass::Initial)
            : hasClass(entry.type) ? className(entry.origin)
                                   : "",
            kind,
            ns,
            object ? std::string(object->name) : std::string(),
            isEntry ? entry.version.text() : object->version.text(),
            changesText(changes),
            managersText(changes),
            std::to_string(isEntry ? entry.wireBytes : object->body.objectBytes()),
            std::string(cluster)};
}

StreamExport::StreamExport(const StreamModel &model, Clock &clock, QObject *parent)
    : FileExport(clock, parent)
    , m_model(model)
{}

std::shared_ptr<ExportSource> StreamExport::source(const std::string &path)
{
    HistoryPtr history = m_model.history();
    const FilteredRows &shown = m_model.rows();
    std::vector<RowId> rows;
    rows.reserve(shown.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (const RowId row = shown.at(i); row < m_end.value_or(history->end()))
            rows.push_back(row);
    }
    if (isCsvPath(path))
        return csvSource(std::move(history), std::move(rows));
    return std::make_shared<LogLinesSource>(std::move(history), std::move(rows));
}

} // namespace wk
