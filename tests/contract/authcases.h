// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "tests/contract/securescene.h"
#include "tests/support/processgone.h"

#include <QDir>

#include <csignal>

#include <sys/stat.h>
#include <unistd.h>

/// Rows of the group A of the fault matrix: credential plugins and token files that are of no use.
namespace wk::matrix::auth {

using namespace std::chrono_literals;

struct PluginCase {
    const char *name;
    QByteArray script; ///< what it does; empty: it is not there
    std::vector<const char *> words;
    /// Turns the clock while it runs.
    std::function<void(SecureScene &)> pass = {};
    std::function<void(SecureScene &)> check = {};
    ErrorKind kind = ErrorKind::CredentialFailed;
    ExecAnswer consent = ExecAnswer::Allow;
    bool waitsForPerson = false; ///< it is not run again until somebody asks for it
};

/// Once it has written its number, so much time goes by.
inline std::function<void(SecureScene &)> waitsOut(std::chrono::seconds time)
{
    return [time](SecureScene &scene) {
        QVERIFY(soon([&] { return scene.processIn("self") > 0; }));
        scene.clock.advance(time);
    };
}

/// It and what it started have been ended.
inline void isGone(SecureScene &scene)
{
    for (const char *file : {"self", "child"}) {
        const qint64 process = scene.processIn(file);
        QVERIFY(soon([&] { return process <= 0 || isProcessGone(process); }));
    }
}

inline void neverRan(SecureScene &scene)
{
    QVERIFY(!scene.scripts.read(QStringLiteral("runs")).contains("bad"));
    QVERIFY(!scene.asked.empty());
}

inline std::vector<PluginCase> pluginFailures()
{
    return {
        {.name = "A3 the plugin is not there", .script = {}, .words = {"brew install it"}},
        {.name = "A3 the plugin ends with 1, and escape sequences",
         .script = "printf '\\033[31mlog in first\\033[0m\\n' >&2; exit 1\n",
         .words = {"ended with code 1", "log in first", "brew install it"}},
        {.name = "A3 the plugin is killed",
         .script = "kill -KILL $$\n",
         .words = {"ended by signal 9", "brew install"}},
        {.name = "A4 the plugin hangs, and a child of it with the pipe",
         .script = "sleep 1000 & echo $! > $DIR/child; echo $$ > $DIR/self.new; mv $DIR/self.new $DIR/self; wait\n",
         .words = {"did not answer within 60 seconds"},
         .pass = waitsOut(60s),
         .check = isGone},
        {.name = "A4 the plugin prints without end",
         .script = "echo $$ > $DIR/self; exec cat /dev/zero\n",
         .words = {"more than 1024 KiB"},
         .check = isGone},
        {.name = "A4 the plugin complains without end",
         .script = "echo $$ > $DIR/self; exec cat /dev/zero >&2\n",
         .words = {"was not done 5 minutes after it first said something"},
         .pass =
             [](SecureScene &scene) {
                 // Who has spoken is waited for longer.
                 QVERIFY(soon([&] { return scene.clock.hasAlarm(limits::ExecPersonTime); }));
                 scene.clock.advance(limits::ExecPersonTime);
             },
         .check = isGone,
         .waitsForPerson = true},
        {.name = "A5 what the plugin prints is no JSON", .script = "echo token: abc\n", .words = {"JSON"}},
        {.name = "A5 what the plugin prints has another apiVersion",
         .script = SecureScene::gives(R"({"token":"bad"})", "v1beta1"),
         .words = {"v1beta1"}},
        {.name = "A5 what the plugin prints has no status", .script = SecureScene::gives("null"), .words = {"status"}},
        {.name = "A5 a status without a token", .script = SecureScene::gives("{}"), .words = {}},
        {.name = "A5 a certificate without its key",
         .script = SecureScene::gives(R"({"clientCertificateData":"x"})"),
         .words = {"a certificate without its key"}},
        {.name = "A5 a token that expired yesterday",
         .script = SecureScene::gives(R"({"token":"bad","expirationTimestamp":"2001-01-01T00:00:00Z"})"),
         .words = {"expired"}},
    };
}

inline std::vector<PluginCase> pluginConsents()
{
    return {
        {.name = "A6 nobody has allowed the plugin yet",
         .script = "echo bad >> $DIR/runs\n",
         .words = {"plugin"},
         .check = neverRan,
         .kind = ErrorKind::ConsentNeeded,
         .consent = ExecAnswer::Ask},
        {.name = "A6 the plugin has been forbidden",
         .script = "echo bad >> $DIR/runs\n",
         .words = {"not allowed here"},
         .check = neverRan,
         .consent = ExecAnswer::Deny},
    };
}

struct TokenCase {
    const char *name;
    std::function<void(const QString &path)> damage;
    std::vector<const char *> words;
};

inline void writeToken(const QString &path, const QByteArray &bytes)
{
    QDir().rmdir(path);
    QFile::remove(path);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes);
}

inline std::function<void(const QString &)> holds(const QByteArray &bytes)
{
    return [bytes](const QString &path) { writeToken(path, bytes); };
}

inline std::vector<TokenCase> tokenFiles()
{
    const auto instead = [](auto make) {
        return [make](const QString &path) {
            QFile::remove(path);
            make(path.toLocal8Bit());
        };
    };
    return {
        {"A7 the token file is not there", instead([](const QByteArray &) {}), {"No such file"}},
        {"A7 the token file cannot be read: a link to itself",
         instead([](const QByteArray &path) { QVERIFY(::symlink(path.constData(), path.constData()) == 0); }),
         {}},
        {"A7 the token file is empty", holds({}), {"empty"}},
        {"A7 the token file has 10 MiB", holds(QByteArray(10 * 1024 * 1024, 'x')), {"larger than"}},
        {"A7 the token file is a directory",
         instead([](const QByteArray &path) { QVERIFY(::mkdir(path.constData(), 0700) == 0); }),
         {"a directory"}},
        {"A7 the token file is a FIFO",
         instead([](const QByteArray &path) { QVERIFY(::mkfifo(path.constData(), 0600) == 0); }),
         {"a named pipe"}},
    };
}

} // namespace wk::matrix::auth
