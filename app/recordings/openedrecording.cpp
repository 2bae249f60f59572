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

#include <sys/stat.h>

namespace wk {

namespace {

constexpr EventLog::Bounds Everything{.rows = SIZE_MAX, .bytes = SIZE_MAX, .memory = SIZE_MAX};

/// "-" is standard input; a shell's <(…) has a name.
bool isPipe(const QString &path)
{
    struct stat status {};
    return path == QStringLiteral("-") || (stat(QFile::encodeName(path).constData(), &status) == 0 &&
                                           (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode)));
}

/// What comes by a pipe cannot be read where it lies.
bool spool(const QString &path, QTemporaryFile &to)
{
    QFile from(path);
    const bool isOpen =
        path == QStringLiteral("-") ? from.open(stdin, QIODevice::ReadOnly) : from.open(QIODevice::ReadOnly);
    if (!to.open() || !isOpen)
        return false;
    for (;;) {
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

Result<> readInto(const QString &path, OpenedRecording &opened)
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
    } else if (file.size() == 0 && path.endsWith(QStringLiteral(".wklog"))) {
        return Error{ErrorKind::Invalid, "It is empty, and so no recording of Watchkeeper.", path.toStdString()};
    } else if (auto lines = readLines(file, opened, log); !lines) {
        return lines;
    }
    opened.history = log.snapshot();
    return success();
}

} // namespace

Result<std::unique_ptr<const OpenedRecording>> OpenedRecording::read(const QString &path)
{
    auto opened = std::make_unique<OpenedRecording>();
    if (auto done = readInto(path, *opened); !done)
        return done.error();
    return std::unique_ptr<const OpenedRecording>(std::move(opened));
}

Result<std::uint64_t> OpenedRecording::record(const RetoldRows &rows, Recorder::Options to) const
{
    if (auto free = Recorder::isFree(to); !free)
        return free.error();
    Recorder recorder(std::move(to));
    recorder.readOf(history);
    HistoryRetelling retelling(recorder, rows);
    retelling.tell(*history, history->end());
    if (!history->openWatches().empty() && history->size() > 0)
        retelling.close(history->chunk(history->end() - 1).latest);
    if (auto finished = recorder.finish(); !finished)
        return finished.error();
    return recorder.replaced();
}

std::unique_ptr<const OpenedRecording> OpenedRecording::open(const QString &path, const Console &console)
{
    auto opened = std::make_unique<OpenedRecording>();
    QTemporaryFile spooled; // nobody else may read it
    const bool isPiped = isPipe(path);
    auto done = isPiped && !spool(path, spooled) ? Result<>(Error{ErrorKind::FileUnreadable,
                                                                  "It cannot be kept while it is "
                                                                  "read.",
                                                                  "standard input"})
                                                 : readInto(isPiped ? spooled.fileName() : path, *opened);
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
    if (lines && lines->events > 0)
        console.err("watchkeeper: Lines do not say when they came: times are the newest that objects tell of by then.");
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
    using namespace std::chrono;
    if (history.size() == 0)
        return Error{ErrorKind::Invalid, "Nothing is in the recording: it has no times.", {}};
    const WallTime begin = floor<seconds>(history.time(history.begin()));
    RecordedClock clock;
    clock.follow(history);
    const WallTime end = ceil<seconds>(clock.wallNow());
    const std::string said = text.toStdString();
    text = text.trimmed();
    const bool isBeforeEnd = text.startsWith(u'-'); // so long
    if (isBeforeEnd)
        text.remove(0, 1);
    const auto time = momentFromText(text, isBeforeEnd ? clock.wallNow() : end);
    const bool isLater = !time && momentFromText(text, end + days(36525));
    if (!time && !isLater)
        return Error{ErrorKind::Invalid,
                     "A time of the recording is written as 13:58:02, 2026-11-21T13:58:02Z or -15m, and not “" + said +
                         "”.",
                     {}};
    if (isLater || *time < begin)
        return Error{ErrorKind::Invalid,
                     "“" + said + "” is not in the recording, which is from " + formatTime(begin) + " to " +
                         formatTime(end) + '.',
                     {}};
    return *time;
}

} // namespace wk
