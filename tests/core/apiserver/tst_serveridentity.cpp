// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/serveridentity.h"

#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <thread>

#include <sys/stat.h>

namespace tst_serveridentity {

using namespace wk;
using namespace wk::apiserver;

using Story = KeptIdentity::Story;

namespace {

const WallTime Now = WallTime(std::chrono::hours(24 * 365 * 50));
constexpr std::chrono::hours Day{24};

} // namespace

/// What a server is known by stays in its folder, so that a client's kubeconfig works after a restart.
class TestServerIdentity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void theNextStartHasTheSame()
    {
        const auto first = kept();
        QVERIFY2(first, first ? "" : describe(first.error()).c_str());
        QCOMPARE(first->story, Story::First);
        QCOMPARE(stateOf(first->identity.tls, Now), TlsIdentityState::Good);
        const auto again = kept(Now + 300 * Day);
        QCOMPARE(again->story, Story::Kept);
        QVERIFY(again->identity == first->identity);
    }

    void nobodyElseCanReadIt()
    {
        QVERIFY(kept());
        QCOMPARE(modeOf(folder()), mode_t(0700));
        const QStringList files = QDir(folder()).entryList(QDir::Files | QDir::Hidden);
        QCOMPARE(files, (QStringList{QStringLiteral("identity.json"), QStringLiteral("lock")}));
        for (const QString &name : files)
            QCOMPARE(modeOf(folder() + QLatin1Char('/') + name), mode_t(0600));
    }

    void oneThatIsTooOldIsMadeAnew_data()
    {
        QTest::addColumn<int>("days");
        QTest::addColumn<Story>("story");
        QTest::newRow("after eleven months it is good") << 330 << Story::Kept;
        QTest::newRow("on its last day it would not outlive the run") << 365 << Story::Expired;
        QTest::newRow("after two years it has expired") << 730 << Story::Expired;
        QTest::newRow("before it was made it is not valid yet") << -30 << Story::Expired;
    }

    void oneThatIsTooOldIsMadeAnew()
    {
        QFETCH(int, days);
        const auto first = kept();
        const auto later = kept(Now + days * Day);
        QTEST(later->story, "story");
        QCOMPARE(later->identity == first->identity, later->story == Story::Kept);
        QCOMPARE(stateOf(later->identity.tls, Now + days * Day), TlsIdentityState::Good);
        QCOMPARE(kept(Now + days * Day)->story, Story::Kept);
    }

    void whatIsDamagedIsMadeAnew_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("nothing in it") << QByteArray() << QByteArray();
        QTest::newRow("cut short") << QByteArray("\"writeToken\"") << QByteArray();
        QTest::newRow("a token that is none") << QByteArray("\"readToken\": \"t") << QByteArray("\"readToken\": \"x");
        QTest::newRow("a certificate that is none") << QByteArray("BEGIN CERT") << QByteArray("BEGIN CART");
        QTest::newRow("a key of something else") << QByteArray("BEGIN PRIVATE") << QByteArray("BEGIN PUBLIC");
    }

    void whatIsDamagedIsMadeAnew()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QVERIFY(kept());
        QFile file(folder() + QStringLiteral("/identity.json"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        const qsizetype at = text.indexOf(from);
        text = to.isEmpty() ? text.left(at) : text.replace(from, to);
        file.resize(0);
        file.write(text);
        file.close();
        QCOMPARE(kept()->story, Story::Damaged);
        QCOMPARE(kept()->story, Story::Kept);
    }

    void partsOfTwoDoNotBelongTogether()
    {
        const auto one = makeTlsIdentity("127.0.0.1", Now);
        const auto other = makeTlsIdentity("127.0.0.1", Now);
        QCOMPARE(stateOf({one->caCertificate, other->certificate, other->key}, Now), TlsIdentityState::Broken);
        QCOMPARE(stateOf({one->caCertificate, one->certificate, other->key}, Now), TlsIdentityState::Broken);
        QCOMPARE(stateOf(*one, Now), TlsIdentityState::Good);
    }

    void whatOthersCouldReadIsMadeAnew()
    {
        const auto first = kept();
        const QByteArray file = QFile::encodeName(folder()) + "/identity.json";
        QCOMPARE(::chmod(file.constData(), 0644), 0);
        const auto next = kept();
        QCOMPARE(next->story, Story::Exposed);
        QVERIFY(next->identity.writeToken != first->identity.writeToken);
        QCOMPARE(modeOf(QFile::decodeName(file)), mode_t(0600));
        // Nor is a link followed: it leads to what somebody else wrote.
        QVERIFY(QFile::rename(QFile::decodeName(file), folder() + QStringLiteral("/elsewhere")));
        QVERIFY(QFile::link(folder() + QStringLiteral("/elsewhere"), QFile::decodeName(file)));
        QCOMPARE(kept()->story, Story::Exposed);
        QVERIFY(!QFileInfo(QFile::decodeName(file)).isSymLink());
    }

    void whereOthersCanWriteNothingIsKept()
    {
        QVERIFY(QDir().mkpath(folder()));
        QCOMPARE(::chmod(QFile::encodeName(folder()).constData(), 0777), 0);
        const auto refused = kept();
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorKind::FileWriteFailed);
        QVERIFY(QDir(folder()).isEmpty());
    }

    void severalStartsAtOnceHaveTheSame()
    {
        std::vector<std::string> tokens(8);
        std::vector<std::thread> starts;
        for (std::string &token : tokens)
            starts.emplace_back([&] { token = kept()->identity.writeToken.reveal().toByteArray().toStdString(); });
        for (std::thread &start : starts)
            start.join();
        QCOMPARE(std::set<std::string>(tokens.begin(), tokens.end()).size(), 1u);
    }

private:
    QString folder() const { return m_home->filePath(QStringLiteral("a/serve")); }
    Result<KeptIdentity> kept(WallTime now = Now) const
    {
        return keptIdentity(QFile::encodeName(folder()).toStdString(), "127.0.0.1", now);
    }
    static mode_t modeOf(const QString &path)
    {
        struct stat status = {};
        return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? status.st_mode & 07777 : 0;
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

} // namespace tst_serveridentity

WK_TEST(tst_serveridentity, TestServerIdentity, QCoreApplication)
#include "tst_serveridentity.moc"
