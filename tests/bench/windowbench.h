// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/threadloops.h"
#include "app/workbench.h"
#include "core/base/clock.h"
#include "tests/bench/figure.h"
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"
#include "ui/table/tableview.h"

#include <QApplication>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>

namespace wk::bench {

/// Ends the program, as there is nothing to measure.
[[noreturn]] void give(const char *why);

/// In a QApplication, as main() has it.
template <class Measure>
std::vector<Figure> inApplication(Measure measure)
{
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    letThreadsWaitWithoutGlib();
    int argc = 1;
    std::string program = "wk_frames";
    char *argv[] = {program.data(), nullptr};
    const QApplication application(argc, argv);
    return measure();
}

/// What the process has in memory (RssAnon and RssShmem), in bytes.
double memoryBytes();

/// A wk_podserver of so many pods in a process of its own.
class PodServer
{
public:
    explicit PodServer(std::uint32_t pods);
    ~PodServer();

    ClusterAccess access() const;
    /// Lets so many things happen to the pods, so many a second, or as fast as it goes (0). Returns at once.
    void happen(std::uint64_t events, std::uint64_t perSecond);
    /// The same; the server notes when each was written.
    void happenNoted(std::uint64_t events, std::uint64_t perSecond);
    /// What it has noted since it was asked last: by resourceVersion.
    std::map<std::string, WallTime> takeNoted();
    /// What curl is called with to watch the pods as the window does, thrown away.
    QStringList curlArguments(const char *query) const;

    QByteArray url;
    QByteArray token;
    QByteArray authority;

private:
    QByteArray line();

    QProcess m_process;
};

/// The window of the program on such a server, as main() makes it. Its history is kept across restarts, in a folder
/// that goes with it, or as it is said.
struct WindowBench {
    explicit WindowBench(const ClusterAccess &access, HistoryKeeping keeping = HistoryKeeping::AcrossRestarts);
    /// With what the session's thread makes there.
    WindowBench(const ClusterAccess &access, BackendFactory makeBackend,
                HistoryKeeping keeping = HistoryKeeping::AcrossRestarts);
    WindowBench(const ClusterAccess &access, BackendFactory makeBackend, const KeptHistory &kept);

    /// Starts the session, and returns when so many rows are in the table.
    void list(std::uint32_t pods);
    /// Makes every view, as somebody does who looks at each once, and shows the first again.
    void lookAround();

    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings settings{store};
    SystemClock clock;
    Theme theme;
    Workbench bench;
    TableView *table = nullptr;

private:
    void show();
};

} // namespace wk::bench
