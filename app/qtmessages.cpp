// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qtmessages.h"

#include "core/base/displaysafe.h"

#include <QString>

#include <cstdio>

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

void say(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (isNoTrouble(text))
        return;
    for (const QString &line : qFormatLogMessage(type, context, text).split(u'\n'))
        std::fprintf(stderr, "%s\n", terminalSafe(line.toStdString()).c_str());
}

} // namespace

void installQtMessages()
{
    qInstallMessageHandler(say);
}

} // namespace wk
