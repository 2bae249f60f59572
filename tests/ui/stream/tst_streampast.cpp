// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/stream/streambench.h"
#include "ui/stream/streamexport.h"

#include <QFile>
#include <QToolButton>

#include <algorithm>

namespace tst_streampast {

using namespace wk;
using namespace wk::sample;
using namespace wk::streambench;
using namespace std::chrono_literals;

/// The stream while the window shows the past.
class StreamPastTest : public StreamBench
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup()
    {
        m_view.reset();
        m_state.reset();
        m_log.reset();
    }

    void itGoesToTheMomentAndDoesNotFollow()
    {
        fill(300);
        QVERIFY(m_table->isFollowing());
        m_state->setPlayhead(Moment{101, Now});
        QVERIFY(!m_table->isFollowing());
        QVERIFY(isSeen(100));
        fill(50);
        QVERIFY(isSeen(100));
        bar()->setValue(bar()->maximum());
        QTest::keyClick(m_table, Qt::Key_End);
        QVERIFY2(!m_table->isFollowing(), "the newest is not of that moment");
        m_state->setPlayhead({});
        QVERIFY(m_table->isFollowing());
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    /// The banner says how many have come since.
    void nothingIsNewInThePast()
    {
        fill(300);
        QToolButton *button = followButton();
        m_state->setPlayhead(Moment{101, Now});
        fill(50);
        m_clock.advance(1s);
        QCOMPARE(button->text(), QStringLiteral("Follow the newest"));
    }

    void countsWhatHadComeByThen()
    {
        fill(300);
        const auto counted = [this](const QString &value) {
            const FacetModel &facets = *m_facets->facets();
            for (int row = 0; row < facets.rowCount(); ++row) {
                if (facets.index(row).data(FacetModel::ValueRole).toString() == value)
                    return facets.index(row).data(FacetModel::CountRole).toInt();
            }
            return 0;
        };
        m_clock.advance(1s);
        QCOMPARE(counted(QStringLiteral("web")), 300);
        QCOMPARE(m_view->resultText(), QStringLiteral("300 events"));
        m_state->setPlayhead(Moment{101, Now});
        QCOMPARE(m_view->resultText(), QStringLiteral("101 events by then"));
        m_state->setFilter(QStringLiteral("type:none"));
        QTRY_COMPARE(m_view->resultText(), QStringLiteral("0 of 101 events by then"));
        m_state->setFilter(QStringLiteral("name:p250"));
        QTRY_COMPARE(m_view->resultText(), QStringLiteral("none of 101 events by then: these came later"));
        m_state->setFilter(QString());
        QTRY_VERIFY(!model().isBehind());
        m_clock.advance(1s);
        QCOMPARE(counted(QStringLiteral("web")), 101);
        m_state->setPlayhead({});
        QTRY_COMPARE(m_view->resultText(), QStringLiteral("300 events"));
        m_clock.advance(1s);
        QCOMPARE(counted(QStringLiteral("web")), 300);
    }

    void beforeTheFirstEventNothingWasWatched()
    {
        fill(300);
        m_state->setPlayhead(Moment{0, Now - 3600s});
        QCOMPARE(m_view->resultText(),
                 QStringLiteral("not watched before %1").arg(format::moment(m_log->now().time(0), Now)));
    }

    void beforeTheFirstEventThatIsKeptThereAreNoCounts()
    {
        m_log->setBounds({.rows = EventLog::ChunkRows});
        while (m_log->now().begin() == 0)
            fill(int(EventLog::ChunkRows));
        QTRY_VERIFY(!model().isBehind());
        m_state->setPlayhead(Moment{m_log->now().begin(), Now - 3600s});
        QCOMPARE(m_view->resultText(), QStringLiteral("events are kept from %1 on")
                                           .arg(format::moment(m_log->now().time(m_log->now().begin()), Now)));
    }

    void anExportIsOfWhatHadHappened()
    {
        fill(300);
        auto *job = m_view->findChild<StreamExport *>();
        QVERIFY(job);
        const QTemporaryDir folder;
        const auto recordsIn = [&](const QString &name) {
            const QString path = folder.filePath(name);
            QSignalSpy finished(job, &FileExport::finished);
            job->start(path);
            QFile file(path);
            return finished.wait() && file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') - 1 : -1;
        };
        m_state->setPlayhead(Moment{101, Now});
        QCOMPARE(recordsIn(QStringLiteral("then.csv")), 101);
        m_state->setPlayhead({});
        QCOMPARE(recordsIn(QStringLiteral("now.csv")), 300);
    }

    void stepsBesideEachOtherDoNotScroll()
    {
        fill(300);
        m_state->setPlayhead(Moment{101, Now});
        const int value = bar()->value();
        m_state->setPlayhead(Moment{102, Now});
        QCOMPARE(bar()->value(), value);
    }

    void whoeverHadScrolledUpDoesNotFollowAfterwards()
    {
        fill(300);
        m_table->goToRow(10);
        m_state->setPlayhead(Moment{101, Now});
        m_state->setPlayhead({});
        QVERIFY(!m_table->isFollowing());
    }

    void whatComesAfterTheMomentIsPaler()
    {
        fill(8);
        const QImage present = rowImage(5);
        m_state->setPlayhead(Moment{5, Now});
        QVERIFY(rowImage(5) != present);
        QCOMPARE(rowImage(3), rowImageWithout(3));
        m_state->setPlayhead({});
        QCOMPARE(rowImage(5), present);
    }

    void theChosenRowIsOneThatHadHappened()
    {
        fill(300);
        apply(batch({modified(Pods, web("p70"), web("p70"))}));
        m_state->select(model().refAt(70));
        QCOMPARE(chosen(), 300);
        m_state->setPlayhead(Moment{101, Now});
        QCOMPARE(chosen(), 70);
        QVERIFY2(isSeen(100), "the moment stays in sight");
        m_state->setPlayhead(Moment{60, Now});
        QCOMPARE(chosen(), -1);
        m_state->select(model().refAt(80));
        QCOMPARE(chosen(), -1);
        m_state->setPlayhead(Moment{90, Now});
        QCOMPARE(chosen(), 80);
    }

    void aStepChoosesItsEvent()
    {
        fill(300);
        const ObjectRef object = model().refAt(70);
        m_state->select(object);
        m_state->setPlayhead(Moment{101, Now, true});
        QCOMPARE(chosen(), 100);
        m_state->setPlayhead(Moment{102, Now, true});
        QCOMPARE(chosen(), 101);
        QVERIFY2(m_state->selection() == object, "what the window looks at is the user's choice");
        m_state->setPlayhead({});
        QCOMPARE(chosen(), 101);
    }

    void nothingIsChosenUntilSomebodyLooks()
    {
        fill(300);
        m_view->hide();
        m_state->setPlayhead(Moment{101, Now, true});
        QCOMPARE(chosen(), -1);
        m_view->show();
        QCOMPARE(chosen(), 100);
        m_state->select(model().refAt(70));
        QCOMPARE(chosen(), 70);
        m_view->hide();
        m_view->show();
        QCOMPARE(chosen(), 70);
    }

    void theFilteredRowsAreDividedToo()
    {
        fill(300);
        m_state->setFilter(QStringLiteral("name:p7"));
        QTRY_VERIFY(!model().isBehind());
        m_state->setPlayhead(Moment{71, Now});
        const int count = model().countBefore(71);
        QVERIFY(count > 0 && count < model().rowCount());
        QVERIFY(model().rowAt(count - 1)->id < RowId(71));
        QVERIFY(model().rowAt(count)->id >= RowId(71));
    }

    void aRowLeadsThere()
    {
        fill(5);
        const QSignalSpy asked(m_view.get(), &StreamView::momentAsked);
        pick(2, StreamModel::Name, QStringLiteral("Show the cluster as of this event"));
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.at(0).at(0).value<RowId>(), RowId(2));
    }

private:
    /// -1 when no row is.
    int chosen() const
    {
        const QModelIndexList rows = m_table->selectionModel()->selectedRows();
        return rows.size() == 1 ? rows.first().row() : -1;
    }
    bool isSeen(int row) const
    {
        const QRect place = m_table->visualRect(m_table->model()->index(row, 0));
        return place.top() >= 0 && place.bottom() < m_table->viewport()->height();
    }
    QImage rowImage(int row) const
    {
        const QRect place = m_table->visualRect(m_table->model()->index(row, StreamModel::Kind));
        return m_table->viewport()->grab(place).toImage();
    }
    QImage rowImageWithout(int row)
    {
        const auto before = m_state->playhead();
        m_state->setPlayhead({});
        const QImage image = rowImage(row);
        m_state->setPlayhead(before);
        return image;
    }

    Theme m_theme;
};

} // namespace tst_streampast

WK_TEST(tst_streampast, StreamPastTest, QApplication)
#include "tst_streampast.moc"
