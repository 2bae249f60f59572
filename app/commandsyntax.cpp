// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandsyntax.h"

#include "app/commandline.h"

#include <utility>

namespace wk {

QString CommandOption::text() const
{
    return usual.isEmpty() ? description : QString(description + u' ' + ArgumentsTr::tr("Default: %1.").arg(usual));
}

CommandSyntax::CommandSyntax(QString name, QString description)
    : m_name(std::move(name))
    , m_description(std::move(description))
{
    flag({QStringLiteral("h"), QStringLiteral("help")}, ArgumentsTr::tr("Show this help."));
}

void CommandSyntax::flag(const QStringList &names, const QString &description)
{
    m_options.push_back({names, description});
}

CommandOption &CommandSyntax::value(const QStringList &names, const QString &description, const QString &valueName,
                                    Offer offer)
{
    m_options.push_back({names, description, valueName, offer});
    return m_options.back();
}

void CommandSyntax::choice(const QStringList &names, const QString &description, const QString &valueName,
                           const QStringList &choices)
{
    value(names, description, valueName, Offer::Choices).choices = choices;
}

void CommandSyntax::refused(const QStringList &names)
{
    value(names, {}, QStringLiteral("value")).isRefused = true;
}

void CommandSyntax::words(const QString &usage, const QString &description, std::vector<Offer> offers)
{
    m_wordsUsage = usage;
    m_wordsDescription = description;
    m_offers = std::move(offers);
}

void CommandSyntax::addClusterOptions(const QString &context)
{
    value({QStringLiteral("kubeconfig")},
          ArgumentsTr::tr(
              "The kubeconfig to use, a folder of them, or a pipe; else KUBECONFIG, else ~/.kube/config, else, in a "
              "pod, its service account."),
          ArgumentsTr::tr("file"), Offer::Files);
    value({QStringLiteral("context")},
          context.isEmpty() ? ArgumentsTr::tr("The context to use instead of the current one.") : context,
          ArgumentsTr::tr("name"), Offer::Contexts);
    value({QStringLiteral("as")}, ArgumentsTr::tr("Act as this user, if who signs in may."), ArgumentsTr::tr("user"));
    value({QStringLiteral("as-group")}, ArgumentsTr::tr("With --as: of this group, too; may be repeated."),
          ArgumentsTr::tr("group"));
    value({QStringLiteral("as-uid")}, ArgumentsTr::tr("With --as: with this uid."), ArgumentsTr::tr("uid"));
    flag({QStringLiteral("demo")}, ArgumentsTr::tr("Use the embedded demo cluster."));
    flag({QStringLiteral("allow-exec")}, ArgumentsTr::tr("Run the context's credential plugin without asking."));
    flag({QStringLiteral("allow-files")},
         ArgumentsTr::tr("Read the context's certificate, key and token files without asking, wherever they lie."));
    flag({QStringLiteral("allow-insecure")}, ArgumentsTr::tr("Accept a context that switches certificate checks off."));
}

void CommandSyntax::addEtcdOptions()
{
    value(
        {QStringLiteral("etcd")},
        ArgumentsTr::tr("Read etcd itself, without an API server: its members, with commas between. What follows is a "
                        "prefix of keys, as in “/registry/pods/”."),
        QStringLiteral("URL,…"));
    value({QStringLiteral("cacert")}, ArgumentsTr::tr("With --etcd: the CA that has signed its certificates."),
          ArgumentsTr::tr("file"), Offer::Files);
    value({QStringLiteral("cert")}, ArgumentsTr::tr("With --etcd: a client certificate, without a CN."),
          ArgumentsTr::tr("file"), Offer::Files);
    value({QStringLiteral("key")}, ArgumentsTr::tr("With --etcd: that certificate's key."), ArgumentsTr::tr("file"),
          Offer::Files);
    value(
        {QStringLiteral("user")},
        ArgumentsTr::tr("With --etcd: NAME or NAME:PASSWORD; all of these also as etcdctl's variables, ETCDCTL_USER."),
        ArgumentsTr::tr("name"));
    value({QStringLiteral("password")}, ArgumentsTr::tr("With --etcd: the user's password."),
          ArgumentsTr::tr("password"));
    flag({QStringLiteral("insecure-skip-tls-verify")}, ArgumentsTr::tr("With --etcd: check no certificates."));
}

void CommandSyntax::addNamespaceOption()
{
    value({QStringLiteral("n"), QStringLiteral("namespace")}, ArgumentsTr::tr("The namespace to look into."),
          ArgumentsTr::tr("name"));
}

void CommandSyntax::addSelectionOptions()
{
    addNamespaceOption();
    flag({QStringLiteral("A"), QStringLiteral("all-namespaces")}, ArgumentsTr::tr("Look into all namespaces."));
    value({QStringLiteral("l"), QStringLiteral("selector")}, ArgumentsTr::tr("A label selector."),
          ArgumentsTr::tr("selector"));
    value({QStringLiteral("field-selector")}, ArgumentsTr::tr("A field selector."), ArgumentsTr::tr("selector"));
}

QString CommandSyntax::fullName() const
{
    return QStringLiteral("watchkeeper") + (m_name.isEmpty() ? QString() : QString(u' ' + m_name));
}

QString CommandSyntax::help() const
{
    return CommandLine(*this).helpText();
}

} // namespace wk
