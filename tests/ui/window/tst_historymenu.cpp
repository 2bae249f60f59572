// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/uisettings.h"
#include "ui/style/formats.h"
#include "ui/window/historymenu.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_historymenu {

using namespace wk;

QAction *actionOf(const HistoryMenu &menu, const QString &text)
{
    const QList<QAction *> actions = menu.actions();
    const auto found = std::find_if(actions.begin(), actions.end(), [&](QAction *one) { return one->text() == text; });
    return found == actions.end() ? nullptr : *found;
}

class HistoryMenuTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsWhatHoldsFromTheBeginning()
    {
        HistoryMenu menu(m_settings);
        QCOMPARE(menu.bounds().bytes, (128 + 4096) * limits::MiB);
        QCOMPARE(menu.bounds().memory + menu.bodyMemory(), 128 * limits::MiB);
        QVERIFY(!menu.bounds().age);
        QVERIFY(actionOf(menu, QStringLiteral("128 MB"))->isChecked());
        QVERIFY(actionOf(menu, QStringLiteral("4 GB on the disk"))->isChecked());
        QVERIFY(actionOf(menu, QStringLiteral("As long as there is room"))->isChecked());
    }

    void saysHowMuchIsKeptNow()
    {
        HistoryMenu menu(m_settings);
        TestHistory log;
        ManualClock clock;
        clock.setWall(sample::Now);
        menu.setHistory(log, clock);
        Q_EMIT menu.aboutToShow();
        QVERIFY(actionOf(menu, QStringLiteral("Now: 0 event(s)")));
        log.append(sample::batch({sample::bookmark(1, 5), sample::bookmark(1, 6)}));
        Q_EMIT menu.aboutToShow();
        const QString said = menu.actions().constFirst()->text();
        QVERIFY2(said.startsWith(QStringLiteral("Now: 2 event(s), ")), qPrintable(said));
        QVERIFY2(said.endsWith(QStringLiteral("kB since ") + format::clock(sample::Now)), qPrintable(said));
    }

    void aChoiceHoldsAtOnceAndTheNextTime()
    {
        HistoryMenu menu(m_settings);
        QSignalSpy chosen(&menu, &HistoryMenu::chosen);
        actionOf(menu, QStringLiteral("2 GB"))->trigger();
        actionOf(menu, QStringLiteral("8 hour(s)"))->trigger();
        actionOf(menu, QStringLiteral("Nothing"))->trigger();
        QCOMPARE(chosen.size(), 3);
        const auto bounds = chosen.last().first().value<EventLog::Bounds>();
        QVERIFY(bounds == menu.bounds());
        QCOMPARE(bounds.bytes, 2048 * limits::MiB);
        QCOMPARE(bounds.memory, bounds.bytes); // none of it goes to the disk
        QCOMPARE(menu.bodyMemory(), SIZE_MAX);
        QVERIFY(bounds.age == std::chrono::hours(8));
        QVERIFY(HistoryMenu(m_settings).bounds() == bounds);
        QVERIFY(!actionOf(menu, QStringLiteral("128 MB"))->isChecked());
    }

    void withoutADiskThereIsTheMemory()
    {
        HistoryMenu menu(m_settings);
        m_settings.setHistoryLimits({128, 0, 16});
        QVERIFY(actionOf(menu, QStringLiteral("16 GB on the disk"))->isVisible());
        menu.setHasDisk(false);
        QVERIFY(!actionOf(menu, QStringLiteral("16 GB on the disk"))->isVisible());
        QVERIFY(!actionOf(menu, QStringLiteral("On disk in addition"))->isVisible());
        QVERIFY(!actionOf(menu, QStringLiteral("128 MB"))->isVisible());
        QVERIFY(actionOf(menu, QStringLiteral("512 MB"))->isChecked());
        QCOMPARE(menu.bounds().bytes, 512 * limits::MiB);
        menu.setHasDisk(true);
        QCOMPARE(menu.bounds().bytes, (128 + 16 * 1024) * limits::MiB);
    }

private:
    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
};

} // namespace tst_historymenu

WK_TEST(tst_historymenu, HistoryMenuTest, QApplication)
#include "tst_historymenu.moc"
