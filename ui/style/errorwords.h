// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>
#include <QStringList>

namespace wk {

/// A failure in the user's language. Every part is plain text, made safe for a screen.
struct ErrorWords {
    QString what;   ///< what happened, a sentence
    QString why;    ///< the server's or library's own words and the place; may be empty
    QString advice; ///< what to try, a sentence; may be empty

    /// The parts that are there, one after the other.
    QString sentence() const;
};

ErrorWords errorWords(const Error &error);
/// Whether there is anything to tell: an Error that nobody has filled in is none.
bool hasHappened(const Error &error);

/// The same in a word or two, for where there is room for no more: "refused", "not found", "server is busy".
QString errorWord(ErrorKind kind);

/// One after the other, without those that are empty. Chinese signs bring the blank behind them along.
QString joinedSentences(const QStringList &sentences);

} // namespace wk
