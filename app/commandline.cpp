// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

namespace wk {

Error usageError(const QString &text)
{
    return {ErrorKind::Invalid, "error: " + text.toStdString(), {}, 0, {}};
}

CommandLine::CommandLine(const CommandSyntax &command)
    : m_command(command.fullName())
{
    m_parser.setApplicationDescription(command.description());
    m_parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsCompactedShortOptions);
    if (!command.wordsUsage().isEmpty())
        m_parser.addPositionalArgument(command.wordsUsage(), command.wordsDescription());
    for (const CommandOption &option : command.options()) {
        QCommandLineOption known(option.names, option.text(), option.valueName, option.usual);
        if (option.isRefused)
            known.setFlags(QCommandLineOption::HiddenFromHelp);
        m_parser.addOption(known);
        if (option.isFlag())
            m_flags.addFlag(option.names);
        else
            m_flags.addValue(option.names);
        m_mayBeEtcd = m_mayBeEtcd || option.names.constLast() == QStringLiteral("etcd");
    }
}

Result<> CommandLine::parse(const QStringList &arguments)
{
    const auto rest = m_flags.takenFrom(arguments);
    if (!rest)
        return Error{ErrorKind::Invalid,
                     "Error: " + rest.error().text + "\nSee '" + m_command.toStdString() + " --help' for usage.",
                     {},
                     0,
                     {}};
    if (!m_parser.parse(QStringList(QStringLiteral("watchkeeper")) + *rest))
        return usageError(m_parser.errorText());
    // Who means kubectl's would be served as somebody else, unnoticed.
    for (const char *name : {"cacert", "cert", "key", "user", "password", "insecure-skip-tls-verify"}) {
        if (m_mayBeEtcd && !has("etcd") && has(name))
            return usageError(
                ArgumentsTr::tr("--%1 is for --etcd. How to sign in to a cluster is read from its kubeconfig.")
                    .arg(QString::fromLatin1(name)));
    }
    return success();
}

bool CommandLine::has(const char *name) const
{
    const QString option = QString::fromLatin1(name);
    return m_flags.isOn(option) || m_parser.isSet(option);
}

/// The parser takes the program's name from the application, which may have another or not be there yet.
QString CommandLine::helpText() const
{
    const QString text = m_parser.helpText();
    const qsizetype name = text.indexOf(u' ') + 1;
    return text.left(name) + m_command + text.mid(text.indexOf(QStringLiteral(" [options]"), name));
}

ClusterArguments CommandLine::cluster() const
{
    ClusterArguments cluster{get("kubeconfig").toStdString(),
                             get("context").toStdString(),
                             has("demo"),
                             0,
                             has("allow-exec"),
                             has("allow-files"),
                             has("allow-insecure")};
    cluster.as.user = get("as").toStdString();
    cluster.as.uid = get("as-uid").toStdString();
    for (const QString &group : all("as-group")) {
        if (!group.isEmpty())
            cluster.as.groups.push_back(group.toStdString());
    }
    if (m_mayBeEtcd && has("etcd"))
        cluster.etcd = EtcdArguments{get("etcd"),
                                     get("cacert"),
                                     get("cert"),
                                     get("key"),
                                     get("user"),
                                     get("password"),
                                     has("insecure-skip-tls-verify")};
    return cluster;
}

SelectionArguments CommandLine::selection() const
{
    SelectionArguments selection;
    selection.ns = get("namespace").toStdString();
    selection.allNamespaces = has("all-namespaces");
    selection.labelSelector = get("selector").toStdString();
    selection.fieldSelector = get("field-selector").toStdString();
    return selection;
}

} // namespace wk
