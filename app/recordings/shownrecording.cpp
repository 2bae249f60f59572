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
    if (!head) {
        Error error = head.error();
        QFile file(QString::fromStdString(path));
        const QByteArray first = file.open(QIODevice::ReadOnly) ? file.peek(1) : QByteArray();
        if (first == "{" || first == "[")
            error.text += " If kubectl has printed it, make one of it: watchkeeper convert " + path + " NAME.wklog.";
        return error;
    }
    auto shown = std::make_shared<ShownRecording>();
    shown->path = QFileInfo(QString::fromStdString(path)).absoluteFilePath().toStdString();
    shown->goesOn = isBeingWritten(path);
    shown->clock.setGoesOn(shown->goesOn);
    shown->note = head->note;
    return shown;
}

RecordingWords ShownRecording::words() const
{
    RecordingWords words{QFileInfo(QString::fromStdString(path)).fileName()};
    if (note) {
        words.isRedacted = note->isRedacted;
        words.filter = QString::fromStdString(note->filter);
    }
    return words;
}

} // namespace wk
