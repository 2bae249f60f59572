// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <vector>

namespace wk {

/// The words of the command line's options and mistakes.
struct ArgumentsTr {
    Q_DECLARE_TR_FUNCTIONS(Arguments)
};

/// What a shell can offer where a value or a word is written.
enum class Offer {
    Nothing,
    Files,
    Folders,
    Contexts, ///< of the kubeconfig that the command line names
    Kinds,    ///< with commas between
    Shells,
    Commands,
    Choices, ///< CommandOption::choices
};

/// An option of a command.
struct CommandOption {
    QStringList names; ///< the long one last
    QString description;
    QString valueName{}; ///< empty: it is a flag
    Offer offer = Offer::Nothing;
    QStringList choices{};  ///< one that ends in "=" is followed by what the user writes
    QString usual{};        ///< its value where it is not given
    bool isRefused = false; ///< kubectl has it; it is read like any, and named in no help

    bool isFlag() const { return valueName.isEmpty(); }
    /// The description, with the usual value.
    QString text() const;
};

/// One of the program's commands: what may be written after its name and what that means. It is the one table of which
/// the reader of command lines (CommandLine), --help, the manual page and the completion of the shells are made. A
/// value; any thread.
class CommandSyntax
{
public:
    /// `name` is the word that chooses it; empty for the window.
    CommandSyntax(QString name, QString description);

    void flag(const QStringList &names, const QString &description);
    /// The option that was added, to say more of it.
    CommandOption &value(const QStringList &names, const QString &description, const QString &valueName,
                         Offer offer = Offer::Nothing);
    /// A value that is one of these.
    void choice(const QStringList &names, const QString &description, const QString &valueName,
                const QStringList &choices);
    /// One that kubectl has and that is refused.
    void refused(const QStringList &names);
    /// The words that are no options, as they are written in the usage, and what each of them is: the last one may be
    /// repeated.
    void words(const QString &usage, const QString &description, std::vector<Offer> offers);
    /// `context` describes the option of that name.
    void addClusterOptions(const QString &context = {});
    void addEtcdOptions();
    void addNamespaceOption();
    void addSelectionOptions();

    const QString &name() const { return m_name; }
    /// "watchkeeper", and its name.
    QString fullName() const;
    const QString &description() const { return m_description; }
    const std::vector<CommandOption> &options() const { return m_options; }
    const QString &wordsUsage() const { return m_wordsUsage; }
    const QString &wordsDescription() const { return m_wordsDescription; }
    const std::vector<Offer> &offers() const { return m_offers; }
    /// What --help prints.
    QString help() const;

private:
    QString m_name;
    QString m_description;
    QString m_wordsUsage;
    QString m_wordsDescription;
    std::vector<Offer> m_offers;
    std::vector<CommandOption> m_options;
};

} // namespace wk
