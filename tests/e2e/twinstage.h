// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/twincase.h"
#include "tests/e2e/twinkeys.h"
#include "tests/e2e/twinproxy.h"
#include "tests/e2e/twinserver.h"

#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>

namespace wk::twin {

/// What a program did with a kubeconfig.
struct Sight {
    int exitCode = -1;    ///< -1: it did not end by itself, in time
    QByteArrayList lines; ///< what servers and proxies saw of it and what was said to plugins, sorted, each once
    QByteArray err;

    bool hasReached() const
    {
        return std::ranges::any_of(lines, [](const QByteArray &line) { return line.startsWith("GET "); });
    }
    /// Where nothing reaches a server, what is found out first is open: whether a plugin or a proxy is asked before.
    bool operator==(const Sight &other) const
    {
        return exitCode == other.exitCode &&
               (lines == other.lines || (exitCode != 0 && !hasReached() && !other.hasReached()));
    }
};

/// One program that reads one kubeconfig, in a folder and with servers of its own. It runs beside the test's event
/// loop.
class Stage : public QObject
{
public:
    /// `program` runs with `words` and the case's options behind them.
    Stage(const Case &scene, const TwinKeys &keys, const QString &program, const QStringList &words);
    ~Stage() override;

    bool hasEnded() const { return m_process.state() == QProcess::NotRunning; }
    Sight sight();

private:
    void writeFiles();
    void write(const std::string &name, const QByteArray &content);
    QByteArray filled(const QByteArray &text) const;
    QByteArray valueOf(const QByteArray &placeholder) const;
    QByteArray plain(QByteArray text) const;
    QStringList options() const;
    QProcessEnvironment environment() const;

    const Case m_case;
    const TwinKeys &m_keys;
    QString folder() const { return m_root.filePath(QStringLiteral("work")); }

    QTemporaryDir m_root; ///< with the folder "work" that the program is in, "home" and "out"
    TwinServer m_http{QHostAddress::LocalHost};
    TwinServer m_https{QHostAddress::LocalHost};
    TwinServer m_http6{QHostAddress::LocalHostIPv6};
    TwinServer m_https6{QHostAddress::LocalHostIPv6};
    TwinProxy m_proxy{TwinProxy::Kind::Http, m_https.serverPort(), m_http.serverPort()};
    TwinProxy m_socks{TwinProxy::Kind::Socks5, m_https.serverPort(), m_http.serverPort()};
    QProcess m_process;
};

} // namespace wk::twin
