// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/etcd/etcdrequest.h"
#include "core/etcdstorage/etcdwrite.h"
#include "core/etcdstorage/storageguard.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_storageguard {

using namespace wk;

class TestStorageGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingButThePrefixIsTouched_data();
    void nothingButThePrefixIsTouched();
    void nothingElseIsCalled_data();
    void nothingElseIsCalled();
};

HttpRequest rangeOf(const std::string &key, const std::string &end = {})
{
    EtcdRangeQuery query;
    query.keys = {key, end};
    return etcdRange(query);
}

void TestStorageGuard::nothingButThePrefixIsTouched_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("passes");
    const auto row = [](const char *name, const HttpRequest &request, bool passes) {
        QTest::newRow(name) << request.path << *request.posted << passes;
    };
    row("a write below it", etcdTransaction({"/wk/registry/pods/a", 3, "{}"}), true);
    row("with the key that all writes touch", etcdTransaction({"/wk/a", 3, "{}", 0, "/wk/newest"}), true);
    row("a write beside it", etcdTransaction({"/registry/pods/a", 3, "{}"}), false);
    row("one that touches a key beside it", etcdTransaction({"/wk/a", 3, "{}", 0, "/other"}), false);
    row("a deletion beside it", etcdTransaction({"/wkother", 3, {}}), false);
    row("a range of all of it", rangeOf("/wk/", "/wk0"), true);
    row("a range beyond it", rangeOf("/wk/", "/wk1"), false);
    row("a range to the end", rangeOf("/wk/", std::string(1, '\0')), false);
    row("a range of another key", rangeOf("/registry/secrets/x"), false);
    row("a watch of it", etcdWatch({{"/wk/", "/wk0"}}, 5), true);
    row("a watch of all", etcdWatch({{std::string(1, '\0'), std::string(1, '\0')}}, 5), false);
}

void TestStorageGuard::nothingButThePrefixIsTouched()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, body);
    QFETCH(bool, passes);
    const StorageGuard guard(QUrl(QStringLiteral("http://127.0.0.1:2379")), "/wk/");
    const QUrl url(QStringLiteral("http://127.0.0.1:2379") + QString::fromLatin1(path));
    QCOMPARE(guard.checkRequest(url, "application/json", body).ok(), passes);
}

void TestStorageGuard::nothingElseIsCalled_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("isPosted");
    QTest::addColumn<bool>("passes");
    QTest::newRow("a lease") << "http://127.0.0.1:2379/v3/lease/grant" << true << true;
    QTest::newRow("a compaction") << "http://127.0.0.1:2379/v3/kv/compaction" << true << true;
    QTest::newRow("a put without a comparison") << "http://127.0.0.1:2379/v3/kv/put" << true << false;
    QTest::newRow("a deletion without one") << "http://127.0.0.1:2379/v3/kv/deleterange" << true << false;
    QTest::newRow("a member that goes") << "http://127.0.0.1:2379/v3/cluster/member/remove" << true << false;
    QTest::newRow("a user") << "http://127.0.0.1:2379/v3/auth/user/add" << true << false;
    QTest::newRow("a defragmentation") << "http://127.0.0.1:2379/v3/maintenance/defragment" << true << false;
    QTest::newRow("another server") << "http://127.0.0.1:2380/v3/lease/grant" << true << false;
    QTest::newRow("its version") << "http://127.0.0.1:2379/version" << false << true;
    QTest::newRow("its keys by a GET") << "http://127.0.0.1:2379/v2/keys" << false << false;
}

void TestStorageGuard::nothingElseIsCalled()
{
    QFETCH(QString, url);
    QFETCH(bool, isPosted);
    QFETCH(bool, passes);
    const StorageGuard guard(QUrl(QStringLiteral("http://127.0.0.1:2379")), "/wk/");
    const auto posted = isPosted ? std::optional<QByteArray>("{}") : std::nullopt;
    QCOMPARE(guard.checkRequest(QUrl(url), "application/json", posted).ok(), passes);
}

} // namespace tst_storageguard

WK_TEST(tst_storageguard, TestStorageGuard, QCoreApplication)
#include "tst_storageguard.moc"
