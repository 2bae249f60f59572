// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/commandsyntax.h"
#include "app/goflags.h"

#include <QCommandLineParser>

namespace wk {

/// What is wrong with a command line, as it is said: "error: " and a text, where kubectl has words for it in its words
/// and so in English.
Error usageError(const QString &text);

/// What was written after a command's name: the values of its options by name, so that reading them is a look-up. One
/// thread.
class CommandLine
{
public:
    explicit CommandLine(const CommandSyntax &command);

    /// `arguments` are those behind the command's word.
    Result<> parse(const QStringList &arguments);

    bool has(const char *name) const;
    /// Whether a flag was switched off: --name=false.
    bool isOff(const char *name) const { return m_flags.isOff(QString::fromLatin1(name)); }
    /// The last one, where there are several; the usual one, or empty, where there is none.
    QString get(const char *name) const { return m_parser.value(QString::fromLatin1(name)); }
    /// Nothing when it was not given, though it may have a default.
    std::optional<QString> given(const char *name) const { return has(name) ? std::optional(get(name)) : std::nullopt; }
    QStringList all(const char *name) const { return m_parser.values(QString::fromLatin1(name)); }
    QStringList positionals() const { return m_parser.positionalArguments(); }
    QString helpText() const;

    ClusterArguments cluster() const;
    SelectionArguments selection() const;

private:
    QString m_command;
    bool m_mayBeEtcd = false;
    QCommandLineParser m_parser;
    GoFlags m_flags;
};

} // namespace wk
