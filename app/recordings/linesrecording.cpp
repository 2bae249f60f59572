// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/linesrecording.h"

#include "app/recordings/openedrecording.h"
#include "core/history/logsink.h"

#include <QFile>

namespace wk {

namespace {

constexpr qint64 LooksAt = 64 * 1024; ///< it is looked at on the window's thread

} // namespace

Result<> LinesRecording::check(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::FileUnreadable, file.errorString().toStdString(), path.toStdString()};
    const QByteArray beginning = file.read(LooksAt);
    EventLog log;
    LogSink sink(log);
    RevisionBodies bodies;
    const std::string_view text(beginning.constData(), std::size_t(beginning.size()));
    const auto lines = importLines(text, bodies, sink);
    // A list of all that there is, is longer: it is read when it is made.
    const bool isOneLong =
        file.size() > LooksAt && beginning.trimmed().startsWith('{') && beginning.contains("\"apiVersion\"");
    return lines || isOneLong ? success() : Result<>(lines.error());
}

Result<std::string> LinesRecording::make()
{
    const std::lock_guard lock(m_mutex);
    const QTemporaryDir &folder = m_folder.emplace();
    if (!folder.isValid())
        return Error{ErrorKind::FileWriteFailed, folder.errorString().toStdString(), folder.path().toStdString()};
    const QString made = folder.filePath(QStringLiteral("lines.wklog"));
    const auto opened = OpenedRecording::read(m_lines);
    if (!opened)
        return opened.error();
    const auto recorded = (*opened)->record({}, {.path = made.toStdString(), .secrets = EntryCopier::Secrets::Kept});
    return recorded ? Result<std::string>(made.toStdString()) : Result<std::string>(recorded.error());
}

void LinesRecording::wasOpened()
{
    const std::lock_guard lock(m_mutex);
    m_folder.reset();
}

} // namespace wk
