// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/etcdchoice.h"

#include "app/clustermenu.h"
#include "app/etcddialog.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_etcdchoice {

using namespace Qt::StringLiterals;
using namespace wk;

/// Which etcd cluster somebody means, by the command line, by etcdctl's variables and by the dialog.
class TestEtcdChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup()
    {
        for (const char *name : {"ETCDCTL_CACERT", "ETCDCTL_CERT", "ETCDCTL_KEY", "ETCDCTL_USER", "ETCDCTL_PASSWORD",
                                 "ETCDCTL_INSECURE_SKIP_TLS_VERIFY"})
            qunsetenv(name);
    }

    void membersAreWrittenAsEtcdctlHasThem_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("urls"); // empty: it is refused
        QTest::newRow("host and port") << u"10.0.0.1:2379"_s << u"http://10.0.0.1:2379"_s;
        QTest::newRow("no port") << u"https://a"_s << u"https://a:2379"_s;
        QTest::newRow("several") << u"http://a:1, https://b:2/"_s << u"http://a:1 https://b:2"_s;
        QTest::newRow("IPv6") << u"http://[::1]:2379"_s << u"http://[::1]:2379"_s;
        for (const char *wrong : {"", ",", "ftp://a", "http://a/path", "http://u:p@a", "http://a?x", "http://"})
            QTest::newRow(wrong[0] ? wrong : "nothing") << QString::fromLatin1(wrong) << QString();
    }
    void membersAreWrittenAsEtcdctlHasThem()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, urls);
        const auto endpoints = etcdEndpoints(text);
        QStringList found;
        for (const QUrl &url : endpoints ? *endpoints : std::vector<QUrl>())
            found.append(url.toString());
        QCOMPARE(found.join(u' '), urls);
    }

    void whatIsNotSaidIsInEtcdctlsVariables()
    {
        const QTemporaryDir folder;
        QFile ca(folder.filePath(QStringLiteral("ca")));
        QVERIFY(ca.open(QIODevice::WriteOnly) && ca.write("PEM") == 3);
        ca.close();
        qputenv("ETCDCTL_CACERT", ca.fileName().toUtf8());
        qputenv("ETCDCTL_USER", "root:se:cret");
        EtcdArguments arguments;
        arguments.endpoints = QStringLiteral("a");
        const auto access = chooseEtcd(arguments, "/app/");
        QVERIFY(access);
        QCOMPARE(access->caPem, QByteArray("PEM"));
        QCOMPARE(access->user, std::string("root"));
        QCOMPARE(access->password.reveal().toByteArray(), QByteArray("se:cret"));
        QCOMPARE(access->prefix, std::string("/app/"));
        QVERIFY(!access->skipTlsVerify);
        arguments.user = QStringLiteral("other");
        arguments.password = QStringLiteral("own");
        const auto said = chooseEtcd(arguments, {});
        QCOMPARE(said->user, std::string("other"));
        QCOMPARE(said->password.reveal().toByteArray(), QByteArray("own"));
        arguments.keyFile = folder.filePath(QStringLiteral("none"));
        const auto missing = chooseEtcd(arguments, {});
        QVERIFY(!missing && missing.error().kind == ErrorKind::FileUnreadable);
    }

    void aClusterThatWasNamedIsInTheMenu()
    {
        ClusterMenu menu(ClusterArguments{});
        EtcdAccess access;
        access.endpoints = {QUrl(QStringLiteral("http://10.0.0.1:2379"))};
        access.prefix = "/app/";
        const QString name = menu.useEtcd(access);
        QCOMPARE(name, QStringLiteral("etcd 10.0.0.1:2379 /app/"));
        QVERIFY(menu.names().contains(name));
        const auto chosen = menu.choose(name);
        QVERIFY(chosen);
        QCOMPARE(chosen->server, access.endpoints.front());
    }

    void theArgumentsClusterIsTheFirst()
    {
        ClusterArguments arguments;
        arguments.etcd.emplace();
        arguments.etcd->endpoints = QStringLiteral("10.0.0.1:2379");
        ClusterMenu menu(arguments);
        QCOMPARE(menu.first(), QStringList{QStringLiteral("etcd 10.0.0.1:2379")});
        QVERIFY(menu.choose(menu.first().value(0)));
        arguments.etcd->endpoints = QStringLiteral("ftp://a");
        ClusterMenu wrong(arguments);
        QVERIFY(!wrong.choose(wrong.first().value(0)));
    }

    void theDialogAsksForAllOfIt()
    {
        EtcdDialog dialog;
        const QList<QLineEdit *> edits = dialog.findChildren<QLineEdit *>();
        QCOMPARE(edits.size(), 7);
        for (int i = 0; i < edits.size(); ++i)
            edits[i]->setText(QString::number(i));
        const EtcdArguments said = dialog.arguments();
        QCOMPARE(QStringList({said.endpoints, dialog.prefix(), said.user, said.password, said.caFile, said.certFile,
                              said.keyFile})
                     .join(u' '),
                 QStringLiteral("0 1 2 3 4 5 6"));
        QCOMPARE(edits[3]->echoMode(), QLineEdit::Password);
        dialog.show();
        dialog.say(QStringLiteral("It is wrong."));
        QVERIFY(dialog.isVisible());
    }
};

} // namespace tst_etcdchoice

WK_TEST(tst_etcdchoice, TestEtcdChoice, QApplication)
#include "tst_etcdchoice.moc"
