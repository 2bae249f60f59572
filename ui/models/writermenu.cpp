// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/writermenu.h"

#include "ui/models/filterwords.h"
#include "ui/models/windowstate.h"

#include <QMenu>

namespace wk {

void offerOnlyWriter(QMenu &menu, WindowState &state, const std::string &writer)
{
    if (writer.empty())
        return;
    PointChoice only = choicesFor(state.activeFilter(), {FilterField::Manager, {}, writer}).front();
    menu.addAction(only.text, &state, [&state, filter = std::move(only.filter)] { state.setFilter(filter); });
}

} // namespace wk
