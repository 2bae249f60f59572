// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/models/uisettings.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace tst_uisettings {

using namespace wk;

class UiSettingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsReadBack()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("settings.ini"));
        TableLayout layout;
        layout.order = {QStringLiteral("Name"), QStringLiteral("@age")};
        layout.hidden = {QStringLiteral("Ready")};
        layout.labels = {QStringLiteral("app.kubernetes.io/name")};
        layout.widths = {{QStringLiteral("Name"), 193}};
        layout.sortColumn = QStringLiteral("Restarts");
        layout.sortDescending = true;
        {
            QSettings store(file, QSettings::IniFormat);
            UiSettings settings(store);
            settings.setTableLayout(QStringLiteral("certificates.cert-manager.io"), layout);
            settings.setColourScheme(ColourScheme::Dark);
            settings.setWindowLayout(QStringLiteral("kind/one\\two"), "docks");
            settings.setDockWidth(QStringLiteral("kind/one\\two"), QStringLiteral("navigator"), 184);
            settings.setHistoryLimits({2048, 8, 0});
            settings.setHistoryKeeping(HistoryKeeping::WhileItRuns);
            settings.setOnlyNamespaces(QStringLiteral("kind/one\\two"), QStringList(QStringLiteral("web")));
            settings.setOnlyNamespaces(QStringLiteral("none"), QStringList());
        }
        QSettings store(file, QSettings::IniFormat);
        const UiSettings settings(store);
        QVERIFY(settings.tableLayout(QStringLiteral("certificates.cert-manager.io")) == layout);
        QVERIFY(settings.tableLayout(QStringLiteral("pods")) == TableLayout());
        QVERIFY(settings.colourScheme() == ColourScheme::Dark);
        QVERIFY((settings.historyLimits() == HistoryLimits{2048, 8, 0}));
        QCOMPARE(settings.historyKeeping(), HistoryKeeping::WhileItRuns);
        QCOMPARE(settings.windowLayout(QStringLiteral("kind/one\\two")), QByteArray("docks"));
        QVERIFY(settings.windowLayout(QStringLiteral("kind/one")).isEmpty());
        QVERIFY(settings.onlyNamespaces(QStringLiteral("kind/one\\two")) == QStringList(QStringLiteral("web")));
        QVERIFY(settings.onlyNamespaces(QStringLiteral("none")) == QStringList());
        QVERIFY(!settings.onlyNamespaces(QStringLiteral("kind/one")));
        QCOMPARE(settings.dockWidth(QStringLiteral("kind/one\\two"), QStringLiteral("navigator")), 184);
        QCOMPARE(settings.dockWidth(QStringLiteral("kind/one"), QStringLiteral("navigator")), 0);
    }

    void whatCannotBeReadIsAsIfNeverWritten()
    {
        const QTemporaryDir folder;
        QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        store.setValue(QStringLiteral("window/colours"), QStringLiteral("plaid"));
        store.setValue(QStringLiteral("tables/pods/widths"), QStringLiteral("wide"));
        store.setValue(QStringLiteral("history/megabytes"), QStringLiteral("much"));
        store.setValue(QStringLiteral("history/hours"), -3);
        store.setValue(QStringLiteral("history/keep"), QStringLiteral("for ever"));
        const UiSettings settings(store);
        QVERIFY(settings.colourScheme() == ColourScheme::System);
        QVERIFY(settings.historyLimits() == HistoryLimits());
        QCOMPARE(settings.historyKeeping(), HistoryKeeping::AcrossRestarts);
        QVERIFY(settings.tableLayout(QStringLiteral("pods")).widths.isEmpty());
    }

    void aWidthStaysWithinReason()
    {
        const QTemporaryDir folder;
        QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        store.setValue(QStringLiteral("tables/pods/widths"), QVariantHash{{QStringLiteral("Name"), 1'000'000}});
        QCOMPARE(UiSettings(store).tableLayout(QStringLiteral("pods")).widths.value(QStringLiteral("Name")), 4000);
        UiSettings(store).setDockWidth({}, QStringLiteral("navigator"), -1'000'000);
        QCOMPARE(UiSettings(store).dockWidth({}, QStringLiteral("navigator")), 0);
    }
};

} // namespace tst_uisettings

WK_TEST(tst_uisettings, UiSettingsTest, QCoreApplication)
#include "tst_uisettings.moc"
