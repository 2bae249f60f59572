// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qtmessages.h"

#include "core/base/displaysafe.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

namespace wk {

namespace {

/// The first is said by QPlatformWindow for every window with a least size where there is no window manager to tell it
/// to, offscreen above all; the windows obey it all the same. The second is said where nobody is logged in; we keep
/// nothing there. Sources: qtbase src/gui/kernel/qplatformwindow.cpp, src/corelib/io/qstandardpaths_unix.cpp.
bool isNoTrouble(const QString &text)
{
    return text == QLatin1String("This plugin does not support propagateSizeHints()") ||
           text.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set"));
}

struct DisplayTr {
    Q_DECLARE_TR_FUNCTIONS(Display)
};

struct DisplayWords {
    QString reason; ///< the first thing that was said: what follows is about the plugins that Qt tried
    QStringList messages;
};

/// What Qt has said while it opens the display; empty at other times. A message handler has no other context.
std::optional<DisplayWords> heldBack;

void print(const QString &text)
{
    for (const QString &line : text.split(u'\n'))
        std::fprintf(stderr, "%s\n", terminalSafe(line.toStdString()).c_str());
}

QString missingDisplay(const QString &reason)
{
    const bool isChosen = qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
    const bool isNamed = !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
    const QString what =
        isNamed || isChosen
            ? DisplayTr::tr("The display cannot be opened (%1), so there is no window.").arg(reason)
            : DisplayTr::tr("There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set.");
    return what + QLatin1Char(' ') +
           DisplayTr::tr(
               "“xvfb-run -a watchkeeper” runs without one; “watchkeeper get”, “record” and “serve” need none.");
}

void say(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (isNoTrouble(text))
        return;
    const QString message = qFormatLogMessage(type, context, text);
    if (!heldBack)
        return print(message);
    if (type == QtFatalMsg) {
        print(QStringLiteral("watchkeeper: ") + missingDisplay(heldBack->reason));
        std::_Exit(1); // after this handler Qt would abort
    }
    if (heldBack->reason.isEmpty())
        heldBack->reason = text.trimmed();
    heldBack->messages.append(message);
}

} // namespace

void installQtMessages()
{
    qInstallMessageHandler(say);
}

DisplayOpening::DisplayOpening()
{
    heldBack.emplace();
}

DisplayOpening::~DisplayOpening()
{
    const std::optional<DisplayWords> said = std::exchange(heldBack, std::nullopt);
    for (const QString &message : said->messages)
        print(message);
}

} // namespace wk
