// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/rowdelegate.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/theme.h"
#include "ui/style/tokens.h"

#include <QGuiApplication>
#include <QPainter>
#include <QStyleOption>
#include <QTest>

namespace tst_rowdelegate {

using namespace wk;
using namespace wk::sample;

class RowDelegateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNarrowSparklineShowsTheNewestChanges_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("isSeen");
        QTest::newRow("all of it") << 102 << true;
        QTest::newRow("half of it") << 70 << true;
        QTest::newRow("a bar or two are none") << 50 << false;
    }
    void aNarrowSparklineShowsTheNewestChanges()
    {
        QFETCH(int, width);
        m_theme.setScheme(ColourScheme::Dark);
        ManualClock clock;
        clock.setWall(Now);
        ResourceTableModel model(clock);
        model.setSource(podInfo(), {1});
        const ObjectPtr before = shared(pod({.name = "a"}));
        model.applyBatch(batch({listed(1, podColumns(), {before})}));
        model.applyBatch(batch({modified(1, before, shared(pod({.name = "a", .status = "Failed"})))}));
        QImage image(scaled(width), scaled(measure::Row), QImage::Format_RGB32);
        QPainter painter(&image);
        QStyleOptionViewItem option;
        option.rect = image.rect();
        option.palette = QGuiApplication::palette();
        RowDelegate(model).paint(&painter, option, model.index(0, model.columnOf(QStringLiteral("@changes"))));
        painter.end();
        int newest = -1;
        for (int x = 0; x < image.width(); ++x) {
            for (int y = 0; y < image.height(); ++y)
                newest = image.pixelColor(x, y) == darkTokens().modified ? x : newest;
        }
        QTEST(newest > 0, "isSeen"); // the bar of the change that has just come
        QVERIFY(newest < image.width() - 2);
    }

private:
    Theme m_theme;
};

} // namespace tst_rowdelegate

WK_TEST(tst_rowdelegate, RowDelegateTest, QApplication)
#include "tst_rowdelegate.moc"
