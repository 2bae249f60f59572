// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/rowdelegate.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"
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

namespace {

/// A cell of the first row, of a width in px at 100 %.
QImage painted(const ResourceTableModel &model, const QString &column, int width)
{
    QImage image(scaled(width), scaled(measure::Row), QImage::Format_RGB32);
    QPainter painter(&image);
    QStyleOptionViewItem option;
    option.rect = image.rect();
    option.palette = QGuiApplication::palette();
    RowDelegate(model).paint(&painter, option, model.index(0, model.columnOf(column)));
    return image;
}

} // namespace

class RowDelegateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNarrowSparklineShowsTheNewestChanges_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("isSeen");
        QTest::newRow("all of it") << 112 << true;
        QTest::newRow("half of it") << 80 << true;
        QTest::newRow("a bar or two are none") << 50 << false;
    }
    void aNarrowSparklineShowsTheNewestChanges()
    {
        QFETCH(int, width);
        m_theme.setScheme(ColourScheme::Dark);
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
        model.setSource(podInfo(), {1});
        const ObjectPtr before = shared(pod({.name = "a"}));
        model.applyBatch(batch({listed(1, podColumns(), {before})}));
        model.applyBatch(batch({modified(1, before, shared(pod({.name = "a", .status = "Failed"})))}));
        const QImage image = painted(model, QStringLiteral("@changes"), width);
        int newest = -1;
        for (int x = 0; x < image.width(); ++x) {
            for (int y = 0; y < image.height(); ++y)
                newest = image.pixelColor(x, y) == darkTokens().modified ? x : newest;
        }
        QTEST(newest > 0, "isSeen"); // the bar of the change that has just come
        QVERIFY(newest < image.width() - 2);
    }

    void noFigureOfTheCountIsCut()
    {
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
        model.setSource(podInfo(), {1});
        const ObjectPtr object = shared(pod({.name = "a"}));
        std::vector<EntryPtr> entries{listed(1, podColumns(), {object})};
        entries.resize(1 + 124'000, modified(1, object, object));
        model.applyBatch(batch(std::move(entries)));
        const QImage image = painted(model, QStringLiteral("@changes"), 112);
        const QRect before(0, 0, scaled(measure::CellPadding), image.height() - 1);
        const QImage padding = image.copy(before);
        QImage empty(padding.size(), padding.format());
        empty.fill(padding.pixelColor(0, 0));
        QCOMPARE(padding, empty);
    }

    void howADeploymentFaresIsMarkedAtItsReplicas_data()
    {
        QTest::addColumn<int>("ready");
        QTest::addColumn<QColor>("ink");
        QTest::addColumn<QString>("tip");
        QTest::newRow("all are there") << 2 << darkTokens().running << QStringLiteral("2/2\nRunning");
        QTest::newRow("one is missing") << 1 << darkTokens().pending << QStringLiteral("1/2\nPending");
        QTest::newRow("none is there, and that is a failure")
            << 0 << darkTokens().failed << QStringLiteral("0/2\nFailing");
    }
    void howADeploymentFaresIsMarkedAtItsReplicas()
    {
        QFETCH(int, ready);
        m_theme.setScheme(ColourScheme::Dark);
        ManualClock clock;
        TestTable model(clock);
        model.setSource(deploymentInfo(), {1});
        Object fleet = deployment("a", ready, 2);
        fleet.ready = ready > 0 ? Readiness::True : Readiness::False;
        model.applyBatch(batch({listed(1, deploymentColumns(), {shared(fleet)})}));
        const QModelIndex cell = model.index(0, model.columnOf(QStringLiteral("Ready")));
        const QImage image = painted(model, QStringLiteral("Ready"), 80);
        const QRect mark(scaled(measure::CellPadding), 0, scaled(measure::PhaseMark), image.height());
        QFETCH(QColor, ink);
        QCOMPARE(image.copy(mark).convertToFormat(QImage::Format_RGB32).pixelColor(mark.width() - 3, mark.height() / 2),
                 ink);
        QTEST(model.tip(cell.row(), cell.column()), "tip");
        QCOMPARE(cell.data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("READY: ") + model.tip(cell.row(), cell.column()).replace(u'\n', QStringLiteral(", ")));
        QCOMPARE(model.tip(0, model.columnOf(QStringLiteral("@name"))), QStringLiteral("a"));
    }

private:
    Theme m_theme;
};

} // namespace tst_rowdelegate

WK_TEST(tst_rowdelegate, RowDelegateTest, QApplication)
#include "tst_rowdelegate.moc"
