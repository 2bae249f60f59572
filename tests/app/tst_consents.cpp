// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consents.h"

#include "tests/support/testregistry.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace tst_consents {

using namespace wk;

class ConsentsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPluginIsKeptWithItsHashAndTheDay()
    {
        ExecRequest request;
        request.subject = "aa11";
        request.programSha256 = "01";
        Consents(m_store).allowPlugin(request, *parseTime("2026-11-21T12:00:00Z"));
        auto kept = Consents(m_store).plugins();
        QCOMPARE(kept.size(), 1u);
        QCOMPARE(kept.at("aa11").sha256, QByteArray("01"));
        QVERIFY(kept.at("aa11").since == parseTime("2026-11-21T12:00:00Z"));

        request.programSha256 = "02";
        Consents(m_store).notePlugin(request);
        kept = Consents(m_store).plugins();
        QCOMPARE(kept.size(), 1u);
        QCOMPARE(kept.at("aa11").sha256, QByteArray("02"));
        QVERIFY2(kept.at("aa11").since == parseTime("2026-11-21T12:00:00Z"), "nobody has agreed anew");
        request.subject = "bb22";
        Consents(m_store).notePlugin(request);
        QVERIFY2(!Consents(m_store).plugins().contains("bb22"), "what is noted is not allowed");
    }

    void whatWasAgreedToBeforeHashesWereKeptHolds()
    {
        m_store.setValue(QStringLiteral("consents/plugins"), QStringList{QStringLiteral("cc33")});
        const auto kept = Consents(m_store).plugins();
        QVERIFY(kept.contains("cc33"));
        QVERIFY(kept.at("cc33").sha256.isEmpty() && !kept.at("cc33").since);
        ExecRequest request;
        request.subject = "cc33";
        request.programSha256 = "03";
        Consents(m_store).notePlugin(request);
        QCOMPARE(Consents(m_store).plugins().at("cc33").sha256, QByteArray("03"));
    }

    void aShellIsKeptByItsPath()
    {
        QVERIFY(!Consents(m_store).isShellAllowed("/bin/bash"));
        Consents(m_store).allowShell("/bin/bash");
        QVERIFY(Consents(m_store).isShellAllowed("/bin/bash"));
        QVERIFY(!Consents(m_store).isShellAllowed("/tmp/bash"));
    }

private:
    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
};

} // namespace tst_consents

WK_TEST(tst_consents, ConsentsTest, QCoreApplication)
#include "tst_consents.moc"
