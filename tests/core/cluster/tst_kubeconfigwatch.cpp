// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubeconfigwatch.h"

#include "tests/core/cluster/kubeconfigtext.h"
#include "tests/support/manualclock.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QTest>

#include <cstdio>
#include <optional>

#include <unistd.h>

namespace tst_kubeconfigwatch {

using namespace wk;

/// The token of its one context, as the last news had it.
class TestKubeconfigWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void A12_aFileThatIsReplacedIsRead();
    void A12_aFileThatIsCutAndWrittenIsReadWhenItRests();
    void A12_whatIsBrokenLeavesWhatWasKnown();
    void whatTheSystemDoesNotTellOfIsFoundByTheClock();
    void aFileThatComesIsRead();
    void theFilesOfAFolderAreFollowed();
    void nothingIsToldWhileNothingMoves();
    void whatMovesAllTheTimeIsReadInTheEnd();
    void aPipeIsNotReadAgain();

private:
    QString path(const char *name) const { return m_keys->path(QString::fromLatin1(name)); }
    void write(const char *name, const QByteArray &token)
    {
        m_keys->write(QString::fromLatin1(name), token.isEmpty() ? token : config(Https, "{token: " + token + "}"));
    }
    void replace(const char *name, const QByteArray &token)
    {
        write("new", token);
        QCOMPARE(std::rename(path("new").toUtf8().constData(), path(name).toUtf8().constData()), 0);
    }
    void follow(const QString &name, HeldKubeconfigs held = {})
    {
        m_watch.emplace(KubeconfigSources{{name.toStdString()}, std::move(held)}, m_clock,
                        [this](std::shared_ptr<const KubeconfigSet> set) {
                            ++m_told;
                            m_set = std::move(set);
                        });
    }
    QByteArray token(const char *context = "c") const
    {
        const auto access = m_set ? m_set->resolve(context) : Result<ClusterAccess>(Error{});
        return access ? std::get<Secret>(access->signIn).reveal().toByteArray() : QByteArray();
    }
    /// What the system tells has come by then, which it is given time for.
    bool settles()
    {
        QCoreApplication::processEvents();
        m_clock.advance(KubeconfigWatch::Rest);
        return true;
    }

    std::unique_ptr<TestKeys> m_keys;
    ManualClock m_clock;
    std::optional<KubeconfigWatch> m_watch;
    std::shared_ptr<const KubeconfigSet> m_set;
    int m_told = 0;
};

void TestKubeconfigWatch::init()
{
    m_watch.reset();
    m_keys = std::make_unique<TestKeys>();
    m_set.reset();
    m_told = 0;
}

void TestKubeconfigWatch::A12_aFileThatIsReplacedIsRead()
{
    write("config", "first");
    follow(path("config"));
    QTRY_VERIFY(settles() && token() == "first");
    for (const char *next : {"second", "third"}) {
        replace("config", next);
        QTRY_VERIFY(settles() && token() == next);
    }
}

void TestKubeconfigWatch::A12_aFileThatIsCutAndWrittenIsReadWhenItRests()
{
    write("config", "first");
    follow(path("config"));
    QTRY_VERIFY(settles() && token() == "first");
    const int told = m_told;
    const QByteArray whole = config(Https, "{token: second}");
    QFile file(path("config"));
    QVERIFY(file.open(QFile::WriteOnly | QFile::Truncate | QFile::Unbuffered));
    for (const char byte : whole) {
        QCOMPARE(file.write(&byte, 1), 1);
        settles(); // which is a rest only where the system has told of nothing yet
        QVERIFY2(token() == "first" || token() == "second" || m_told == told, token().constData());
        QVERIFY(m_set->resolve("c"));
    }
    file.close();
    QTRY_VERIFY(settles() && token() == "second");
}

