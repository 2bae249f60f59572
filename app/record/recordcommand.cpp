// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommand.h"

#include "app/clusterchoice.h"
#include "core/base/displaysafe.h"

#include <algorithm>

namespace wk {

RecordCommand::RecordCommand(ClusterAccess access, RecordArguments arguments, Console console)
    : WatchCommand(std::move(access), execConsent(arguments.cluster), arguments.selection, std::move(console))
    , m_arguments(std::move(arguments))
{}

void RecordCommand::begin(const ResourceInfo &)
{
    auto file = PrivateFileWriter::create(m_arguments.file.toStdString());
    if (!file) {
        fail(file.error());
        return;
    }
    m_file = std::move(file).value();
}

void RecordCommand::entryArrived(const Entry &entry)
{
    if (!m_file)
        return;
    if (m_events == 0 && scope())
        m_lines.setWatch(entry.watch, *scope());
    const std::string lines = m_lines.linesOf(entry);
    m_events += std::uint64_t(std::count(lines.begin(), lines.end(), '\n'));
    if (auto written = m_file->write(lines); !written)
        fail(written.error());
    else if (entry.type == EntryType::List)
        console().err("Recording to " + terminalSafe(m_arguments.file.toStdString()) + "; Ctrl+C ends it.");
}

void RecordCommand::end()
{
    if (!m_file) {
        Q_EMIT finished(1);
        return;
    }
    if (auto whole = m_file->commit(); !whole) {
        fail(whole.error());
        return;
    }
    console().err(std::to_string(m_events) + " events in " + terminalSafe(m_arguments.file.toStdString()) + ".");
    Q_EMIT finished(0);
}

} // namespace wk
