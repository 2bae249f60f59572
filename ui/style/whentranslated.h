// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QWidget;

namespace wk {

/// Sets a widget's texts: now, and again whenever the language changes, for as long as the widget lives. Gui thread.
void whenTranslated(QWidget *widget, std::function<void()> setTexts);

} // namespace wk
