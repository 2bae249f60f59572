// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opensslend.h"
#include "tests/support/testregistry.h"

#include <openssl/crypto.h>

#include <QTest>

#include <algorithm>
#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

namespace tst_opensslend {

using namespace wk;

namespace {

int said = -1; ///< where a child tells that OpenSSL clears up

void tell()
{
    const ssize_t written = ::write(said, "x", 1); // glibc insists that it is looked at
    static_cast<void>(written);
}

/// What a program hears from OpenSSL while it exits; OpenSSL is first used behind `begin`.
QByteArray heardAtExit(void (*begin)())
{
    int ends[2];
    if (::pipe(ends) != 0)
        return "no pipe";
    const pid_t child = ::fork();
    if (child == 0) {
        said = ends[1];
        begin();
        OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CRYPTO_STRINGS, nullptr);
        OPENSSL_atexit(tell);
        std::exit(0);
    }
    ::close(ends[1]);
    char buffer[8];
    const auto size = ::read(ends[0], buffer, sizeof buffer);
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    return QByteArray(buffer, qsizetype(std::max<ssize_t>(size, 0)));
}

} // namespace

class TestOpenSslEnd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsClearedUpBesideQtsThreads();
};

void TestOpenSslEnd::nothingIsClearedUpBesideQtsThreads()
{
    QCOMPARE(heardAtExit([] {}), QByteArray("x")); // as OpenSSL would
    QCOMPARE(heardAtExit(leaveOpenSslToTheSystem), QByteArray());
}

} // namespace tst_opensslend

WK_TEST(tst_opensslend, TestOpenSslEnd, NoApplication)
#include "tst_opensslend.moc"
