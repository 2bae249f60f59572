// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/shownrecording.h"

#include "core/base/limits.h"
#include "core/base/privatefile.h"
#include "core/history/journal/recordingstart.h"

#include <QFile>
#include <QFileInfo>

namespace wk {

namespace {

constexpr std::uint64_t HeadBytes = limits::MiB; ///< its first frame, and in that its note, unless that is a long one

} // namespace

Result<std::shared_ptr<ShownRecording>> ShownRecording::open(const std::string &path)
{
    EventLog beginning;
    auto head = restoreRecording(path, beginning, {.mostBytes = HeadBytes});
    auto shown = std::make_shared<ShownRecording>();
    shown->path = QFileInfo(QString::fromStdString(path)).absoluteFilePath().toStdString();
    if (!head) {
        const QString lines = QString::fromStdString(shown->path);
        if (head.error().kind != ErrorKind::Invalid || !LinesRecording::check(lines))
            return head.error();
        shown->lines = std::make_unique<LinesRecording>(lines);
        return shown;
    }
    shown->goesOn = isBeingWritten(path);
    shown->clock.setGoesOn(shown->goesOn);
    shown->note = head->note;
    return shown;
}

Result<std::string> ShownRecording::fileOf(const std::shared_ptr<const ShownRecording> &shown)
{
    return shown->lines ? shown->lines->make() : Result<std::string>(shown->path);
}

RecordingWords ShownRecording::words() const
{
    RecordingWords words{QFileInfo(QString::fromStdString(path)).fileName()};
    words.isOfLines = lines != nullptr;
    if (note) {
        words.isRedacted = note->isRedacted;
        words.filter = QString::fromStdString(note->filter);
    }
    return words;
}

} // namespace wk
