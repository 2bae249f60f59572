// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commandsyntax.h"
#include "core/base/result.h"
#include "core/query/filter.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace wk {

/// What a command that reads recordings is told.
struct ReadingArguments {
    enum class Command { Cat, Stats, Verify, Diff, Convert };
    enum class Output { Text, Wide, Json, Lines, Yaml, Csv };

    Command command = Command::Cat;
    QString file;                 ///< "-": standard input
    QString other{};              ///< of diff: the second file; of convert: the one to write
    Filter filter{};              ///< --filter
    QString filterText{};         ///< … as it was written
    QStringList at{};             ///< --at, as they were written
    Output output = Output::Text; ///< -o
    bool isRedacted = true;       ///< --no-redact: false
};

CommandSyntax catSyntax();
CommandSyntax statsSyntax();
CommandSyntax verifySyntax();
CommandSyntax diffSyntax();
CommandSyntax convertSyntax();

/// Reads what follows a command's name; nothing where there is no command of that name, a text where that is only to be
/// printed.
struct ParsedReading {
    ReadingArguments arguments;
    QString help; ///< not empty: it alone is asked for
};
std::optional<Result<ParsedReading>> parseReading(const QString &command, const QStringList &arguments);

/// --filter.
void addFilter(CommandSyntax &command);
/// A filter as a command line has it; its error is a usage error.
Result<Filter> filterOf(const QString &text);

} // namespace wk
