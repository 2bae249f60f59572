// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kubeconfigupdates.h"

#include "app/windowprogram.h"
#include "app/workbench.h"
#include "core/demo/democluster.h"
#include "tests/support/testregistry.h"
#include "ui/window/clusterpopup.h"
#include "ui/window/livefigures.h"

#include <QFile>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>

namespace tst_kubeconfigupdates {

using namespace wk;

/// A window whose kubeconfig changes (fault matrix A12).
class KubeconfigUpdatesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_program.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<QSettings>(m_folder->filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        qunsetenv("KUBECONFIG");
    }

    void otherCredentialsAreUsedWithoutAQuestion()
    {
        DemoCluster demo(demoWithTokens());
        QVERIFY(demo.start());
        const QByteArray config = QByteArray::fromStdString(demo.kubeconfigText());
        replace(QByteArray(config).replace("writes", "wrong"));
        open();
        const Workbench *bench = m_program->bench();
        QTRY_VERIFY2(m_program->bench()->session().lastError().kind == ErrorKind::Unauthorized,
                     describe(m_program->bench()->session().lastError()).c_str());
        QVERIFY(!isLive());
        replace(config);
        QTRY_VERIFY(isLive());
        QCOMPARE(m_program->bench(), bench);
        QVERIFY(!question());
    }

    void anotherServerIsAskedAbout_data()
    {
        QTest::addColumn<bool>("agrees");
        QTest::newRow("and gone to") << true;
        QTest::newRow("and a no is not asked about again") << false;
    }
    void anotherServerIsAskedAbout()
    {
        QFETCH(const bool, agrees);
        DemoCluster demo(demoWithTokens());
        QVERIFY(demo.start());
        const QByteArray config = QByteArray::fromStdString(demo.kubeconfigText());
        replace(config);
        open();
        QTRY_VERIFY(isLive());
        const QByteArray other = QByteArray(config).replace("127.0.0.1", "localhost");
        replace(other);
        QTRY_VERIFY(question());
        const QString facts = question()->informativeText();
        QVERIFY2(facts.contains(QStringLiteral("Server: https://127.0.0.1:")) &&
                     facts.contains(QStringLiteral("→ https://localhost:")),
                 qPrintable(facts));
        QCOMPARE(question()->textFormat(), Qt::PlainText);
        QCOMPARE(host(), QStringLiteral("127.0.0.1"));
        QVERIFY(isLive());
        press(agrees ? QStringLiteral("Connect as it says now") : QStringLiteral("Stay connected"));
        QTRY_VERIFY(!question());
        if (agrees) {
            QTRY_COMPARE(host(), QStringLiteral("localhost"));
            QTRY_VERIFY(isLive());
            return;
        }
        replace(QByteArray(other).replace("current-context: ", "current-context:  ") +
                "\nusers2: []\n"); // it is read again …
        addContext(other, "later");
        QTRY_VERIFY(menuHas(QStringLiteral("later"))); // … by now
        QVERIFY(!question());
        QCOMPARE(host(), QStringLiteral("127.0.0.1"));
        QVERIFY(isLive());
    }

    void aQuestionThatIsOverGoesByItself()
    {
        DemoCluster demo(demoWithTokens());
        QVERIFY(demo.start());
        const QByteArray config = QByteArray::fromStdString(demo.kubeconfigText());
        replace(config);
        open();
        QTRY_VERIFY(isLive());
        replace(QByteArray(config).replace("127.0.0.1", "localhost"));
        QTRY_VERIFY(question());
        replace(config);
        QTRY_VERIFY(!question());
        QCOMPARE(host(), QStringLiteral("127.0.0.1"));
    }

    /// Each by itself: what is not agreed to for one is not done for the other.
    void ofSeveralClustersEachIsAskedAbout()
    {
        DemoCluster one(demoWithTokens());
        DemoCluster two(demoWithTokens());
        QVERIFY(one.start());
        QVERIFY(two.start());
        const auto both = [&](const char *host) {
            QByteArray first = QByteArray::fromStdString(one.kubeconfigText());
            QByteArray second = QByteArray::fromStdString(two.kubeconfigText()).replace(" demo\n", " two\n");
            for (QByteArray *each : {&first, &second})
                each->replace("127.0.0.1", host);
            replace(first);
            QFile other(m_folder->filePath(QStringLiteral("two")));
            QVERIFY(other.open(QFile::WriteOnly));
            other.write(second);
        };
        both("127.0.0.1");
        WindowArguments arguments;
        qputenv("KUBECONFIG", file().toUtf8() + ":" + m_folder->filePath(QStringLiteral("two")).toUtf8());
        arguments.cluster.context = "demo";
        arguments.cluster.alsoContexts = {"two"};
        arguments.language = QStringLiteral("en");
        m_program = std::make_unique<WindowProgram>(arguments, *m_store);
        m_program->openFirst();
        const auto &links = m_program->bench()->clusters().all();
        QCOMPARE(links.size(), 2u);
        const auto hosts = [&] {
            return QString(links[0]->newest().access().server.host() + u' ' +
                           links[1]->newest().access().server.host());
        };
        QTRY_VERIFY(isLive());
        both("localhost");
        QTRY_COMPARE(questions().size(), 2);
        QMessageBox *second =
            questions().first()->text().contains(QStringLiteral("two")) ? questions().first() : questions().last();
        for (QAbstractButton *button : second->buttons()) {
            if (button->text() == QStringLiteral("Connect as it says now"))
                button->click();
        }
        QTRY_COMPARE(hosts(), QStringLiteral("127.0.0.1 localhost"));
        press(QStringLiteral("Stay connected"));
        QTRY_VERIFY(!question());
        QCOMPARE(hosts(), QStringLiteral("127.0.0.1 localhost"));
    }

