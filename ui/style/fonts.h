// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace wk {

/// What a text is for; sizes in px at 100 %. Source: the design tokens, "Type".
enum class TextRole {
    Body,      ///< 12: cells, lists, controls, status bar
    BodyBold,  ///< 12/600: totals, dock titles, the active tab
    Caption,   ///< 11: captions, axes, key caps
    Header,    ///< 11/600: table headers
    Title,     ///< 13/600: card titles, the inspector's object
    Heading,   ///< 15/600: a view's heading
    Headline,  ///< 20/600: big numbers
    Mono,      ///< 12 mono: names and paths
    MonoBody,  ///< 11.5 mono: YAML, diff, raw lines
    MonoTitle, ///< 13/600 mono
    MonoInput, ///< 12.5 mono: the filter box
};

/// The program's interface font: the desktop's own, or Inter where no desktop names one and Inter is
/// installed. Gui thread, once at start; Theme gives it to QApplication.
QFont interfaceFont();

/// The font of a role, derived from QApplication::font(), so that a larger system font scales all of them.
/// Gui thread; cached.
const QFont &fontOf(TextRole role);

/// Pixels at 100 % as they are with the user's font size (12 px is 100 %).
int scaled(int pixels);

/// Forgets what was derived; Theme calls it when the application's font changes.
void fontsChanged();

} // namespace wk
