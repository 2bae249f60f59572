// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

namespace wk {

Error usageError(const QString &text)
{
    return {ErrorKind::Invalid, "error: " + text.toStdString(), {}, 0, {}};
}

CommandLine::CommandLine(const QString &description, const QString &name)
    : m_name(name.isEmpty() ? name : QString(QLatin1Char(' ') + name))
{
    m_parser.setApplicationDescription(description);
    m_parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsCompactedShortOptions);
    flag({QStringLiteral("h"), QStringLiteral("help")}, ArgumentsTr::tr("Show this help."));
}

void CommandLine::flag(const QStringList &names, const QString &description)
{
    m_parser.addOption({names, description});
    m_flags.addFlag(names);
}

void CommandLine::value(const QStringList &names, const QString &description, const QString &valueName)
{
    m_parser.addOption({names, description, valueName});
    m_flags.addValue(names);
}

void CommandLine::refused(const QStringList &names)
{
    QCommandLineOption option(names, QString(), QStringLiteral("value"));
    option.setFlags(QCommandLineOption::HiddenFromHelp);
    m_parser.addOption(option);
    m_flags.addValue(names);
}

void CommandLine::positional(const QString &name, const QString &description)
{
    m_parser.addPositionalArgument(name, description);
}

void CommandLine::addClusterOptions()
{
    value({QStringLiteral("kubeconfig")},
          ArgumentsTr::tr("The kubeconfig to use; else KUBECONFIG, else ~/.kube/config."), ArgumentsTr::tr("file"));
    value({QStringLiteral("context")}, ArgumentsTr::tr("The context to use instead of the current one."),
          ArgumentsTr::tr("name"));
    flag({QStringLiteral("demo")}, ArgumentsTr::tr("Use the embedded demo cluster."));
    flag({QStringLiteral("allow-exec")}, ArgumentsTr::tr("Run the context's credential plugin without asking."));
    flag({QStringLiteral("allow-insecure")}, ArgumentsTr::tr("Accept a context that switches certificate checks off."));
}

void CommandLine::addEtcdOptions()
{
    m_mayBeEtcd = true;
    value(
        {QStringLiteral("etcd")},
        ArgumentsTr::tr("Read etcd itself, without an API server: its members, with commas between. What follows is a "
                        "prefix of keys, as in “/registry/pods/”."),
        QStringLiteral("URL,…"));
    value({QStringLiteral("cacert")}, ArgumentsTr::tr("With --etcd: the CA that has signed its certificates."),
          ArgumentsTr::tr("file"));
    value({QStringLiteral("cert")}, ArgumentsTr::tr("With --etcd: a client certificate, without a CN."),
          ArgumentsTr::tr("file"));
    value({QStringLiteral("key")}, ArgumentsTr::tr("With --etcd: that certificate's key."), ArgumentsTr::tr("file"));
    value(
        {QStringLiteral("user")},
        ArgumentsTr::tr("With --etcd: NAME or NAME:PASSWORD; all of these also as etcdctl's variables, ETCDCTL_USER."),
        ArgumentsTr::tr("name"));
    value({QStringLiteral("password")}, ArgumentsTr::tr("With --etcd: the user's password."),
          ArgumentsTr::tr("password"));
    flag({QStringLiteral("insecure-skip-tls-verify")}, ArgumentsTr::tr("With --etcd: check no certificates."));
}

void CommandLine::addNamespaceOption()
{
    value({QStringLiteral("n"), QStringLiteral("namespace")}, ArgumentsTr::tr("The namespace to look into."),
          ArgumentsTr::tr("name"));
}

void CommandLine::addSelectionOptions()
{
    addNamespaceOption();
    flag({QStringLiteral("A"), QStringLiteral("all-namespaces")}, ArgumentsTr::tr("Look into all namespaces."));
    value({QStringLiteral("l"), QStringLiteral("selector")}, ArgumentsTr::tr("A label selector."),
          ArgumentsTr::tr("selector"));
    value({QStringLiteral("field-selector")}, ArgumentsTr::tr("A field selector."), ArgumentsTr::tr("selector"));
}

Result<> CommandLine::parse(const QStringList &arguments)
{
    const auto rest = m_flags.takenFrom(arguments);
    if (!rest)
        return Error{ErrorKind::Invalid,
                     "Error: " + rest.error().text + "\nSee 'watchkeeper" + m_name.toStdString() +
                         " --help' for usage.",
                     {},
                     0,
                     {}};
    if (!m_parser.parse(QStringList(QStringLiteral("watchkeeper")) + *rest))
        return usageError(m_parser.errorText());
    return success();
}

bool CommandLine::has(const char *name) const
{
    const QString option = QString::fromLatin1(name);
    return m_flags.isOn(option) || m_parser.isSet(option);
}

/// The parser takes the program's name from the application, and there is none yet.
QString CommandLine::help() const
{
    return m_parser.helpText().replace(QStringLiteral("<executable_name>"), QStringLiteral("watchkeeper") + m_name);
}

ClusterArguments CommandLine::cluster() const
{
    ClusterArguments cluster{get("kubeconfig").toStdString(),
                             get("context").toStdString(),
                             has("demo"),
                             0,
                             has("allow-exec"),
                             has("allow-insecure")};
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
