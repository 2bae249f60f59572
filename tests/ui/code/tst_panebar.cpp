// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/panebar.h"

#include "tests/support/testregistry.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/theme.h"

#include <QTest>
#include <QToolButton>

namespace tst_panebar {

using namespace wk;

class PaneBarTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTabIsInSightWhateverItsNumber_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {7, 120, 9'999, 123'456})
            QTest::addRow("%d of each", count) << count;
    }
    void everyTabIsInSightWhateverItsNumber()
    {
        QFETCH(int, count);
        PaneBar bar(Qt::ElideLeft);
        bar.resize(scaled(measure::Inspector), 40);
        bar.show();
        PaneTabs *tabs = bar.tabs();
        for (const char *word : {"Summary", "YAML", "Changes", "Events", "Life"})
            tabs->addTab(QLatin1String(word));
        tabs->setTabCount(2, count);
        tabs->setTabCount(3, count);
        QTRY_VERIFY2(tabs->tabRect(4).right() < tabs->width() && tabs->geometry().right() < bar.width(),
                     qPrintable(QString::number(tabs->tabRect(4).right())));
        for (const QToolButton *arrow : tabs->findChildren<QToolButton *>())
            QVERIFY(!arrow->isVisible());
    }

    void numbersAreThereAgainWhenThereIsRoom()
    {
        PaneBar bar(Qt::ElideLeft);
        bar.resize(scaled(140), 40);
        bar.show();
        PaneTabs *tabs = bar.tabs();
        tabs->addTab(QStringLiteral("Changes"));
        tabs->addTab(QStringLiteral("Events"));
        const int bare = tabs->tabRect(0).width();
        tabs->setTabCount(0, 123'456);
        bar.resize(scaled(400), 40);
        QTRY_VERIFY(tabs->tabRect(0).width() > bare + scaled(30));
    }

private:
    Theme m_theme;
};

} // namespace tst_panebar

WK_TEST(tst_panebar, PaneBarTest, QApplication)
#include "tst_panebar.moc"
