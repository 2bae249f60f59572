// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/uisettings.h"
#include "ui/style/formats.h"
#include "ui/window/historymenu.h"

#include <QDir>
#include <QMessageBox>
#include <QPushButton>
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
    void init() { m_store.clear(); }

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
        actionOf(menu, QStringLiteral("In memory only"))->trigger();
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
        QVERIFY(!actionOf(menu, QStringLiteral("While Watchkeeper runs"))->isVisible());
        QVERIFY(actionOf(menu, QStringLiteral("In memory only"))->isChecked());
        QVERIFY(!actionOf(menu, QStringLiteral("128 MB"))->isVisible());
        QVERIFY(actionOf(menu, QStringLiteral("512 MB"))->isChecked());
        QCOMPARE(menu.bounds().bytes, 512 * limits::MiB);
        menu.setHasDisk(true);
        QCOMPARE(menu.bounds().bytes, (128 + 16 * 1024) * limits::MiB);
    }

    void acrossRestartsItIsKeptWhereThereIsAPlace()
    {
        HistoryMenu menu(m_settings);
        QCOMPARE(menu.keeping(), HistoryKeeping::WhileItRuns);
        QVERIFY(actionOf(menu, QStringLiteral("While Watchkeeper runs"))->isChecked());
        QVERIFY(!actionOf(menu, QStringLiteral("Across restarts"))->isVisible());
        QVERIFY(!actionOf(menu, QStringLiteral("Delete what is kept…"))->isVisible());
        menu.setPlace(QStringLiteral("/state/history"), 0);
        QCOMPARE(menu.keeping(), HistoryKeeping::AcrossRestarts);
        QVERIFY(actionOf(menu, QStringLiteral("Across restarts"))->isChecked());
        QVERIFY(!actionOf(menu, QStringLiteral("While Watchkeeper runs"))->isChecked());
        menu.setHasDisk(false);
        QCOMPARE(menu.keeping(), HistoryKeeping::InMemoryOnly);
        menu.setHasDisk(true);
        menu.setPlace({}, 0);
        QCOMPARE(menu.keeping(), HistoryKeeping::WhileItRuns);
    }

    void whyItCannotBeIsSaid()
    {
        HistoryMenu menu(m_settings);
        menu.setRefusal(QStringLiteral("This directory is another user's."));
        QVERIFY(actionOf(menu, QStringLiteral("Not across restarts: This directory is another user's."))->isVisible());
        QVERIFY(!actionOf(menu, QStringLiteral("Delete what is kept…"))->isVisible());
    }

    void whatHoldsFromTheNextStartOnSaysSo()
    {
        HistoryMenu menu(m_settings);
        menu.setPlace(QStringLiteral("/state/history"), 1);
        menu.setInForce(HistoryKeeping::AcrossRestarts);
        QVERIFY(actionOf(menu, QStringLiteral("Across restarts"))->isChecked());
        actionOf(menu, QStringLiteral("While Watchkeeper runs"))->trigger();
        QVERIFY(actionOf(menu, QStringLiteral("While Watchkeeper runs (from the next start on)"))->isChecked());
        menu.setInForce(HistoryKeeping::InMemoryOnly);
        actionOf(menu, QStringLiteral("Across restarts"))->trigger();
        QVERIFY(actionOf(menu, QStringLiteral("Across restarts (from the next start on)"))->isChecked());
        QVERIFY(!actionOf(menu, QStringLiteral("While Watchkeeper runs"))->isChecked());
    }

    void howItIsKeptIsRemembered()
    {
        for (const auto &[text, keeping] :
             {std::pair(QStringLiteral("In memory only"), HistoryKeeping::InMemoryOnly),
              std::pair(QStringLiteral("While Watchkeeper runs"), HistoryKeeping::WhileItRuns),
              std::pair(QStringLiteral("Across restarts"), HistoryKeeping::AcrossRestarts)}) {
            HistoryMenu menu(m_settings);
            menu.setPlace(QStringLiteral("/state/history"), 1);
            QSignalSpy chosen(&menu, &HistoryMenu::keepingChosen);
            QSignalSpy bounds(&menu, &HistoryMenu::chosen);
            actionOf(menu, text)->trigger();
            QCOMPARE(chosen.size(), 1);
            QCOMPARE(chosen.first().first().value<HistoryKeeping>(), keeping);
            QVERIFY(bounds.last().first().value<EventLog::Bounds>() == menu.bounds());
            QCOMPARE(actionOf(menu, QStringLiteral("4 GB on the disk"))->isVisible(),
                     keeping != HistoryKeeping::InMemoryOnly);
            HistoryMenu next(m_settings);
            next.setPlace(QStringLiteral("/state/history"), 1);
            QCOMPARE(next.keeping(), keeping);
            QVERIFY(actionOf(next, text)->isChecked());
        }
    }

    void nothingOnTheDiskWasSaidByItsSizeBefore()
    {
        m_settings.setHistoryLimits({1024, 0, 0});
        HistoryMenu menu(m_settings);
        QCOMPARE(menu.keeping(), HistoryKeeping::InMemoryOnly);
        QCOMPARE(menu.bounds().bytes, 1024 * limits::MiB);
        actionOf(menu, QStringLiteral("While Watchkeeper runs"))->trigger();
        QCOMPARE(menu.bounds().bytes, (1024 + 4096) * limits::MiB);
        QVERIFY(actionOf(menu, QStringLiteral("4 GB on the disk"))->isChecked());
    }

    void saysWhereItLiesAndHowMuch_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<QString>("says");
        QTest::newRow("some") << QStringLiteral("/state/history") << quint64(312'000'000)
                              << QStringLiteral("312\u00a0MB in /state/history");
        QTest::newRow("nothing yet") << QStringLiteral("/state/history") << quint64(0)
                                     << QStringLiteral("Nothing yet in /state/history");
        QTest::newRow("at home") << QString(QDir::homePath() + QStringLiteral("/state/history")) << quint64(312'000'000)
                                 << QStringLiteral("312\u00a0MB in ~/state/history");
        QTest::newRow("no mnemonic") << QStringLiteral("/this & that") << quint64(0)
                                     << QStringLiteral("Nothing yet in /this && that");
        QTest::newRow("what is not seen")
            << QStringLiteral("/a\u202eb") << quint64(0) << QStringLiteral("Nothing yet in /a‹U+202E›b");
    }

    void saysWhereItLiesAndHowMuch()
    {
        QFETCH(QString, folder);
        QFETCH(quint64, bytes);
        QFETCH(QString, says);
        HistoryMenu menu(m_settings);
        menu.setPlace(folder, bytes);
        QVERIFY2(actionOf(menu, says), qPrintable(says));
        QVERIFY(!actionOf(menu, says)->isEnabled());
        QCOMPARE(actionOf(menu, QStringLiteral("Delete what is kept…"))->isEnabled(), bytes > 0);
        // A long one does not make the menu as wide as the screen.
        menu.setPlace(folder + QString(1000, QLatin1Char('x')), bytes);
        QVERIFY(menu.sizeHint().width() < 1000);
    }

    void itIsDeletedOnlyWhereThatIsWanted()
    {
        QWidget window;
        auto *menu = new HistoryMenu(m_settings, new QMenu(&window));
        menu->setPlace(QStringLiteral("/state/history"), 312'000'000);
        QSignalSpy asked(menu, &HistoryMenu::deleteAsked);
        const auto question = [&](const char *button) {
            actionOf(*menu, QStringLiteral("Delete what is kept…"))->trigger();
            auto *box = window.findChild<QMessageBox *>();
            for (QAbstractButton *one : box ? box->buttons() : QList<QAbstractButton *>()) {
                if (one->text() == QLatin1String(button))
                    return std::pair(box, one);
            }
            return std::pair<QMessageBox *, QAbstractButton *>(box, nullptr);
        };
        const auto [box, cancel] = question("Cancel");
        QVERIFY(box && cancel);
        QVERIFY(box->isVisible() && !box->isModal());
        QCOMPARE(box->textFormat(), Qt::PlainText);
        QVERIFY2(box->text().contains(QStringLiteral("312")), qPrintable(box->text()));
        QVERIFY2(box->informativeText().contains(QStringLiteral("/state/history")), qPrintable(box->informativeText()));
        QVERIFY2(box->defaultButton() == cancel, "Enter deletes nothing");
        cancel->click();
        QCOMPARE(asked.size(), 0);
        const auto [again, yes] = question("Delete");
        QVERIFY(again && yes);
        yes->click();
        QCOMPARE(asked.size(), 1);
    }

private:
    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
};

} // namespace tst_historymenu

WK_TEST(tst_historymenu, HistoryMenuTest, QApplication)
#include "tst_historymenu.moc"
