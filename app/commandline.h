// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/goflags.h"

#include <QCommandLineParser>
#include <QCoreApplication>

namespace wk {

/// The words of the command line's options and mistakes.
struct ArgumentsTr {
    Q_DECLARE_TR_FUNCTIONS(Arguments)
};

/// What is wrong with a command line, as it is said: "error: " and a text, where kubectl has words for it in its words
/// and so in English.
Error usageError(const QString &text);

/// The command line of one subcommand: its options by name, so that reading them is a look-up. One thread.
class CommandLine
{
public:
    /// `name` is the word that chooses it; empty for the window.
    explicit CommandLine(const QString &description, const QString &name = {});

    void flag(const QStringList &names, const QString &description);
    void value(const QStringList &names, const QString &description, const QString &valueName);
    /// One that kubectl has and that is refused: read like a value, and not in the help.
    void refused(const QStringList &names);
    void positional(const QString &name, const QString &description);
    void addClusterOptions();
    void addEtcdOptions();
    void addNamespaceOption();
    void addSelectionOptions();

    /// `arguments` are those behind the subcommand's word.
    Result<> parse(const QStringList &arguments);

    bool has(const char *name) const;
    /// Whether a flag was switched off: --name=false.
    bool isOff(const char *name) const { return m_flags.isOff(QString::fromLatin1(name)); }
    /// The last one, where there are several; empty where there is none.
    QString get(const char *name) const { return m_parser.value(QString::fromLatin1(name)); }
    QStringList all(const char *name) const { return m_parser.values(QString::fromLatin1(name)); }
    QStringList positionals() const { return m_parser.positionalArguments(); }
    QString help() const;

    ClusterArguments cluster() const;
    SelectionArguments selection() const;

private:
    QString m_name;
    bool m_mayBeEtcd = false;
    QCommandLineParser m_parser;
    GoFlags m_flags;
};

} // namespace wk
