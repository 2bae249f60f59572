// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/execsource.h"
#include "tests/support/credentialasker.h"
#include "tests/support/manualclock.h"
#include "tests/support/testscript.h"

#include <QFile>
#include <QObject>

#include <memory>
#include <string>
#include <vector>

namespace wk::test {

using namespace std::chrono_literals;

/// A plugin that counts its runs and answers with the token of the file "token"; it fails while that is empty. Its
/// credential expires at what the file "expires" says, if that is there. It says first what the file "said" does, and
/// does not end while there is one that is called "hangs".
inline const QByteArray GoodScript =
    "echo run >> $DIR/runs; read token < $DIR/token; echo \"$KUBERNETES_EXEC_INFO\" > $DIR/info\n"
    "echo \"$PATH\" > $DIR/path\n"
    "[ -r $DIR/said ] && cat $DIR/said >&2\n"
    "[ -e $DIR/hangs ] && exec sleep 1000\n"
    "[ -n \"$token\" ] || exit 1\n"
    "[ -r $DIR/expires ] && expires=\",\\\"expirationTimestamp\\\":\\\"$(cat $DIR/expires)\\\"\"\n"
    "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
    "\"status\":{\"token\":\"'$token'\"'$expires'}}'\n";

/// A source over such a plugin, and what is asked and told on its behalf.
class ExecSourceRig : public QObject
{
protected:
    void begin()
    {
        m_source.reset();
        qputenv("KUBERC", "off"); // whose machine this is does not matter
        m_scripts = std::make_unique<TestScripts>();
        m_clock.setWall(*parseTime("2026-11-21T12:00:00Z"));
        m_access = ClusterAccess();
        m_consent = ExecAnswer::Allow;
        m_asked.clear();
        m_told.clear();
        m_hasTerminal = false;
        m_path = std::make_shared<PluginPath>();
        m_missing.clear();
    }

    void makeSource()
    {
        const auto consent = [this](const ExecRequest &request) {
            m_asked.push_back(request);
            return m_consent;
        };
        m_source = std::make_unique<ExecSource>(
            m_access, m_clock, PluginRules{consent, m_hasTerminal, m_path, [this](const std::string &command) {
                                               m_missing.push_back(command);
                                           }});
        m_source->listen([this](const PluginNews &news) {
            switch (news.kind) {
            case PluginNews::Kind::Begun: m_told += "begun " + QByteArray::fromStdString(news.command) + '\n'; return;
            case PluginNews::Kind::Said: m_told += QByteArray::fromStdString(news.words); return;
            case PluginNews::Kind::Ended: m_told += "ended\n"; return;
            }
        });
    }

    void usePlugin()
    {
        ExecPlugin plugin;
        plugin.apiVersion = "client.authentication.k8s.io/v1";
        plugin.command = "./plugin";
        plugin.program = m_scripts->write(QStringLiteral("plugin"), GoodScript);
        plugin.env = {{"DIR", m_scripts->path(QString()).toStdString()}};
        m_access.signIn = plugin;
        makeSource();
    }
    QByteArray ask() { return m_asker.ask(*m_source); }
    int runs() const { return int(m_scripts->read(QStringLiteral("runs")).count('\n')); }
    void write(const char *name, const QByteArray &bytes) const
    {
        QFile file(m_scripts->path(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
    }
    void expireIn(std::chrono::seconds delay) const
    {
        write("expires", QByteArray::fromStdString(formatTime(m_clock.wallNow() + delay)));
    }

    std::unique_ptr<TestScripts> m_scripts;
    ManualClock m_clock;
    ClusterAccess m_access;
    ExecAnswer m_consent = ExecAnswer::Allow;
    std::vector<ExecRequest> m_asked;
    QByteArray m_told;
    bool m_hasTerminal = false;
    std::shared_ptr<PluginPath> m_path;
    std::vector<std::string> m_missing;
    std::unique_ptr<CredentialSource> m_source;
    CredentialAsker m_asker;
};

} // namespace wk::test
