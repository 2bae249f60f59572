// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamexport.h"

#include "core/resource/compare.h"
#include "ui/models/streammodel.h"

namespace wk {

namespace {

/// Rows between two looks at the clock.
constexpr std::size_t RowsAtOnce = 256;

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

std::shared_ptr<ExportSource> csvSource(std::map<WatchId, WatchScope> scopes, std::vector<StreamRow> rows)
{
    const std::size_t count = rows.size();
    auto cells = [scopes = std::move(scopes), rows = std::move(rows)](std::size_t index) {
        const auto scope = scopes.find(rows[index].entry->watch);
        return streamCsvCells(rows[index], scope == scopes.end() ? nullptr : &scope->second);
    };
    return std::make_shared<CsvSource>(streamCsvHead(), count, std::move(cells));
}

} // namespace

CsvSource::Cells streamCsvHead()
{
    return {"time", "type", "class", "kind", "namespace", "name", "resourceVersion", "changed", "managers", "bytes"};
}

CsvSource::Cells streamCsvCells(const StreamRow &row, const WatchScope *scope)
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
            typeName(isEntry ? entry.type : EntryType::Added),
            !isEntry               ? className(EntryClass::Initial)
            : hasClass(entry.type) ? className(entry.origin)
                                   : "",
            kind,
            ns,
            object ? std::string(object->name) : std::string(),
            isEntry ? entry.version.text() : object->version.text(),
            changesText(changes),
            managersText(changes),
            std::to_string(isEntry ? entry.wireBytes : object->body.objectBytes())};
}

StreamExport::StreamExport(const StreamModel &model, Clock &clock, QObject *parent)
    : FileExport(clock, parent)
    , m_model(model)
{}

std::size_t StreamExport::begin(const std::string &path)
{
    const EventLog &log = m_model.log();
    const FilteredRows &rows = m_model.rows();
    std::vector<RowId> wanted;
    wanted.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (const RowId row = rows.at(i); row >= log.begin() && row < m_end.value_or(log.end()))
            wanted.push_back(row);
    }
    const std::size_t count = wanted.size();
    if (isCsvPath(path))
        m_wanted = std::move(wanted);
    else
        m_lines = std::make_shared<LogLinesSource>(LogLinesSource::Snapshots{log.snapshot(), log.revisions()},
                                                   log.scopes(), std::move(wanted));
    return count;
}

/// What has fallen off the log meanwhile, and is in no snapshot, is left out.
bool StreamExport::gatherLines(const std::function<bool()> &mayGoOn)
{
    const EventLog &log = m_model.log();
    while (m_next < m_lines->total()) {
        const std::size_t index = m_next++;
        if (m_lines->isNeeded(index) && m_lines->row(index) >= log.begin())
            m_lines->take(index, log.streamRow(m_lines->row(index)));
        if (m_next % RowsAtOnce == 0 && !mayGoOn())
            return false;
    }
    return true;
}

bool StreamExport::gather(const std::function<bool()> &mayGoOn)
{
    if (m_lines)
        return gatherLines(mayGoOn);
    const EventLog &log = m_model.log();
    std::size_t next = m_rows.size();
    while (next < m_wanted.size()) {
        // What has fallen off the log meanwhile is left out.
        const RowId row = m_wanted[next++];
        m_rows.push_back(row >= log.begin() ? log.streamRow(row) : StreamRow{});
        if (next % RowsAtOnce == 0 && !mayGoOn())
            return false;
    }
    std::erase_if(m_rows, [](const StreamRow &row) { return !row.entry; });
    return true;
}

std::shared_ptr<ExportSource> StreamExport::source(const std::string &)
{
    if (m_lines)
        return std::exchange(m_lines, nullptr);
    return csvSource(m_model.log().scopes(), std::exchange(m_rows, {}));
}

void StreamExport::forget()
{
    m_lines.reset();
    m_next = 0;
    m_rows = {};
    m_wanted = {};
}

} // namespace wk
