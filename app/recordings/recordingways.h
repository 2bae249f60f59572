// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/uisettings.h"

#include <QObject>
#include <QString>

class QMenu;

namespace wk {

class MainWindow;
struct Error;

/// How a user brings a recording into a window: by the program's menu, which knows those that were opened last, or by
/// dropping a file on it. Gui thread.
class RecordingWays : public QObject
{
    Q_OBJECT

public:
    /// Owned by the window; the settings outlive it.
    RecordingWays(MainWindow &window, const UiSettings &settings);

    /// Says over a window why a file cannot be opened.
    static void sayUnreadable(const QString &path, const Error &why, QWidget &window);
    /// Asks for a file.
    void choose();

Q_SIGNALS:
    /// A recording, or what the user takes for one.
    void chosen(const QString &path);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void addEntries(QMenu &menu);
    void fillRecent(QMenu &menu);

    MainWindow &m_window;
    const UiSettings &m_settings;
};

} // namespace wk
