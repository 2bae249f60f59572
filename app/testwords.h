// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/connectiontest.h"

#include <QStringList>

namespace wk {

/// A step of a test in words that are safe to show.
struct TestWords {
    QString title;
    QString fact;       ///< what was found, or why it goes no further and what to do
    QString took;       ///< "38 ms"; empty while it runs
    QStringList each{}; ///< of kinds, those that have answered: "pods: allowed"

    /// For a report: a line, and one for each kind.
    QString text() const;
};

/// Gui thread; in the language of now.
TestWords testWords(const TestStep &step, const ClusterAccess &access);

/// How who signs in does so: "by the plugin “aws”", "by a bearer token", …; no secret is in it.
QString signInWords(const ClusterAccess &access);

} // namespace wk
