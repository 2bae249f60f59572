// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommand.h"

#include "core/base/displaysafe.h"
#include "core/resource/objectjson.h"

#include <utility>

namespace wk {

namespace {

/// "1 object", "3 objects".
std::string counted(std::uint64_t count, const char *what)
{
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

} // namespace

RecordCommand::RecordCommand(Reach reach, RecordArguments arguments, Console console)
    : WatchCommand(Reach(reach), arguments.selection, Look::Watching, std::move(console))
    , m_cluster(std::move(reach.access))
    , m_arguments(std::move(arguments))
{
    connect(&m_look, &QTimer::timeout, this, [this] {
        if (const auto failed = m_done ? std::nullopt : m_file->failure())
            giveUp(*failed);
    });
}

void RecordCommand::begin(const std::vector<Watched> &wanted)
{
    if (wanted.size() > 1 && !m_arguments.isRecording())
        return fail({ErrorKind::Invalid,
                     "Watch JSON Lines are of one kind, or of one object. Name a file that ends with "
                     ".wklog to record several."});
    for (const Watched &watched : wanted) {
        if (const auto why = whyNotWatched(watched))
            return fail(*why);
    }
    auto file = RecordedFile::create(m_arguments, m_cluster);
    if (!file) {
        fail(file.error());
        return;
    }
    m_file = std::move(file).value();
    m_look.start(std::chrono::seconds(1));
    if (m_arguments.duration)
        QTimer::singleShot(*m_arguments.duration, this, &RecordCommand::end);
}

void RecordCommand::entryArrived(const Watched &watched, const EntryPtr &entry)
{
    if (!m_file || m_done)
        return;
    if (m_watches.insert(entry->watch).second)
        m_file->setWatch(entry->watch, watched.scope);
    const bool isFirst = entry->type == EntryType::List && m_listed.insert(entry->watch).second;
    if (entry->type == EntryType::Gap || (entry->type == EntryType::List && !isFirst))
        ++m_gaps;
    if (auto written = m_file->write(entry); !written)
        giveUp(written.error());
    else if (isFirst)
        listed(watched, *entry);
}

void RecordCommand::listed(const Watched &kind, const Entry &entry)
{
    m_objects += entry.objects->size();
    if (isWithheld(kind.scope.resource))
        sayWithheld();
    if (m_listed.size() < watched().size())
        return;
    if (m_objects == 0)
        console().err(nothingFound());
    console().err("Recording to " + terminalSafe(m_file->name()) + ": " + counted(m_objects, "object") +
                  " so far. Ctrl+C ends it.");
}

void RecordCommand::giveUp(const Error &error)
{
    m_done = true;
    const std::string rescued = m_file->rescue();
    fail(error);
    if (!rescued.empty())
        console().err("watchkeeper: What had been written by then is in " + terminalSafe(rescued) + ".");
}

void RecordCommand::end()
{
    if (std::exchange(m_done, true))
        return;
    if (m_listed.empty()) {
        console().err("watchkeeper: Nothing had arrived yet, so no file was written.");
        return finish(1);
    }
    if (auto whole = m_file->finish(); !whole) {
        giveUp(whole.error());
        return;
    }
    sayWritten();
    finish(0);
}

void RecordCommand::sayWritten()
{
    QString path = m_arguments.file;
    if (m_arguments.ringBytes > 0 || m_arguments.ringAge) // which is in several
        path.replace(QStringLiteral(".wklog"), QStringLiteral(".*.wklog"));
    const std::string file = terminalSafe(path.toStdString());
    console().err(counted(m_file->events(), "event") + " in " + file + ".");
    if (const auto replaced = m_file->replaced().value_or(0))
        console().err(counted(replaced, "value") + " that looked like a secret " + (replaced == 1 ? "was" : "were") +
                      " replaced; --no-redact keeps them.");
    if (m_gaps > 0 && !m_file->tellsOfGaps())
        console().err("Changes may be missing in " + counted(m_gaps, "place") +
                      ", as said above; watch JSON Lines have no word for it, so the file does not tell.");
}

} // namespace wk
