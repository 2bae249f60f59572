// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "tests/ui/window/countingview.h"
#include "ui/models/uisettings.h"
#include "ui/models/view.h"
#include "ui/style/chip.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/style/theme.h"
#include "ui/window/banner.h"
#include "ui/window/clusterpopup.h"
#include "ui/window/filterbox.h"
#include "ui/window/statussegment.h"

#include <QAbstractButton>
#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_mainwindow {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

const ObjectPtr web = shared(pod({.name = "web-1"}));

/// Has the room to itself at first.
class WideView : public CountingView
{
public:
    using CountingView::CountingView;
    bool wantsInspector() const override { return false; }
};

class MainWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_window = std::make_unique<MainWindow>(WindowContext{m_theme, m_settings, m_clock});
        m_view = new CountingView(QStringLiteral("Pods"));
        m_window->addView(m_view);
        m_window->addView(new CountingView(QStringLiteral("Stream")));
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_view->setFocus();
    }
    void cleanup() { m_window.reset(); }

    void theStatusBarTellsTheWorstWatchWithItsError()
    {
        m_window->state().learnScope(1, scopeOf(podInfo()));
        m_window->state().learnScope(2, scopeOf(nodeInfo()));
        WatchStatus denied = live(2);
        denied.state = WatchState::NotAllowed;
        WatchStatus waits = live(1);
        waits.state = WatchState::Waiting;
        waits.nextTry = Now + 13s;
        waits.error = Error{ErrorKind::ServerError, "<i>etcd</i> leader changed", {}, 500, {}};
        m_window->applyBatch(batch({}, {denied, waits}));
        m_clock.advance(1s);
        StatusSegment *worst = nullptr;
        for (StatusSegment *segment : m_window->findChildren<StatusSegment *>()) {
            if (segment->text().startsWith(QStringLiteral("pods: Waiting")))
                worst = segment;
        }
        QVERIFY(worst);
        QCOMPARE(worst->text(), QStringLiteral("pods: Waiting 12\u00a0s (server error)"));
        QVERIFY2(worst->toolTip().contains(QStringLiteral("&lt;i&gt;etcd")), qPrintable(worst->toolTip()));
        const QSignalSpy asked(m_window.get(), &MainWindow::watchAsked);
        QTest::mouseClick(worst, Qt::LeftButton);
        QCOMPARE(asked.value(0).value(0).toUInt(), WatchId(1));
        m_window->applyBatch(batch({}, {live(1), live(2)}));
        m_clock.advance(1s);
        QVERIFY(worst->text().isEmpty());
    }

    void theViewHasTheKeysFromTheBeginning()
    {
        MainWindow window(WindowContext{m_theme, m_settings, m_clock});
        auto *view = new CountingView(QStringLiteral("Pods"));
        window.addView(view);
        window.show();
        QCOMPARE(window.focusWidget(), view);
    }

    void aClickOnATabGivesTheKeysToItsView()
    {
        m_window->tell([] { return QStringLiteral("a note"); });
        auto *tabs = m_window->findChild<QTabWidget *>();
        const auto click = [tabs](int index) {
            QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(index).center());
        };
        QLineEdit first(tabs->widget(1)); // to which the tab widget would give them
        m_view->setFocus();
        click(1);
        QTRY_COMPARE(m_window->focusWidget(), tabs->widget(1));
        m_window->findChild<FilterBox *>()->setFocus();
        click(0);
        QTRY_COMPARE(m_window->focusWidget(), m_view);
        auto *part = new QLineEdit(m_view);
        part->show();
        part->setFocus();
        m_window->findChild<FilterBox *>()->setFocus();
        click(0);
        QTRY_COMPARE(m_window->focusWidget(), part);
    }

    void spaceOnAButtonPressesTheButton()
    {
        auto *namespaces = button(QStringLiteral("Namespaces"));
        const QSignalSpy clicked(namespaces, &QAbstractButton::clicked);
        namespaces->setFocus();
        QTest::keyClick(namespaces, Qt::Key_Space);
        QCOMPARE(clicked.count(), 1);
        QVERIFY(!m_window->state().isPaused());
    }

    void slashGoesToTheFilterAndReturnComesBack()
    {
        QTest::keyClick(m_view, Qt::Key_Slash);
        auto *box = m_window->findChild<FilterBox *>();
        QCOMPARE(m_window->focusWidget(), box);
        QTest::keyClicks(box, QStringLiteral("\"web /1\""));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(m_window->state().filter(), QStringLiteral("\"web /1\""));
        QCOMPARE(m_window->focusWidget(), m_view);
        QTest::keyClick(m_view, Qt::Key_Escape);
        QVERIFY(m_window->state().filter().isEmpty());
        QVERIFY(box->text().isEmpty());
    }

    void aTimeRangeIsNamedAndCanBeLeft()
    {
        const auto chip = [this] {
            const auto chips = m_window->findChildren<Chip *>();
            const auto found = std::ranges::find_if(
                chips, [](const Chip *each) { return each->text().startsWith(QStringLiteral("Time range")); });
            return found == chips.end() ? nullptr : *found;
        };
        QVERIFY(!chip());
        m_window->state().setTimeRange(TimeRange{Now - 10min, Now - 5min});
        QVERIFY(chip() && chip()->isVisible());
        QVERIFY(chip()->text().contains(format::clock(Now - 5min)));
        chip()->click();
        QVERIFY(!m_window->state().timeRange());
        QVERIFY(!chip()->isVisible());
    }

    void theMenuHasTheExportOfTheViewInFront()
    {
        auto *writing = new CountingView(QStringLiteral("Writing"));
        writing->writes = new QAction(QStringLiteral("Export it"), writing);
        m_window->addView(writing);
        const auto isOffered = [&] { return m_window->programMenu().actions().contains(writing->writes); };
        QVERIFY(!isOffered());
        m_window->showView(writing);
        QVERIFY(isOffered());
        m_window->showView(m_view);
        QVERIFY(!isOffered());
        m_window->showView(writing);
        delete writing;
        QVERIFY(m_window->programMenu().actions().size() > 0);
    }

    void findAsksTheViewInFront()
    {
        QTest::keySequence(m_view, QKeySequence(QKeySequence::Find));
        QCOMPARE(m_view->finds, 1);
    }

    void shiftF10AsksForTheMenuOfWhatHasTheFocus()
    {
        m_view->setContextMenuPolicy(Qt::CustomContextMenu);
        QSignalSpy asked(m_view, &QWidget::customContextMenuRequested);
        m_view->setFocus();
        QTest::keySequence(m_view, QKeySequence(Qt::SHIFT | Qt::Key_F10));
        QCOMPARE(asked.count(), 1);
    }

    void theKeysAreListedForWhoAsks()
    {
        for (const auto key : {Qt::Key_F1, Qt::Key_Question}) {
            QVERIFY(!m_window->findChild<QDialog *>());
            QTest::keySequence(m_view, QKeySequence(key));
            const auto *list = m_window->findChild<QDialog *>();
            QVERIFY(list);
            delete list;
        }
    }

    void theStatusSaysHowTheWatchesStand()
    {
        TestHistory history;
        m_window->setHistory(history);
        history.append(batch({added(1, web)}));
        m_window->applyBatch(batch({}, {live(1), live(2)}));
        m_clock.advance(1s);
        QStringList texts;
        for (const auto *segment : m_window->findChildren<StatusSegment *>())
            texts.append(segment->text());
        const QString said = texts.join(QLatin1Char('|')).replace(QChar(0x202f), QLatin1Char(' '));
        QVERIFY2(said.contains(QStringLiteral("2 watches live")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("rv 8123312")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("1 batches")), qPrintable(said));
    }

    void theStatusCountsTheSelectedRowsOfTheViewInFront()
    {
        const auto said = [this] {
            QStringList texts;
            for (const auto *segment : m_window->findChildren<StatusSegment *>())
                texts.append(segment->text());
            return texts.join(QLatin1Char('|'));
        };
        m_window->state().select(refOf(podInfo().gvr, *web));
        QVERIFY2(!said().contains(QStringLiteral("selected")), qPrintable(said()));
        m_view->selected = 2;
        Q_EMIT m_view->resultChanged();
        QVERIFY2(said().contains(QStringLiteral("2 selected")), qPrintable(said()));
    }

    void aLongSentenceOnTheConnectionLeavesTheWindowItsSize()
    {
        const QSize before = m_window->size();
        const QSize least = m_window->minimumSizeHint();
        const QString sentence = QStringLiteral("The server refuses the connection. ").repeated(20);
        m_window->showConnection(sentence);
        QCoreApplication::sendPostedEvents();
        QVERIFY2(m_window->minimumSizeHint().width() < least.width() + 300,
                 qPrintable(QString::number(m_window->minimumSizeHint().width())));
        QCOMPARE(m_window->size(), before);
        const auto *segment = segmentThatSays(sentence);
        QVERIFY(segment);
        QVERIFY2(segment->toolTip().contains(QStringLiteral("refuses")), "what is cut is in the tooltip");
    }

    void aNoteCanBeClosedAndADangerCannot()
    {
        m_window->warnOfUncheckedServers({QString()});
        m_window->tell([] { return QStringLiteral("This is the demo."); });
        const auto banners = m_window->findChildren<Banner *>();
        QCOMPARE(banners.size(), 2);
        QVERIFY(banners[0]->findChildren<QAbstractButton *>().isEmpty());
        QCOMPARE(banners[1]->text(), QStringLiteral("This is the demo."));
        QTRY_VERIFY(banners[0]->isVisible() && banners[1]->isVisible());
        QTest::mouseClick(banners[1]->findChild<QAbstractButton *>(), Qt::LeftButton);
        QVERIFY(banners[0]->isVisible());
        QVERIFY(!banners[1]->isVisible());
    }

    void theLayoutComesBackForItsCluster()
    {
        m_window->setNavigator(new QWidget);
        m_window->setInspector(new QWidget);
        m_window->setClusters({{QStringLiteral("a")}, {QStringLiteral("a")}});
        m_window->findChild<QDockWidget *>(QStringLiteral("inspector"))->hide();
        m_window->close();
        MainWindow next(WindowContext{m_theme, m_settings, m_clock});
        next.setNavigator(new QWidget);
        next.setInspector(new QWidget);
        next.setClusters({{QStringLiteral("a")}, {QStringLiteral("a")}});
        QVERIFY(next.findChild<QDockWidget *>(QStringLiteral("inspector"))->isHidden());
        QVERIFY(!next.findChild<QDockWidget *>(QStringLiteral("navigator"))->isHidden());
    }

    void whoLeavesFromAWideViewFindsTheInspectorBesideTheOthers_data()
    {
        QTest::addColumn<bool>("isShown");
        QTest::newRow("it was there") << true;
        QTest::newRow("the user had closed it") << false;
    }
    void whoLeavesFromAWideViewFindsTheInspectorBesideTheOthers()
    {
        QFETCH(bool, isShown);
        const auto inspector = [](MainWindow &window) {
            return window.findChild<QDockWidget *>(QStringLiteral("inspector"));
        };
        const auto open = [](MainWindow &window) {
            window.addView(new CountingView(QStringLiteral("Table")));
            window.addView(new WideView(QStringLiteral("Wide")));
            window.setNavigator(new QWidget);
            window.setInspector(new QWidget);
            window.setClusters({{QStringLiteral("a")}, {QStringLiteral("a")}});
        };
        MainWindow window(WindowContext{m_theme, m_settings, m_clock});
        open(window);
        window.show();
        inspector(window)->setVisible(isShown);
        window.findChild<QTabWidget *>()->setCurrentIndex(1);
        QVERIFY(inspector(window)->isHidden());
        window.close();
        MainWindow next(WindowContext{m_theme, m_settings, m_clock});
        open(next);
        QCOMPARE(!inspector(next)->isHidden(), isShown);
        next.findChild<QTabWidget *>()->setCurrentIndex(1);
        QVERIFY(inspector(next)->isHidden());
    }

    void aDockWithoutContentIsNotThere()
    {
        QVERIFY(m_window->findChild<QDockWidget *>(QStringLiteral("navigator"))->isHidden());
    }

    void everyControlHasAnAccessibleName()
    {
        for (const QWidget *widget : m_window->findChildren<QWidget *>()) {
            const bool control =
                qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QLineEdit *>(widget);
            if (control && !widget->objectName().startsWith(QStringLiteral("qt_")) && widget->isVisible() &&
                !qobject_cast<const QLineEdit *>(widget->parentWidget()) &&
                !qobject_cast<const QTabBar *>(widget->parentWidget()))
                QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        }
    }

    void aClustersNameIsShownSafely_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("onButtons");
        QTest::addColumn<QString>("inTitle");
        QTest::newRow("an ampersand is no mnemonic, and nothing is markup")
            << QStringLiteral("a&b<i>") << QStringLiteral("a&&b<i>") << QStringLiteral("a&b<i>");
        QTest::newRow("an override does not turn the writing round")
            << QStringLiteral("dev\u202Edorp") << QStringLiteral("dev‹U+202E›dorp")
            << QStringLiteral("dev‹U+202E›dorp");
        QTest::newRow("a line break makes no second line")
            << QStringLiteral("dev\nprod") << QStringLiteral("dev‹U+000A›prod") << QStringLiteral("dev‹U+000A›prod");
    }

    void aClustersNameIsShownSafely()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, onButtons);
        QFETCH(const QString, inTitle);
        m_window->setClusters({{name, QStringLiteral("other")}, {name}});
        QVERIFY2(m_window->windowTitle().startsWith(inTitle + u' '), qPrintable(m_window->windowTitle()));
        QCOMPARE(button(QStringLiteral("Clusters"))->text(), onButtons);
        button(QStringLiteral("Clusters"))->click();
        auto *list = m_window->findChild<ClusterPopup *>()->findChild<QListWidget *>();
        QCOMPARE(list->item(0)->text(), displayText(name.toStdString()));
        const QSignalSpy chosen(m_window.get(), &MainWindow::clustersChosen);
        Q_EMIT list->itemActivated(list->item(1));
        QCOMPARE(chosen.value(0).value(0).toStringList(), QStringList{QStringLiteral("other")});
        for (const QLabel *label : m_window->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

private:
    const StatusSegment *segmentThatSays(const QString &text) const
    {
        for (const auto *segment : m_window->findChildren<StatusSegment *>()) {
            if (segment->text() == text)
                return segment;
        }
        return nullptr;
    }
    QPushButton *button(const QString &name) const
    {
        for (QPushButton *candidate : m_window->findChildren<QPushButton *>()) {
            if (candidate->accessibleName() == name)
                return candidate;
        }
        return nullptr;
    }

    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    Theme m_theme;
    ManualClock m_clock;
    std::unique_ptr<MainWindow> m_window;
    CountingView *m_view = nullptr;
};

} // namespace tst_mainwindow

WK_TEST(tst_mainwindow, MainWindowTest, QApplication)
#include "tst_mainwindow.moc"
