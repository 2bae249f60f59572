// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/errorlines.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_errorlines {

using namespace wk;

/// What kubectl's own words are is tst_kubectl's; here are the kinds that it meets with difficulty.
class TestErrorLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFailureIsSaidAsKubectlSaysIt_data();
    void aFailureIsSaidAsKubectlSaysIt();
};

void TestErrorLines::aFailureIsSaidAsKubectlSaysIt_data()
{
    QTest::addColumn<Error>("error");
    QTest::addColumn<QByteArray>("lines"); // what they begin with
    const auto row = [](const char *name, const Error &error, const char *lines) {
        QTest::newRow(name) << error << QByteArray(lines);
    };
    row("the server's reason and words", {ErrorKind::Conflict, "it is there", {}, 409, {}, "AlreadyExists"},
        "Error from server (AlreadyExists): it is there\n");
    row("a server that gives no reason", {ErrorKind::ServerError, "try later", {}, 503, {}},
        "Error from server: try later\n");
    row("in several lines", {ErrorKind::Invalid, "one\ntwo", {}, 422, {}, "Invalid"},
        "Error from server (Invalid): one\ntwo\n");
    row("a stranger", {ErrorKind::Unauthorized, "Unauthorized", "it:6443", 401, {}, "Unauthorized"},
        "error: You must be logged in to the server (Unauthorized)\n"
        "The server it:6443 does not know who you are (401). Sign in again, or");
    row("nobody listens", {ErrorKind::Refused, "Nobody listens at it:1.", "it:1", 0, {}},
        "The connection to the server it:1 was refused - did you specify the right host or port?\n");
    row("no such name", {ErrorKind::NameNotFound, "?", "it:1", 0, {}},
        "Unable to connect to the server: The server's name it:1 cannot be resolved (DNS).");
    row("a certificate of somebody else's", {ErrorKind::TlsUntrusted, "It is another.", {}, 0, {}},
        "Unable to connect to the server: The server's certificate is not trusted. ");
    row("a proxy that wants to know who we are", {ErrorKind::ProxyRefused, "who?", {}, 407, {}},
        "Unable to connect to the server: The proxy wants a sign-in");
    row("a login page", {ErrorKind::NotKubernetes, "a web page", {}, 400, {}},
        "error: Something answers there, but not a Kubernetes API");
    row("a mistake", {ErrorKind::Invalid, "you may only specify a single resource type", {}, 0, {}},
        "error: you may only specify a single resource type\n");
    row("a broken file", {ErrorKind::ConfigBroken, "No.", "/config:1", 0, {}},
        "error: The configuration cannot be read. /config:1: No. Correct");
    row("a program that would be run", {ErrorKind::ConsentNeeded, "A program.\nProgram: x", {}, 0, {}},
        "error: A program.\nProgram: x\nAdd --allow-exec ");
}

void TestErrorLines::aFailureIsSaidAsKubectlSaysIt()
{
    QFETCH(Error, error);
    QFETCH(QByteArray, lines);
    const std::string said = errorLines(error) + '\n';
    QVERIFY2(said.starts_with(lines.toStdString()), said.c_str());
}

} // namespace tst_errorlines

WK_TEST(tst_errorlines, TestErrorLines, QCoreApplication)
#include "tst_errorlines.moc"
