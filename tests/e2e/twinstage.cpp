// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/twinstage.h"

#include "tests/e2e/kubectlrows.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTimer>

#include <algorithm>

namespace wk::twin {

namespace {

constexpr int MostMilliseconds = 30'000;

/// A token of OpenID Connect with this end of its life, seconds since 1970; nobody looks at its signature.
QByteArray idToken(const char *expiry)
{
    constexpr auto Way = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;
    const QByteArray claims = R"({"iss":"https://127.0.0.1:1","exp":)" + QByteArray(expiry) + '}';
    return QByteArray(R"({"alg":"RS256"})").toBase64(Way) + '.' + claims.toBase64(Way) + ".c2ln";
}

} // namespace

Stage::Stage(const Case &scene, const TwinKeys &keys, const QString &program, const QStringList &words)
    : m_case(scene)
    , m_keys(keys)
{
    m_https.setTls(keys.server(m_case.one("shows", "server")));
    m_https6.setTls(keys.server(m_case.one("shows", "server")));
    writeFiles();
    m_process.setWorkingDirectory(folder());
    m_process.setProcessEnvironment(environment());
    connect(&m_process, &QProcess::started, this, [this] {
        m_process.write(filled(m_case.one("input")));
        m_process.closeWriteChannel();
    });
    QTimer::singleShot(MostMilliseconds, this, [this] { m_process.kill(); });
    m_process.start(program, words + options());
}

Stage::~Stage()
{
    m_process.disconnect(this);
    m_process.kill();
    m_process.waitForFinished();
}

void Stage::writeFiles()
{
    write("config", inForm(m_case.one("form"), m_case.kubeconfig()));
    for (const auto &[name, content] : m_case.files)
        write(name, name == "config" ? inForm(m_case.one("form"), content) : content);
    write("../out/token", "elsewhere-token");
    QDir(m_root.path()).mkpath(QStringLiteral("home"));
}

void Stage::write(const std::string &name, const QByteArray &content)
{
    QFile file(QDir::cleanPath(folder() + u'/' + QString::fromStdString(name)));
    QDir().mkpath(QFileInfo(file).path());
    if (!file.open(QIODevice::WriteOnly))
        return;
    const QByteArray text = filled(content);
    file.write(text);
    if (text.startsWith("#!"))
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

/// Placeholders hold none themselves, but for that of the kubeconfig.
QByteArray Stage::filled(const QByteArray &text) const
{
    static const QRegularExpression placeholder(QStringLiteral("\\{([a-z0-9-]+(?::[a-z0-9.-]+)?)\\}"));
    const QString latin = QString::fromLatin1(text); // byte for byte
    QByteArray result;
    qsizetype done = 0;
    for (auto each = placeholder.globalMatch(latin); each.hasNext();) {
        const auto match = each.next();
        const QByteArray value = valueOf(match.captured(1).toLatin1());
        if (value.isNull())
            continue;
        result += text.mid(done, match.capturedStart() - done) + value;
        done = match.capturedEnd();
    }
    return result + text.mid(done);
}

/// Null for what is none.
QByteArray Stage::valueOf(const QByteArray &placeholder) const
{
    const auto port = [](const QTcpServer &server) { return QByteArray::number(server.serverPort()); };
    const std::map<QByteArray, QByteArray> known{
        {"dir", folder().toUtf8()},
        {"out", m_root.filePath(QStringLiteral("out")).toUtf8()},
        {"http", "http://127.0.0.1:" + port(m_http)},
        {"https", "https://127.0.0.1:" + port(m_https)},
        {"http6", "http://[::1]:" + port(m_http6)},
        {"https6", "https://[::1]:" + port(m_https6)},
        {"plain", port(m_http)},
        {"tls", port(m_https)},
        {"proxy", port(m_proxy)},
        {"socks", port(m_socks)},
        {"v1", "client.authentication.k8s.io/v1"},
        {"v1beta1", "client.authentication.k8s.io/v1beta1"},
        {"jwt", idToken("4102444800")},
        {"old-jwt", idToken("1102444800")},
        {"record", "#!/bin/sh\nprintf '%s\\n' \"$KUBERNETES_EXEC_INFO\" \"$0 in $PWD with $*\" >> " +
                       folder().toUtf8() + "/said\n"}};
    if (const auto found = known.find(placeholder); found != known.end())
        return found->second;
    if (placeholder == "config")
        return filled(m_case.kubeconfig());
    const QByteArray form = placeholder.left(placeholder.indexOf(':'));
    QByteArray content = m_keys.read(QString::fromUtf8(placeholder.mid(form.size() + 1)));
    if (form == "64")
        return content.toBase64();
    if (form == "64bare")
        return content.append("\n\n").left(content.size() / 3 * 3 + 1).toBase64(QByteArray::OmitTrailingEquals);
    if (form == "64lines")
        return content.toBase64().insert(200, "\\n").insert(100, "\\n");
    if (form == "pem")
        return content;
    if (form == "crlf")
        return content.replace("\n", "\r\n");
    return form == "json" ? content.replace("\n", "\\n") : QByteArray();
}

QStringList Stage::options() const
{
    QStringList options;
    for (const QByteArray &line : m_case.all("options"))
        options += kubectlrows::shellWords(QString::fromUtf8(filled(line)));
    return options;
}

QProcessEnvironment Stage::environment() const
{
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("PATH"), qEnvironmentVariable("PATH"));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    environment.insert(QStringLiteral("HOME"), m_root.filePath(QStringLiteral("home")));
    environment.insert(QStringLiteral("KUBECONFIG"), folder() + QStringLiteral("/config"));
    environment.insert(QStringLiteral("KUBECACHEDIR"), m_root.filePath(QStringLiteral("cache")));
    for (const auto &[name, value] : {std::pair("GOGC", "off"), std::pair("GOMAXPROCS", "1")}) // takes half as long
        environment.insert(QString::fromLatin1(name), QString::fromLatin1(value));
    for (const QByteArray &line : m_case.all("env")) {
        const QString text = QString::fromUtf8(filled(line));
        environment.insert(text.section(u'=', 0, 0), text.section(u'=', 1));
    }
    return environment;
}

/// What differs only because the other program's is another folder, and other servers.
QByteArray Stage::plain(QByteArray text) const
{
    const std::pair<const QTcpServer &, QByteArray> servers[]{{m_http, "{http}"},   {m_https, "{https}"},
                                                              {m_http6, "{http6}"}, {m_https6, "{https6}"},
                                                              {m_proxy, "{proxy}"}, {m_socks, "{socks}"}};
    for (const auto &[server, name] : servers) {
        const quint16 port = server.serverPort();
        text.replace(QByteArray::number(port).prepend(':'), QByteArray(":").append(name));
    }
    return text.replace(folder().toUtf8(), "{dir}");
}

Sight Stage::sight()
{
    Sight sight;
    sight.exitCode = m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    sight.err = plain(m_process.readAllStandardError());
    QSet<QByteArray> lines = m_http.seen() + m_https.seen() + m_http6.seen() + m_https6.seen();
    lines += m_proxy.seen() + m_socks.seen();
    QFile said(folder() + QStringLiteral("/said"));
    if (said.open(QIODevice::ReadOnly)) {
        for (const QByteArray &line : said.readAll().split('\n')) {
            const auto json = QJsonDocument::fromJson(line); // whose fields have no order
            if (!line.isEmpty())
                lines += "plugin: " + (json.isNull() ? line : json.toJson(QJsonDocument::Compact));
        }
    }
    for (const QByteArray &line : std::as_const(lines))
        sight.lines.append(plain(line));
    std::sort(sight.lines.begin(), sight.lines.end());
    return sight;
}

} // namespace wk::twin
