// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qtfaults.h"

#include "tests/support/testregistry.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace tst_qtfaults {

using namespace wk;

class TestQtFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aVersionHasItsFaults_data();
    void aVersionHasItsFaults();
    void whatIsSaidNotToBeUsedIsNot();
};

void TestQtFaults::aVersionHasItsFaults_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("faults");
    const auto row = [](const char *version, const char *faults) {
        QTest::newRow(version) << QString::fromLatin1(version) << QString::fromLatin1(faults);
    };
    row("6.4.2", "2023-32762 2023-51714 2024-39936 2023-34410 2023-33285 2023-37369 2023-38197 2023-32763 2024-25580");
    row("6.5.1", "2023-51714 2024-39936 2023-34410 2023-37369 2023-38197 2024-25580");
    row("6.5.4", "2024-39936 2024-25580");
    row("6.5.7", "");
    row("6.6.1", "2023-51714 2024-39936 2024-25580");
    row("6.7.3", "");
    row("6.8.9", "2026-96432");
    row("6.9.0", "2025-5991 2026-95620 2026-96432");
    row("6.11.3", "");
}

void TestQtFaults::aVersionHasItsFaults()
{
    QFETCH(QString, version);
    QFETCH(QString, faults);
    const QString text = qtFaults(QVersionNumber::fromString(version)).join(u'\n');
    static const QRegularExpression Name(QStringLiteral("CVE-([0-9-]+)"));
    QStringList found;
    for (auto name = Name.globalMatch(text); name.hasNext();)
        found << name.next().captured(1);
    QCOMPARE(found.join(u' '), faults);
}

void TestQtFaults::whatIsSaidNotToBeUsedIsNot()
{
    static const QRegularExpression Used(QStringLiteral(
        "#include <Q(NetworkAccessManager|NetworkReply|DnsLookup|XmlStreamReader|DomDocument|ImageReader|Movie)>"));
    int files = 0;
    for (const char *layer : {"app", "core", "ui"}) {
        QDirIterator each(QStringLiteral(WATCHKEEPER_SOURCE_DIR "/") + QString::fromLatin1(layer),
                          {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files, QDirIterator::Subdirectories);
        while (each.hasNext()) {
            QFile file(each.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!QString::fromUtf8(file.readAll()).contains(Used), qPrintable(file.fileName()));
            ++files;
        }
    }
    QVERIFY2(files > 500, "the sources are read");
}

} // namespace tst_qtfaults

WK_TEST(tst_qtfaults, TestQtFaults, QCoreApplication)
#include "tst_qtfaults.moc"
