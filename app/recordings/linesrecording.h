// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QTemporaryDir>

#include <mutex>
#include <optional>
#include <string>

namespace wk {

/// A recording that a window can show, made of the lines that kubectl has printed: nobody else may read it, and it is
/// gone as soon as it has been opened. Any thread.
class LinesRecording
{
public:
    /// Whether a file is such lines, as far as its beginning tells: FileUnreadable, Invalid.
    static Result<> check(const QString &path);

    explicit LinesRecording(QString lines)
        : m_lines(std::move(lines))
    {}

    /// Makes it, and says where it lies: FileUnreadable, Invalid, FileWriteFailed. It waits for the disk.
    Result<std::string> make();
    /// Whoever reads it has it open: it has no name any more, also when the program is killed.
    void wasOpened();

private:
    const QString m_lines;
    std::mutex m_mutex;
    std::optional<QTemporaryDir> m_folder; ///< under the lock
};

} // namespace wk
