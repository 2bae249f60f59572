// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/catcommand.h"

#include "app/recordings/openedrecording.h"
#include "core/base/displaysafe.h"
#include "core/base/limits.h"
#include "core/base/time.h"
#include "core/json/prettyprint.h"
#include "core/json/unseen.h"
#include "core/json/yamlwriter.h"
#include "core/recording/loglines.h"
#include "ui/stream/streamexport.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>
#include <vector>

namespace wk {

namespace {

/// Hands lines on when they are many.
class Printer
{
public:
    explicit Printer(const Console &console)
        : m_console(console)
    {}
    void print(const std::string &text)
    {
        m_text += text;
        if (m_text.size() >= 64 * limits::KiB)
            flush();
    }
    void flush()
    {
        m_console.out(m_text);
        m_text.clear();
    }

private:
    const Console &m_console;
    std::string m_text;
};

/// What is told beside the object: a version, a class, why something broke.
std::string detailsOf(const HistorySnapshot &history, RowId row)
{
    std::string text;
    const auto add = [&text](std::string_view word) {
        if (!word.empty())
            text += "  " + terminalSafe(word);
    };
    if (const std::string version = history.version(row); !version.empty())
        add("rv " + version);
    add(history.className(row));
    add(history.manager(row));
    if (history.isOfObject(row))
        return text;
    const EntryPtr entry = history.entry(row);
    add(entry->type == EntryType::Gap ? entry->gap.reason : entry->error.text);
    return text;
}

std::string lineOf(const HistorySnapshot &history, RowId row)
{
    const std::string ns(history.ns(row));
    const std::string name = history.name(row).empty() ? std::string("-") : std::string(history.name(row));
    std::string type = history.typeName(row);
    type.resize(std::max<std::size_t>(type.size(), 9), ' ');
    return formatMicroTime(history.time(row)) + "  " + type + "  " + terminalSafe(history.kind(row)) + "  " +
           terminalSafe(ns.empty() ? name : ns + '/' + name) + detailsOf(history, row) + '\n';
}

/// In what a change is, and how large what came was.
std::string wideOf(const HistorySnapshot &history, RowId row)
{
    const std::string text = lineOf(history, row);
    const ChangesPtr changes = history.isOfObject(row) && !history.isListed(row) ? history.changes(row) : nullptr;
    std::string more = "  " + std::to_string(history.sizeBytes(row)) + " B";
    for (const ToldChange &change : changes ? changes->first : ToldChanges())
        more += "  " + terminalSafe(std::string(change.path)) + ' ' + terminalSafe(std::string(change.before)) + " → " +
                terminalSafe(std::string(change.after));
    if (changes && changes->total > int(changes->first.size()))
        more += "  and " + std::to_string(changes->total - int(changes->first.size())) + " more";
    return text.substr(0, text.size() - 1) + more + '\n';
}

/// All that is known of a row, as JSON.
std::string jsonOf(const HistorySnapshot &history, RowId row)
{
    QJsonObject told;
    const auto add = [&told](const char *key, std::string_view text) {
        if (!text.empty())
            told.insert(QLatin1String(key), QString::fromUtf8(text.data(), qsizetype(text.size())));
    };
    const WatchScope *scope = history.scope(history.watch(row));
    add("time", formatMicroTime(history.time(row)));
    add("type", history.typeName(row));
    add("class", history.className(row));
    add("cluster", history.clusterName(row));
    add("apiVersion", scope ? scope->resource.gvr.groupVersion() : std::string());
    add("kind", history.kind(row));
    add("namespace", history.ns(row));
    add("name", history.name(row));
    add("resourceVersion", history.version(row));
    add("manager", history.manager(row));
    if (!history.isOfObject(row)) {
        const EntryPtr entry = history.entry(row);
        add("reason", entry->type == EntryType::Gap ? entry->gap.reason : entry->error.text);
        if (entry->type == EntryType::Gap)
            add("since", formatMicroTime(entry->gap.since));
    }
    std::string json = QJsonDocument(told).toJson(QJsonDocument::Compact).toStdString();
    const ObjectPtr object = history.object(row);
    if (object && !object->body.isNull())
        json.insert(json.size() - 1, ",\"object\":" + history.json(*object));
    return json;
}

/// Documents that are one: a list of them, or one behind the other.
class RowDocuments
{
public:
    RowDocuments(bool isYaml, Printer &printer)
        : m_isYaml(isYaml)
        , m_printer(printer)
    {}
    void print(const std::string &json)
    {
        if (m_isYaml) {
            const auto text = m_writer.write(json);
            m_printer.print("---\n" + (text ? std::string(*text) : json::unseenEscaped(json) + '\n'));
            return;
        }
        auto pretty = json::prettyPrinted(json, {.managedFields = true, .bounds = json::OwnList});
        std::string text = json::unseenEscaped(pretty ? std::move(pretty).value() : json);
        while (text.ends_with('\n'))
            text.pop_back();
        m_printer.print((m_isFirst ? "[\n" : ",\n") + text);
        m_isFirst = false;
    }
    void end()
    {
        if (!m_isYaml)
            m_printer.print(m_isFirst ? "[]\n" : "\n]\n");
    }

private:
    const bool m_isYaml;
    Printer &m_printer;
    yaml::Writer m_writer;
    bool m_isFirst = true;
};

void printSource(ExportSource &source, Printer &printer)
{
    printer.print(source.head());
    for (std::size_t piece = 0; piece < source.total(); ++piece)
        printer.print(source.piece(piece));
}

} // namespace

int runCat(const ReadingArguments &arguments, const Console &console)
{
    using Output = ReadingArguments::Output;
    const auto recording = OpenedRecording::open(arguments.file, console);
    if (!recording)
        return 1;
    const HistoryPtr &history = recording->history;
    std::vector<RowId> rows = recording->rows(arguments.filter);
    Printer printer(console);
    const bool isYaml = arguments.output == Output::Yaml;
    RowDocuments documents(isYaml, printer);
    switch (arguments.output) {
    case Output::Lines: {
        LogLinesSource lines(history, std::move(rows));
        printSource(lines, printer);
        break;
    }
    case Output::Csv: {
        const std::size_t count = rows.size();
        CsvSource table(streamCsvHead(), count, [&](std::size_t index) {
            const StreamRow row = history->streamRow(rows[index]);
            const WatchId watch = row.entry->watch;
            return streamCsvCells(row, history->scope(watch), history->clusterNameOf(watch));
        });
        printSource(table, printer);
        break;
    }
    case Output::Json:
    case Output::Yaml:
        for (const RowId row : rows)
            documents.print(jsonOf(*history, row));
        documents.end();
        break;
    case Output::Text:
    case Output::Wide:
        for (const RowId row : rows)
            printer.print(arguments.output == Output::Wide ? wideOf(*history, row) : lineOf(*history, row));
    }
    printer.flush();
    recording->sayState(console);
    return 0;
}

} // namespace wk
