// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/helppages.h"

#include "core/base/limits.h"
#include "core/cluster/etcd/etcdguard.h"
#include "core/cluster/requestguard.h"

#include <QCoreApplication>
#include <QLocale>

#include <chrono>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace wk::helppages {

namespace {

class Pages
{
    Q_DECLARE_TR_FUNCTIONS(HelpPages)
};

QString heading(int level, const QString &text)
{
    return QString(level, u'#') + u' ' + text + QStringLiteral("\n\n");
}

QString paragraph(const QString &text)
{
    return text + QStringLiteral("\n\n");
}

QString row(const QString &first, const QString &second)
{
    return QStringLiteral("| %1 | %2 |\n").arg(first, second);
}

QString tableHead(const QString &first, const QString &second)
{
    return row(first, second) + QStringLiteral("| --- | --- |\n");
}

QString code(std::string_view text)
{
    return u'`' + QString::fromUtf8(text.data(), qsizetype(text.size())) + u'`';
}

QString requests(const QString &method, std::span<const std::string_view> paths)
{
    QString rows;
    for (const std::string_view path : paths)
        rows += row(method, code(path));
    return rows;
}

QString ofServer()
{
    QStringList keys;
    for (const std::string_view key : RequestGuard::queryKeys())
        keys << code(key);
    return heading(2, Pages::tr("To a Kubernetes API server")) +
           paragraph(Pages::tr("What stands in braces is a name of the cluster's. There is no subresource among these "
                               "paths: no exec, no logs, no proxy.")) +
           tableHead(Pages::tr("Request"), Pages::tr("Path")) +
           requests(QStringLiteral("GET"), RequestGuard::shapes()) + u'\n' +
           paragraph(Pages::tr("A query has no other keys than these: %1.").arg(keys.join(QStringLiteral(", ")))) +
           paragraph(Pages::tr("Of Secrets only the metadata and the columns of the server's table are asked for. A "
                               "token goes to the server of its own context and to no other, and never over http "
                               "except to this computer. Redirects are not followed."));
}

QString ofEtcd()
{
    return heading(2, Pages::tr("To etcd")) + tableHead(Pages::tr("Request"), Pages::tr("Path")) +
           requests(QStringLiteral("GET"), EtcdGuard::got()) + requests(QStringLiteral("POST"), EtcdGuard::posted()) +
           u'\n' +
           paragraph(Pages::tr("Below %1 only keys are asked for, no values, and nothing is watched.")
                         .arg(code(SecretKeys))) +
           paragraph(
               Pages::tr("An embedded server that keeps its objects in an etcd (serve --etcd-servers) also writes "
                         "there, below its own prefix. A window never does."));
}

QString ofOthers()
{
    return heading(2, Pages::tr("To anybody else")) +
           paragraph(Pages::tr(
               "A proxy that the kubeconfig or the environment names is told the server's host and "
               "port, and its own user and password where the address has them; only requests by http "
               "pass through it unencrypted. Names are looked up as your system does it. A credential plugin and your login "
               "shell run only after you have said yes, and what they send is theirs. A web page that "
               "a plugin names is opened in your browser, when you click on it.")) +
           paragraph(Pages::tr("There is nothing else: nobody is asked for updates, and nobody is told how Watchkeeper "
                               "is used."));
}

using Limits = std::vector<std::pair<QString, QString>>;

QString table(const QString &title, const Limits &limits)
{
    QString text = heading(2, title) + tableHead(Pages::tr("What"), Pages::tr("At most"));
    for (const auto &[what, most] : limits)
        text += row(what, most);
    return text + u'\n';
}

QString count(std::size_t number)
{
    return QLocale().toString(qulonglong(number));
}

QString size(std::size_t bytes)
{
    constexpr std::pair<double, const char16_t *> Units[]{
        {1024. * wk::limits::MiB, u"GiB"}, {wk::limits::MiB, u"MiB"}, {wk::limits::KiB, u"KiB"}};
    for (const auto &[unit, name] : Units) {
        if (double(bytes) + 1 >= unit) // a bound may be the last that is less
            return QLocale().toString(qRound(double(bytes) / unit)) + u' ' + QStringView(name);
    }
    return QLocale().toString(qulonglong(bytes)) + QStringLiteral(" B");
}

QString seconds(std::chrono::seconds time)
{
    return Pages::tr("%1 s", "seconds").arg(time.count());
}

Limits ofWire()
{
    using namespace wk::limits;
    return {{Pages::tr("One event of a watch"), size(FrameBytes)},
            {Pages::tr("A page of a list, unpacked"), size(ListPageBytes)},
            {Pages::tr("Any other answer"), size(DocumentBytes)},
            {Pages::tr("Objects that are asked for in one page"), count(ListPageItems)},
            {Pages::tr("Pages of a list"), count(ListPages)},
            {Pages::tr("Levels of JSON"), count(JsonDepth)},
            {Pages::tr("Values in a protobuf body"), count(ProtoValues)},
            {Pages::tr("Wait for a connection"), seconds(ConnectTime)},
            {Pages::tr("Wait for the first byte of an answer"), seconds(HeadTime)},
            {Pages::tr("… from there to the end of its head"), seconds(HeadReadTime)},
            {Pages::tr("A wait that the server asks for (Retry-After)"), seconds(RetryAfterCap)}};
}

Limits ofKubeconfigs()
{
    using namespace wk::limits;
    return {{Pages::tr("A kubeconfig"), size(KubeconfigBytes)},
            {Pages::tr("Kubeconfigs in a folder"), count(KubeconfigFolderFiles)},
            {Pages::tr("… all of them"), size(KubeconfigFolderBytes)},
            {Pages::tr("Wait for a kubeconfig from a pipe"), seconds(KubeconfigPipeTime)},
            {Pages::tr("Levels of YAML"), count(YamlDepth)},
            {Pages::tr("Values of YAML, each alias counted as what it stands for"), count(YamlNodes)},
            {Pages::tr("A file with a certificate, key or token"), size(CredentialFileBytes)},
            {Pages::tr("A token that is looked into"), size(JwtBytes)},
            {Pages::tr("What a credential plugin prints"), size(ExecOutputBytes)},
            {Pages::tr("What is shown of its standard error"), size(ExecWordsBytes)},
            {Pages::tr("Time of a plugin that says nothing"), seconds(ExecTime)},
            {Pages::tr("… and of one that has spoken"), seconds(ExecPersonTime)},
            {Pages::tr("Time of the login shell"), seconds(LoginShellTime)}};
}

Limits ofProgram()
{
    using namespace wk::limits;
    return {{Pages::tr("Characters of a cell"), count(CellChars)},
            {Pages::tr("Characters of a line"), count(LineChars)},
            {Pages::tr("An object written out"), size(PrintedBytes)},
            {Pages::tr("A list of them"), size(ListBytes)},
            {Pages::tr("Lines of a text that is compared"), count(DiffLines)},
            {Pages::tr("… and its size"), size(DiffBytes)},
            {Pages::tr("A JSONPath"), size(PathBytes)},
            {Pages::tr("… its levels"), count(PathDepth)},
            {Pages::tr("… the values it leads to"), count(PathValues)},
            {Pages::tr("… what it prints"), size(TemplateBytes)},
            {Pages::tr("What a packed text of a recording becomes, times its length"), count(InflationTimes)},
            {Pages::tr("… or this much at least"), size(InflationBytes)},
            {Pages::tr("Events that wait for the window before it reads everything anew"), count(MailboxEntries)},
            {Pages::tr("… their size"), size(MailboxBytes)}};
}

} // namespace

QString sent()
{
    return heading(1, Pages::tr("What this program can send")) +
           paragraph(Pages::tr("These are the lists that every request is checked against before it is sent; this page "
                               "is made of them.")) +
           ofServer() + ofEtcd() + ofOthers();
}

QString limits()
{
    return heading(1, Pages::tr("Limits")) +
           paragraph(
               Pages::tr("Clusters, kubeconfigs and recordings may be a stranger's. What of them is larger, deeper "
                         "or slower than this is not taken, and it is said where. This page is made of the "
                         "program's own table.")) +
           table(Pages::tr("Between the cluster and here"), ofWire()) +
           table(Pages::tr("A kubeconfig and what it names"), ofKubeconfigs()) +
           table(Pages::tr("In the program"), ofProgram());
}

} // namespace wk::helppages
