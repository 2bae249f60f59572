// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/tokenfilesource.h"

#include "core/base/limits.h"
#include "tests/support/credentialasker.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

namespace tst_tokenfilesource {

using namespace wk;
using namespace std::chrono_literals;

class TestTokenFileSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aTokenFileIsReadOnceAMinute();
    void aRefusedTokenIsReadAgainAtOnce();
    void aBrokenTokenFileSaysWhy_data();
    void aBrokenTokenFileSaysWhy();
    void theLastGoodTokenStaysWhileTheFileIsBroken();
    void theTokenBesideTheFileIsUsedUntilItCanBeRead();

private:
    QString path() const { return m_directory->filePath(QStringLiteral("token")); }
    void write(const QByteArray &bytes) const
    {
        QFile file(path());
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
    }
    void useTokenFile(const QByteArray &token, const Secret &fallback = {})
    {
        write(token);
        m_source = std::make_unique<TokenFileSource>(TokenFile{path().toStdString(), fallback}, m_clock);
    }
    QByteArray ask() { return m_asker.ask(*m_source); }

    std::unique_ptr<QTemporaryDir> m_directory;
    ManualClock m_clock;
    std::unique_ptr<TokenFileSource> m_source;
    CredentialAsker m_asker;
};

void TestTokenFileSource::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
}

void TestTokenFileSource::aTokenFileIsReadOnceAMinute()
{
    useTokenFile("one\n");
    QCOMPARE(ask(), QByteArray("one"));
    write("  two \r\n\n");
    m_clock.advance(60s - 1ms);
    QCOMPARE(ask(), QByteArray("one"));
    m_clock.advance(1ms);
    QCOMPARE(ask(), QByteArray("two"));
}

void TestTokenFileSource::aRefusedTokenIsReadAgainAtOnce()
{
    useTokenFile("one");
    QCOMPARE(ask(), QByteArray("one"));
    write("two");
    m_source->refused(Credential{Secret("zero"), {}, {}, {}});
    QCOMPARE(ask(), QByteArray("one"));
    m_source->refused(m_asker.credential());
    QCOMPARE(ask(), QByteArray("two"));
}

void TestTokenFileSource::aBrokenTokenFileSaysWhy_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("not there") << QByteArray("absent") << QByteArray("No such file");
    QTest::newRow("empty") << QByteArray("") << QByteArray("empty");
    QTest::newRow("blank") << QByteArray(" \n") << QByteArray("empty");
    QTest::newRow("too large") << QByteArray(qsizetype(limits::CredentialFileBytes) + 1, 'x')
                               << QByteArray("larger than");
    QTest::newRow("two lines") << QByteArray("one\ntwo\n") << QByteArray("no token has");
    QTest::newRow("a header smuggled in") << QByteArray("one\r\nX-Evil: 1") << QByteArray("no token has");
    QTest::newRow("binary") << QByteArray("a\0b", 3) << QByteArray("no token has");
    QTest::newRow("a directory") << QByteArray("directory") << QByteArray("a directory");
    QTest::newRow("a named pipe") << QByteArray("fifo") << QByteArray("a named pipe");
}

void TestTokenFileSource::aBrokenTokenFileSaysWhy()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, word);
    useTokenFile(kind);
    if (kind == "absent" || kind == "directory" || kind == "fifo")
        QVERIFY(QFile::remove(path()));
    if (kind == "directory")
        QVERIFY(QDir().mkdir(path()));
    if (kind == "fifo")
        QCOMPARE(::mkfifo(path().toUtf8().constData(), 0600), 0);
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QCOMPARE(m_asker.error().place, path().toStdString());
    QVERIFY2(m_asker.error().text.find(word.toStdString()) != std::string::npos, m_asker.error().text.c_str());
    // Put right, it works with the next question.
    QVERIFY(kind != "directory" || QDir().rmdir(path()));
    QFile::remove(path());
    write("good");
    QCOMPARE(ask(), QByteArray("good"));
}

void TestTokenFileSource::theLastGoodTokenStaysWhileTheFileIsBroken()
{
    useTokenFile("one");
    QCOMPARE(ask(), QByteArray("one"));
    QVERIFY(QFile::remove(path()));
    m_clock.advance(1min);
    QCOMPARE(ask(), QByteArray("one"));
    m_source->forget();
    QCOMPARE(ask(), QByteArray("one"));
    write("two");
    m_source->forget();
    QCOMPARE(ask(), QByteArray("two"));
}

void TestTokenFileSource::theTokenBesideTheFileIsUsedUntilItCanBeRead()
{
    useTokenFile({}, Secret("beside"));
    QCOMPARE(ask(), QByteArray("beside"));
    write("file");
    m_clock.advance(1min);
    QCOMPARE(ask(), QByteArray("file"));
}

} // namespace tst_tokenfilesource

WK_TEST(tst_tokenfilesource, TestTokenFileSource, QCoreApplication)
#include "tst_tokenfilesource.moc"
