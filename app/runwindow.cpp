// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runwindow.h"

#include "app/console.h"
#include "app/qtmessages.h"
#include "app/recordings/shownrecording.h"
#include "app/windowprogram.h"
#include "ui/style/programicon.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <optional>

namespace wk {

int runWindow(int &argc, char **argv, const WindowArguments &arguments)
{
    if (!arguments.recording.isEmpty()) { // there is nothing to look at without it
        if (const auto opened = ShownRecording::open(arguments.recording.toStdString()); !opened) {
            Console::standard().sayError(opened.error());
            return 1;
        }
    }
    std::optional<DisplayOpening> opening(std::in_place);
    QApplication application(argc, argv);
    opening.reset();
    // The folder of the settings: without it Qt names it "Unknown Organization".
    QApplication::setOrganizationName(QCoreApplication::applicationName());
    QApplication::setApplicationDisplayName(QStringLiteral("Watchkeeper"));
    QApplication::setDesktopFileName(QStringLiteral("watchkeeper"));
    QApplication::setWindowIcon(programIcon());
    // A run that only shows or times the program begins as for a new user, and leaves the user's own settings alone.
    const QTemporaryDir aside;
    const bool isForShow = arguments.timeStart || !arguments.tourFolder.isEmpty();
    QSettings usual;
    QSettings once(aside.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    WindowProgram program(arguments, isForShow ? once : usual);
    program.openFirst();
    return QApplication::exec();
}

} // namespace wk
