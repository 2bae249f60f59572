// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/manualclock.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtableview.h"
#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"

#include <QSettings>
#include <QTemporaryDir>

namespace wk::test {

/// A table of pods that shows itself, with a clock and settings of its own.
struct TableBench {
    explicit TableBench(int width)
    {
        clock.setWall(sample::Now);
        view.resize(width, 400);
        view.setWatches(sample::podInfo(), {1});
        view.show();
    }

    ManualClock clock;
    WindowState state;
    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings settings{store};
    TestTableView view{state, settings, clock};
};

} // namespace wk::test