    void theMenuHasWhatTheFileHas()
    {
        DemoCluster demo(demoWithTokens());
        QVERIFY(demo.start());
        const QByteArray config = QByteArray::fromStdString(demo.kubeconfigText());
        replace(config);
        open();
        QTRY_VERIFY(isLive());
        QVERIFY(!menuHas(QStringLiteral("later")));
        addContext(config, "later");
        QTRY_VERIFY(menuHas(QStringLiteral("later")));
        replace(config);
        QTRY_VERIFY(!menuHas(QStringLiteral("later")));
        QVERIFY(isLive());
    }

    void aBrokenFileDisturbsNobodyAndIsMendedByItself()
    {
        DemoCluster demo(demoWithTokens());
        QVERIFY(demo.start());
        const QByteArray config = QByteArray::fromStdString(demo.kubeconfigText());
        replace("clusters: [");
        open();
        QVERIFY(m_program->bench()->clusters().first().failure());
        replace(config);
        QTRY_VERIFY(!m_program->bench()->clusters().first().failure() && isLive());
        for (const QByteArray &broken : {QByteArray(), config.left(40), QByteArray("clusters: [")}) {
            replace(broken);
            addContext(config, "c" + QByteArray::number(broken.size()));
            QTRY_VERIFY(menuHas(QStringLiteral("c%1").arg(broken.size())));
            QVERIFY(isLive());
            QVERIFY(!question());
        }
    }

private:
    static DemoOptions demoWithTokens()
    {
        DemoOptions options;
        options.hasScenarios = false;
        options.tls = true; // else the token is not sent
        options.identity.readToken = Secret("reads");
        options.identity.writeToken = Secret("writes"); // that the kubeconfig has
        return options;
    }
    QString file() const { return m_folder->filePath(QStringLiteral("config")); }
    /// At once, as editors do.
    void replace(const QByteArray &bytes) const
    {
        QFile out(m_folder->filePath(QStringLiteral("new")));
        QVERIFY(out.open(QFile::WriteOnly));
        out.write(bytes);
        out.close();
        QCOMPARE(std::rename(out.fileName().toUtf8().constData(), file().toUtf8().constData()), 0);
    }
    /// One that leads to the same cluster.
    void addContext(const QByteArray &config, const QByteArray &name) const
    {
        const qsizetype at = config.indexOf("contexts:");
        QVERIFY(at >= 0);
        replace(QByteArray(config).insert(config.indexOf('\n', at) + 1,
                                          "- {name: " + name + ", context: {cluster: demo, user: demo}}\n"));
    }
    void open()
    {
        WindowArguments arguments;
        arguments.cluster.kubeconfig = file().toStdString();
        arguments.language = QStringLiteral("en");
        m_program = std::make_unique<WindowProgram>(arguments, *m_store);
        m_program->openFirst();
    }
    bool isLive() const { return m_program->bench()->window().figures().standing().isLive(); }
    QString host() const { return m_program->bench()->session().access().server.host(); }
    QList<QMessageBox *> questions() const
    {
        QList<QMessageBox *> shown;
        for (QMessageBox *box : m_program->bench()->window().findChildren<QMessageBox *>()) {
            if (box->isVisible())
                shown.append(box);
        }
        return shown;
    }
    QMessageBox *question() const { return questions().value(0); }
    void press(const QString &text) const
    {
        for (QAbstractButton *button : question()->buttons()) {
            if (button->text() == text)
                return button->click();
        }
        QFAIL("there is no such button");
    }
    bool menuHas(const QString &context) const
    {
        const auto *list = m_program->bench()->window().findChild<ClusterPopup *>()->findChild<QListWidget *>();
        return !list->findItems(context, Qt::MatchExactly).isEmpty();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_store;
    std::unique_ptr<WindowProgram> m_program;
};

} // namespace tst_kubeconfigupdates

WK_TEST(tst_kubeconfigupdates, KubeconfigUpdatesTest, QApplication)
#include "tst_kubeconfigupdates.moc"
