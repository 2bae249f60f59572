// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamexport.h"

#include "ui/models/streammodel.h"

#include <QDeadlineTimer>
#include <QTimer>
#include <QtConcurrentRun>

namespace wk {

namespace {

/// A slice of gathering: less than half a frame of 16 ms.
constexpr std::chrono::milliseconds WriteSlice{4};
constexpr std::chrono::milliseconds ProgressEvery{100};
/// Rows between two looks at the clock.
constexpr std::size_t RowsAtOnce = 256;

std::string changesText(const Changes &changes)
{
    std::string text;
    for (const FieldChange &change : changes.first) {
        text += text.empty() ? "" : "; ";
        text += change.path + ": " + change.before + " -> " + change.after;
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

std::unique_ptr<ExportSource> csvSource(std::map<WatchId, WatchScope> scopes, std::vector<StreamRow> rows)
{
    const std::size_t count = rows.size();
    auto cells = [scopes = std::move(scopes), rows = std::move(rows)](std::size_t index) {
        const auto scope = scopes.find(rows[index].entry->watch);
        return streamCsvCells(rows[index], scope == scopes.end() ? nullptr : &scope->second);
    };
    return std::make_unique<CsvSource>(streamCsvHead(), count, std::move(cells));
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
    const std::string ns = object ? object->ns : scope ? scope->ns : std::string();
    const Changes none;
    const Changes &changes = isEntry && entry.changes ? *entry.changes : none;
    return {formatMicroTime(entry.arrived),
            typeName(isEntry ? entry.type : EntryType::Added),
            className(isEntry ? entry.origin : EntryClass::Initial),
            kind,
            ns,
            object ? object->name : std::string(),
            isEntry ? entry.version.text() : object->version.text(),
            changesText(changes),
            managersText(changes),
            std::to_string(isEntry ? entry.wireBytes : object->body.objectBytes())};
}

StreamExport::StreamExport(const StreamModel &model, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_model(model)
    , m_clock(clock)
    , m_gathering(new QTimer(this))
{
    connect(m_gathering, &QTimer::timeout, this, &StreamExport::gather);
    connect(&m_writing, &QFutureWatcherBase::finished, this, [this] { end(m_writing.result()); });
}

StreamExport::~StreamExport()
{
    m_stop.request_stop();
    m_writing.waitForFinished();
}

void StreamExport::start(const QString &path)
{
    if (m_running)
        return;
    m_running = true;
    m_path = path.toStdString();
    m_stop = std::stop_source();
    m_shared = std::make_shared<Shared>();
    m_rows.clear();
    m_wanted.clear();
    const FilteredRows &rows = m_model.rows();
    m_wanted.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        m_wanted.push_back(rows.at(i));
    m_gathering->start();
}

void StreamExport::cancel()
{
    m_stop.request_stop();
    if (m_gathering->isActive())
        end(Error{ErrorKind::Cancelled, "the export was cancelled", m_path});
}

void StreamExport::gather()
{
    const EventLog &log = m_model.log();
    const QDeadlineTimer deadline(WriteSlice);
    std::size_t next = m_rows.size();
    while (next < m_wanted.size()) {
        // What has fallen off the log meanwhile is left out.
        const RowId row = m_wanted[next++];
        m_rows.push_back(row >= log.begin() ? log.streamRow(row) : StreamRow{});
        if (next % RowsAtOnce == 0 && deadline.hasExpired())
            return;
    }
    m_gathering->stop();
    std::erase_if(m_rows, [](const StreamRow &row) { return !row.entry; });
    write();
}

void StreamExport::write()
{
    auto scopes = m_model.log().scopes();
    const bool isCsv = m_path.ends_with(".csv") || m_path.ends_with(".CSV");
    std::shared_ptr<ExportSource> source;
    if (isCsv)
        source = csvSource(std::move(scopes), std::move(m_rows));
    else
        source = std::make_shared<WatchLinesSource>(scopes, std::move(m_rows));
    m_rows = {};
    m_writing.setFuture(QtConcurrent::run([source, path = m_path, stop = m_stop.get_token(), shared = m_shared] {
        return exportToFile(*source, path, stop, [&shared](const ExportProgress &progress) {
            shared->done = progress.done;
            shared->bytes = progress.bytes;
        });
    }));
    tellProgress();
}

void StreamExport::tellProgress()
{
    Q_EMIT progressed({m_shared->done, m_wanted.size(), m_shared->bytes, 0});
    m_tick = m_clock.after(ProgressEvery, [this] { tellProgress(); });
}

void StreamExport::end(const Result<ExportProgress> &result)
{
    m_gathering->stop();
    m_tick.cancel();
    m_running = false;
    m_rows = {};
    m_wanted = {};
    Q_EMIT finished(result);
}

} // namespace wk
