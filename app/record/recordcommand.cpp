// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommand.h"

#include "core/base/displaysafe.h"
#include "core/resource/objectjson.h"

#include <algorithm>

namespace wk {

namespace {

/// "1 object", "3 objects".
std::string counted(std::uint64_t count, const char *what)
{
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

} // namespace

RecordCommand::RecordCommand(Reach reach, RecordArguments arguments, Console console)
    : WatchCommand(std::move(reach), arguments.selection, Look::Watching, std::move(console))
    , m_arguments(std::move(arguments))
{}

void RecordCommand::begin(const std::vector<Watched> &wanted)
{
    if (wanted.size() > 1)
        return fail({ErrorKind::Invalid, "Only one kind, or one object, can be recorded at a time."});
    if (const auto why = whyNotWatched(wanted.front()))
        return fail(*why);
    auto file = PrivateFileWriter::create(m_arguments.file.toStdString());
    if (!file) {
        fail(file.error());
        return;
    }
    m_file = std::move(file).value();
}

std::string RecordCommand::fileName() const
{
    return terminalSafe(m_arguments.file.toStdString());
}

void RecordCommand::entryArrived(const Watched &watched, const Entry &entry)
{
    if (!m_file || m_done)
        return;
    if (!m_listed)
        m_lines.setWatch(entry.watch, watched.scope);
    if (entry.type == EntryType::Gap || (entry.type == EntryType::List && m_listed))
        ++m_gaps;
    const std::string lines = m_lines.linesOf(entry);
    m_events += std::uint64_t(std::count(lines.begin(), lines.end(), '\n'));
    if (auto written = m_file->write(lines); !written)
        giveUp(written.error());
    else if (entry.type == EntryType::List && !std::exchange(m_listed, true))
        listed(watched, entry);
}

void RecordCommand::listed(const Watched &watched, const Entry &entry)
{
    if (entry.objects->empty())
        console().err(nothingFound());
    console().err("Recording to " + fileName() + ": " + counted(entry.objects->size(), "object") +
                  " so far. Ctrl+C ends it.");
    if (isWithheld(watched.scope.resource))
        sayWithheld();
}

void RecordCommand::giveUp(const Error &error)
{
    m_done = true;
    const bool isRescued = m_file->rescue().ok();
    fail(error);
    if (isRescued)
        console().err("watchkeeper: What had been written by then is in " + fileName() + ".");
}

void RecordCommand::end()
{
    if (std::exchange(m_done, true))
        return;
    if (!m_listed) {
        console().err("watchkeeper: Nothing had arrived yet, so no file was written.");
        return finish(1);
    }
    if (auto whole = m_file->commit(); !whole) {
        giveUp(whole.error());
        return;
    }
    console().err(counted(m_events, "event") + " in " + fileName() + ".");
    if (m_gaps > 0)
        console().err("Changes may be missing in " + counted(m_gaps, "place") +
                      ", as said above; watch JSON Lines have no word for it, so the file does not tell.");
    finish(0);
}

} // namespace wk
