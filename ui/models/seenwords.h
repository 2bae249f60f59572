// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"

#include <QString>

#include <optional>

/// How much of what happened was seen, in words. Gui thread (times and numbers as the user's locale has them); pure
/// otherwise.
namespace wk {

/// "live", "resumed", …: the class as the filter spells it, in the words of the window's language.
QString classWord(EntryClass origin);

/// The same of a class's name in a filter; none for what is no class.
std::optional<QString> classWord(const QString &name);

/// What a class means for whoever reads the event: a sentence or two.
QString classMeaning(EntryClass origin);

/// A time in which changes of a watch may have passed unseen.
struct UnseenTime {
    Gap gap;
    WallTime until{}; ///< when the relist had answered
};

/// What a gap is: how long, from where to where, why, and what is known of what happened in it. Plain text of several
/// lines; `what` names what was watched and is shown as it stands.
QString gapMeaning(const UnseenTime &unseen, const QString &what);

} // namespace wk
