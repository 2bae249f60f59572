// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

namespace wk {

class Language;
class Theme;
class Workbench;

/// Shows every view by itself, as a user would look through them, leaves a picture of each in both themes and both
/// languages and the stream as watch JSON Lines in a folder, and ends. For a machine without a display, and for looking
/// at what changed. Gui thread.
class Tour : public QObject
{
    Q_OBJECT

public:
    /// All but the folder outlive the tour.
    Tour(Workbench &bench, Theme &theme, Language &language, QString folder);
    /// Begins; does nothing the second time.
    void start();

Q_SIGNALS:
    /// 0, or 1 when something could not be written.
    void finished(int exitCode);

private:
    struct Step {
        std::chrono::milliseconds pause{0}; ///< before it
        std::function<void()> act;
    };
    void plan();
    void planViews(const QString &suffix);
    void next();
    void take(const QString &name);
    void exportLog();

    Workbench &m_bench;
    Theme &m_theme;
    Language &m_language;
    QString m_folder;
    SystemClock m_clock;
    std::vector<Step> m_steps;
    std::size_t m_done = 0;
    bool m_failed = false;
    Clock::Alarm m_alarm;
};

} // namespace wk
