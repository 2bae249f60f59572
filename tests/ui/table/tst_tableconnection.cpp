// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/testtableview.h"
#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"
#include "ui/style/theme.h"
#include "ui/table/stateplate.h"
#include "ui/table/waysout.h"

#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_tableconnection {

using namespace wk;

/// What a table offers while there is no cluster behind it.
class TableConnectionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aConnectionThatWaitsCanBeTriedAtOnce()
    {
        QPushButton *retry = button(QStringLiteral("Retry now"));
        QVERIFY(retry);
        const QString sentence = QStringLiteral("Nobody listens at 10.0.0.1:6443.");
        m_view.setConnection({sentence});
        QVERIFY(!retry->isVisibleTo(&m_view));
        m_view.setConnection({sentence, true});
        QVERIFY(retry->isVisibleTo(&m_view));
        const QSignalSpy asked(&m_view, &TableView::retryAsked);
        retry->click();
        QCOMPARE(asked.count(), 1);
        m_view.setConnection({});
        QVERIFY(!retry->isVisibleTo(&m_view));
    }

    void theMakingOfAClusterCanBeCancelled()
    {
        QPushButton *cancel = button(QStringLiteral("Cancel"));
        QVERIFY(cancel);
        QVERIFY(!cancel->isVisibleTo(&m_view));
        m_view.setConnection({QStringLiteral("Making it: 7 of 90."), false, 7, 90});
        QVERIFY(cancel->isVisibleTo(&m_view));
        const QSignalSpy asked(&m_view, &TableView::cancelAsked);
        cancel->click();
        QCOMPARE(asked.count(), 1);
        m_view.setConnection({});
        QVERIFY(!cancel->isVisibleTo(&m_view));
    }

    void aClusterThatThereIsNoWayToOffersOthers()
    {
        StatePlate &plate = m_view.plate();
        plate.setOtherClusters({{QStringLiteral("staging"), QStringLiteral("a&b")}, QStringLiteral("demo")});
        QPushButton *contexts = button(QStringLiteral("Another context"));
        QPushButton *file = button(QStringLiteral("Open a kubeconfig…"));
        QPushButton *demo = button(QStringLiteral("Show the demo"));
        ConnectionWord word{QStringLiteral("Connecting.")};
        m_view.setConnection(word);
        QVERIFY2(!demo->isVisibleTo(&m_view), "it is under way");
        word = {QStringLiteral("The server refuses the connection.")};
        word.hasFailed = true;
        m_view.setConnection(word);
        QVERIFY(contexts->isVisibleTo(&m_view) && file->isVisibleTo(&m_view) && demo->isVisibleTo(&m_view));
        const QSignalSpy chosen(&plate, &StatePlate::clusterChosen);
        const QSignalSpy asked(&plate, &StatePlate::wayAsked);
        QCOMPARE(contexts->menu()->actions().value(1)->text(), QStringLiteral("a&&b"));
        contexts->menu()->actions().value(1)->trigger();
        QCOMPARE(chosen.value(0).value(0), QVariant(QStringLiteral("a&b")));
        demo->click();
        QCOMPARE(chosen.value(1).value(0), QVariant(QStringLiteral("demo")));
        file->click();
        QCOMPARE(asked.count(), 1);
        m_view.setConnection({});
        QVERIFY(!file->isVisibleTo(&m_view));
    }

    void nothingIsOfferedThatIsNotThere()
    {
        ConnectionWord word{QStringLiteral("The configuration cannot be read.")};
        word.hasFailed = true;
        m_view.setConnection(word);
        m_view.plate().setOtherClusters({});
        QVERIFY(!button(QStringLiteral("Another context"))->isVisibleTo(&m_view));
        QVERIFY(button(QStringLiteral("Open a kubeconfig…"))->isVisibleTo(&m_view));
        QVERIFY2(!button(QStringLiteral("Show the demo"))->isVisibleTo(&m_view), "it is the one in use");
    }

private:
    QPushButton *button(const QString &text) const
    {
        const auto buttons = m_view.findChildren<QPushButton *>();
        const auto found = std::ranges::find(buttons, text, &QPushButton::text);
        return found == buttons.end() ? nullptr : *found;
    }

    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    Theme m_theme;
    WindowState m_state;
    ManualClock m_clock;
    TestTableView m_view{m_state, m_settings, m_clock};
};

} // namespace tst_tableconnection

WK_TEST(tst_tableconnection, TableConnectionTest, QApplication)
#include "tst_tableconnection.moc"