void TestKubeconfigWatch::A12_whatIsBrokenLeavesWhatWasKnown()
{
    write("config", "first");
    follow(path("config"));
    QTRY_VERIFY(settles() && token() == "first");
    for (const QByteArray &broken : {QByteArray(), QByteArray("a: ["), QByteArray("kind: Pod\n")}) {
        m_keys->write(QStringLiteral("config"), broken);
        m_clock.advance(3 * KubeconfigWatch::Period);
        QCOMPARE(m_told, 1);
    }
    QVERIFY(QFile::remove(path("config")));
    m_clock.advance(3 * KubeconfigWatch::Period);
    QCOMPARE(m_told, 1);
    write("config", "second");
    QTRY_VERIFY(settles() && token() == "second");
}

/// As Kubernetes mounts a Secret: a link to a link.
void TestKubeconfigWatch::whatTheSystemDoesNotTellOfIsFoundByTheClock()
{
    for (const char *version : {"one", "two"}) {
        QVERIFY(QDir(path(".")).mkdir(QString::fromLatin1(version)));
        m_keys->write(QString::fromLatin1(version) + QStringLiteral("/config"),
                      config(Https, QByteArray("{token: ") + version + "}"));
    }
    QVERIFY(QDir(path(".")).mkdir(QStringLiteral("mounted")));
    QVERIFY(QFile::link(QStringLiteral("../data/config"), path("mounted/config")));
    QVERIFY(QFile::link(QStringLiteral("one"), path("data")));
    follow(path("mounted/config"));
    QTRY_VERIFY(settles() && token() == "one");
    QVERIFY(QFile::link(QStringLiteral("two"), path("newdata")));
    QCOMPARE(std::rename(path("newdata").toUtf8().constData(), path("data").toUtf8().constData()), 0);
    m_clock.advance(KubeconfigWatch::Period + KubeconfigWatch::Rest);
    QCOMPARE(token(), QByteArray("two"));
}

void TestKubeconfigWatch::aFileThatComesIsRead()
{
    follow(path("config"));
    m_clock.advance(KubeconfigWatch::Period);
    QCOMPARE(m_told, 0);
    write("config", "first");
    QTRY_VERIFY(settles() && token() == "first");
}

void TestKubeconfigWatch::theFilesOfAFolderAreFollowed()
{
    QVERIFY(QDir(path(".")).mkdir(QStringLiteral("all")));
    write("all/a", "first");
    follow(path("all"));
    QTRY_VERIFY(settles() && token() == "first");
    write("all/b", "other");
    QTRY_VERIFY(settles() && token("c (b)") == "other");
    write("all/a", "second");
    QTRY_VERIFY(settles() && token("c (a)") == "second");
    QVERIFY(QFile::remove(path("all/b")));
    QTRY_VERIFY(settles() && token() == "second");
}

void TestKubeconfigWatch::nothingIsToldWhileNothingMoves()
{
    write("config", "first");
    follow(path("config"));
    QTRY_VERIFY(settles() && token() == "first");
    m_clock.advance(20 * KubeconfigWatch::Period);
    QCOMPARE(m_told, 1);
    QCOMPARE(m_clock.alarmCount(), 1u);
}

void TestKubeconfigWatch::whatMovesAllTheTimeIsReadInTheEnd()
{
    write("config", "first");
    follow(path("config"));
    QTRY_VERIFY(settles() && token() == "first");
    write("config", "second");
    const auto moveOn = [this] {
        write("beside", QByteArray::number(m_clock.now().time_since_epoch().count()));
        QCoreApplication::processEvents();
        m_clock.advance(KubeconfigWatch::Rest / 3);
        return true;
    };
    QTRY_VERIFY(moveOn() && token() == "second");
}

void TestKubeconfigWatch::aPipeIsNotReadAgain()
{
    const std::string name = "/dev/fd/0";
    follow(QString::fromStdString(name), {{name, Secret(config(Https, "{token: held}"))}});
    m_clock.advance(3 * KubeconfigWatch::Period);
    QCOMPARE(m_told, 0);
}

} // namespace tst_kubeconfigwatch

WK_TEST(tst_kubeconfigwatch, TestKubeconfigWatch, QCoreApplication)
#include "tst_kubeconfigwatch.moc"
