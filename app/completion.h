// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace wk {

/// The shells whose command lines are completed.
QStringList completionShells();

/// What one of them reads to complete Watchkeeper's command line: `source <(watchkeeper completion bash)`.
QString completionScript(const QString &shell);

/// The word before a command line that is to be completed, as kubectl's plugins have it.
QString completionWord();

/// What can stand in place of the last word, which may be empty, behind the others: a line each, with a tab and what it
/// means where that is known, and last ":" and a number, in which 2 says that no space follows, 4 that no files are
/// meant, 16 that folders are. Contexts are the kubeconfig's; no cluster is asked, and no plugin run. Nothing that it
/// prints means anything to a shell. Sources: github.com/spf13/cobra, ShellCompDirective; kubectl
/// pkg/cmd/plugin_completion.go.
QString completionsOf(const QStringList &words);

} // namespace wk
