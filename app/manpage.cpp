// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manpage.h"

#include <algorithm>
#include <array>
#include <utility>

namespace wk {

namespace {

/// Text as troff prints it: no request, and hyphens that can be copied.
QString troff(QString text)
{
    text.replace(u'\\', QStringLiteral("\\e"));
    text.replace(u'-', QStringLiteral("\\-"));
    text.replace(u'~', QStringLiteral("\\(ti"));
    if (text.startsWith(u'.') || text.startsWith(u'\''))
        text.prepend(QStringLiteral("\\&"));
    return text;
}

QString bold(const QString &text)
{
    return QStringLiteral("\\fB") + troff(text) + QStringLiteral("\\fR");
}

QString paragraph(const QString &text)
{
    return QStringLiteral(".PP\n") + troff(text) + u'\n';
}

/// A term in bold, and what is said of it.
QString item(const QString &term, const QString &text)
{
    return QStringLiteral(".TP\n") + term + u'\n' + troff(text) + u'\n';
}

QString optionItem(const CommandOption &option)
{
    QStringList names;
    for (const QString &name : option.names)
        names += bold((name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name);
    QString term = names.join(QStringLiteral(", "));
    if (!option.isFlag())
        term += QStringLiteral(" \\fI") + troff(option.valueName) + QStringLiteral("\\fR");
    return item(term, option.text());
}

QString optionsOf(const CommandSyntax &command)
{
    QString text;
    for (const CommandOption &option : command.options()) {
        if (!option.isRefused)
            text += optionItem(option);
    }
    return text;
}

QString usageOf(const CommandSyntax &command)
{
    QString usage = bold(command.fullName()) + QStringLiteral(" [\\fIoptions\\fR]");
    if (!command.wordsUsage().isEmpty())
        usage += QStringLiteral(" \\fI") + troff(command.wordsUsage()) + QStringLiteral("\\fR");
    return usage;
}

QString synopsis(const std::vector<CommandSyntax> &commands)
{
    QStringList usages;
    std::ranges::transform(commands, std::back_inserter(usages), usageOf);
    return QStringLiteral(".SH SYNOPSIS\n") + usages.join(QStringLiteral("\n.br\n")) + u'\n';
}

QString description()
{
    return QStringLiteral(".SH DESCRIPTION\n") +
           troff(ArgumentsTr::tr("Watchkeeper is a monitor of cluster events: it lists and watches what a Kubernetes "
                                 "API server, or etcd, holds, as Kubernetes' own components do, and shows every "
                                 "change as it arrives, what it changed and who made it. It only ever reads.")) +
           u'\n' +
           paragraph(ArgumentsTr::tr("Without a command its window opens: on the kubeconfig's current context, or on "
                                     "an embedded demo cluster where there is no kubeconfig. As “kubectl watchkeeper” "
                                     "it is a plugin of kubectl with the same commands and options."));
}

using Items = std::vector<std::pair<const char *, QString>>;

QString section(const char *title, const Items &items)
{
    QString text = QStringLiteral(".SH ") + QLatin1String(title) + u'\n';
    for (const auto &[term, meaning] : items)
        text += item(bold(QString::fromUtf8(term)), meaning);
    return text;
}

QString environment()
{
    return section("ENVIRONMENT",
                   {{"KUBECONFIG", ArgumentsTr::tr("The kubeconfig files, with colons between.")},
                    {"ETCDCTL_CACERT, ETCDCTL_CERT, ETCDCTL_KEY, ETCDCTL_USER, ETCDCTL_PASSWORD",
                     ArgumentsTr::tr("What the options of the same names leave open, with --etcd and for serve.")},
                    {"XDG_STATE_HOME, XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_CACHE_HOME",
                     ArgumentsTr::tr("Where the files below are, instead of in the folders named there.")}});
}

QString files()
{
    return section(
        "FILES",
        {{"~/.kube/config", ArgumentsTr::tr("The kubeconfig, where neither option nor variable names one.")},
         {"~/.config/watchkeeper/watchkeeper.conf", ArgumentsTr::tr("The window's settings.")},
         {"~/.local/state/watchkeeper/history",
          ArgumentsTr::tr("What a window has seen of its clusters, kept for the next start: 4 GB at most unless chosen "
                          "otherwise in the window's menu, which also deletes it.")},
         {"~/.cache/watchkeeper", ArgumentsTr::tr("What a running window keeps aside; gone with it.")},
         {"~/.local/share/watchkeeper/serve", ArgumentsTr::tr("Certificate and token of serve.")}});
}

QString exitStatus()
{
    return section("EXIT STATUS", {{"0", ArgumentsTr::tr("It did what was asked.")},
                                   {"1", ArgumentsTr::tr("It failed, and said why on standard error.")}});
}

QString examples()
{
    static const std::array<std::pair<const char *, const char *>, 8> lines{{
        {"watchkeeper --context staging", QT_TRANSLATE_NOOP("Arguments", "The window on a context.")},
        {"watchkeeper get pods -A -w", QT_TRANSLATE_NOOP("Arguments", "All pods, and then each event of them.")},
        {"watchkeeper record pods.jsonl pods -n web",
         QT_TRANSLATE_NOOP("Arguments", "Every event of a namespace's pods, into a file.")},
        {"watchkeeper record web.wklog pods,events -n web",
         QT_TRANSLATE_NOOP("Arguments", "A recording, which “watchkeeper web.wklog” opens.")},
        {"watchkeeper get pods --from web.wklog --at -5m",
         QT_TRANSLATE_NOOP("Arguments", "The pods as they were five minutes before its end.")},
        {"watchkeeper serve web.wklog --speed 10 >web.kubeconfig",
         QT_TRANSLATE_NOOP("Arguments", "The recording as a cluster for kubectl and for others.")},
        {"watchkeeper --etcd https://10.0.0.1:2379 --cacert ca.pem /registry/",
         QT_TRANSLATE_NOOP("Arguments", "The window on Kubernetes' own keys in etcd.")},
        {"watchkeeper serve --demo --port 8001 >demo.kubeconfig",
         QT_TRANSLATE_NOOP("Arguments", "A demo cluster for kubectl and for others.")},
    }};
    QString text = QStringLiteral(".SH EXAMPLES\n");
    for (const auto &[line, meaning] : lines)
        text += item(bold(QLatin1String(line)), ArgumentsTr::tr(meaning));
    return text;
}

} // namespace

QString manPage(const std::vector<CommandSyntax> &commands)
{
    QString text = QStringLiteral(".TH WATCHKEEPER 1 \"\" \"watchkeeper " WATCHKEEPER_VERSION "\" \"User Commands\"\n"
                                  ".SH NAME\nwatchkeeper, kubectl\\-watchkeeper \\- ") +
                   troff(ArgumentsTr::tr("show what happens in a Kubernetes cluster, live")) + u'\n' +
                   synopsis(commands) + description();
    for (const CommandSyntax &command : commands) {
        if (command.name().isEmpty()) {
            text += QStringLiteral(".SH OPTIONS\n");
        } else {
            text += QStringLiteral(".SH ") + command.name().toUpper() + u'\n' + usageOf(command) + u'\n' +
                    paragraph(command.description());
            if (!command.wordsDescription().isEmpty())
                text += paragraph(command.wordsUsage() + QStringLiteral(": ") + command.wordsDescription());
        }
        text += optionsOf(command);
    }
    return text + environment() + files() + exitStatus() + examples() +
           QStringLiteral(".SH SEE ALSO\n\\fBkubectl\\fR(1), \\fBetcdctl\\fR(1)\n");
}

} // namespace wk
