// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/openedrecording.h"

#include "core/history/logsink.h"
#include "core/history/rowfilter.h"
#include "core/history/segment.h"
#include "core/recording/recordedclock.h"
#include "ui/models/momenttext.h"

#include <QFile>
#include <QTemporaryFile>

#include <cstdio>
#include <utility>

namespace wk {

namespace {

constexpr EventLog::Bounds Everything{.rows = SIZE_MAX, .bytes = SIZE_MAX, .memory = SIZE_MAX};

/// What comes by a pipe cannot be read where it lies.
bool spool(QTemporaryFile &to)
{
    QFile from;
    if (!to.open() || !from.open(stdin, QIODevice::ReadOnly))
        return false;
    while (!from.atEnd()) {
        const QByteArray part = from.read(qint64(limits::MiB));
        if (part.isEmpty())
            break;
        if (to.write(part) != part.size())
            return false;
    }
    return to.flush();
}

Result<> readLines(QFile &file, OpenedRecording &opened, EventLog &log)
{
    const uchar *bytes = file.size() > 0 ? file.map(0, file.size()) : nullptr;
    if (file.size() > 0 && !bytes)
        return Error{ErrorKind::FileUnreadable, file.errorString().toStdString(), file.fileName().toStdString()};
    const std::string_view text(reinterpret_cast<const char *>(bytes), std::size_t(file.size()));
    opened.bodies = std::make_unique<RevisionBodies>();
    LogSink sink(log);
    auto lines = importLines(text, *opened.bodies, sink);
    if (!lines)
        return Error{ErrorKind::Invalid,
                     "It is no recording of Watchkeeper. Nor is it lines of kubectl: " + lines.error().text,
                     file.fileName().toStdString()};
    opened.lines = std::move(lines).value();
    return success();
}

Result<> read(const QString &path, OpenedRecording &opened)
{
    EventLog log(Everything);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::FileUnreadable, file.errorString().toStdString(), path.toStdString()};
    if (file.peek(qint64(segment::Magic.size())) == QByteArray::fromStdString(std::string(segment::Magic))) {
        auto restored = restoreRecording(path.toStdString(), log);
        if (!restored)
            return restored.error();
        opened.file = std::move(restored).value();
    } else if (auto lines = readLines(file, opened, log); !lines) {
        return lines;
    }
    opened.history = log.snapshot();
    return success();
}

} // namespace

std::unique_ptr<const OpenedRecording> OpenedRecording::open(const QString &path, const Console &console)
{
    auto opened = std::make_unique<OpenedRecording>();
    QTemporaryFile spooled; // nobody else may read it
    const bool isPiped = path == QStringLiteral("-");
    auto done = isPiped && !spool(spooled) ? Result<>(Error{ErrorKind::FileUnreadable,
                                                            "It cannot be kept while it is "
                                                            "read.",
                                                            "standard input"})
                                           : read(isPiped ? spooled.fileName() : path, *opened);
    if (done)
        return opened;
    Error error = done.error();
    if (isPiped)
        error.place = "standard input";
    console.sayError(error);
    return nullptr;
}

std::vector<std::string> OpenedRecording::faults() const
{
    std::vector<std::string> faults;
    for (const HistoryRecovery::Damage &damage : file.damages)
        faults.push_back(std::to_string(damage.place.bytes) + " bytes at " + std::to_string(damage.place.at) +
                         " are damaged, and what they said is missing.");
    if (file.tornBytes > 0)
        faults.push_back("The file is cut off, or is still being written: its last " + std::to_string(file.tornBytes) +
                         " bytes are no whole frame.");
    if (lines && lines->unread > 0)
        faults.push_back(std::to_string(lines->unread) + " of the texts cannot be read, the first in line " +
                         std::to_string(lines->firstUnread) + ": " + lines->why.value_or(std::string()));
    if (lines && lines->tornBytes > 0)
        faults.push_back("The file is cut off: its last " + std::to_string(lines->tornBytes) +
                         " bytes are no whole text.");
    return faults;
}

void OpenedRecording::sayState(const Console &console) const
{
    for (const std::string &fault : faults())
        console.err("watchkeeper: " + fault);
}

std::vector<RowId> OpenedRecording::rows(const Filter &filter) const
{
    std::vector<RowId> rows;
    RowFilter asked({filter, {}, {}, {}});
    for (RowId row = history->begin(); row < history->end(); ++row) {
        if (filter.isEmpty() || asked.matches(*history, row))
            rows.push_back(row);
    }
    return rows;
}

Result<WallTime> recordedTime(const HistorySnapshot &history, QString text)
{
    RecordedClock clock;
    clock.follow(history);
    const QString said = text;
    text = text.trimmed();
    if (text.startsWith(u'-')) // so long before its end
        text.remove(0, 1);
    if (const auto time = momentFromText(text, clock.wallNow()))
        return *time;
    return Error{ErrorKind::Invalid,
                 "error: a time of the recording is written as 13:58:02, 2026-11-21T13:58:02Z or -15m, and not “" +
                     said.toStdString() + "”.",
                 {}};
}

} // namespace wk
