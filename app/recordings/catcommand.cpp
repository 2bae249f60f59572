// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/catcommand.h"

#include "app/recordings/openedrecording.h"
#include "core/base/displaysafe.h"
#include "core/base/limits.h"
#include "core/base/time.h"
#include "core/recording/loglines.h"

#include <vector>

namespace wk {

namespace {

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

} // namespace

int runCat(const CatArguments &arguments, const Console &console)
{
    const auto recording = OpenedRecording::open(arguments.file, console);
    if (!recording)
        return 1;
    const HistoryPtr &history = recording->history;
    Printer printer(console);
    if (arguments.output == CatArguments::Output::Lines) {
        std::vector<RowId> rows;
        for (RowId row = history->begin(); row < history->end(); ++row)
            rows.push_back(row);
        LogLinesSource lines(history, std::move(rows));
        for (std::size_t piece = 0; piece < lines.total(); ++piece)
            printer.print(lines.piece(piece));
    } else {
        for (RowId row = history->begin(); row < history->end(); ++row)
            printer.print(lineOf(*history, row));
    }
    printer.flush();
    recording->sayState(console);
    return 0;
}

} // namespace wk
