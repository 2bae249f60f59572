// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"
#include "ui/style/theme.h"
#include "ui/table/tableview.h"

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
    TableView m_view{m_state, m_settings, m_clock};
};

} // namespace tst_tableconnection

WK_TEST(tst_tableconnection, TableConnectionTest, QApplication)
#include "tst_tableconnection.moc"
