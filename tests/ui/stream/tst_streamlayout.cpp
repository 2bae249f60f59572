// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamlayout.h"

#include "tests/support/testregistry.h"
#include "tests/ui/stream/streambench.h"
#include "ui/stream/eventdetail.h"

#include <QTranslator>

namespace tst_streamlayout {

using namespace wk;
using namespace wk::streambench;

/// How wide the columns of the stream stand when the user has sized some.
class StreamLayoutTest : public StreamBench
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        open();
        fill(50);
    }
    void cleanup() { m_view.reset(); }

    void theUsersWidthsComeBack()
    {
        header()->resizeSection(StreamModel::Name, 311);
        header()->resizeSection(StreamModel::Version, 91);
        m_view.reset();
        makeView();
        QCOMPARE(m_table->columnWidth(StreamModel::Name), 311);
        QCOMPARE(m_table->columnWidth(StreamModel::Version), 91);
        m_view->resize(900, 640);
        QCoreApplication::processEvents();
        QCOMPARE(m_table->columnWidth(StreamModel::Name), 311);
        QCOMPARE(m_table->columnWidth(StreamModel::Version), 91);
    }

    void anotherLanguageHasTheRoomThatItNeeds()
    {
        struct Long : QTranslator {
            QString translate(const char *, const char *source, const char *, int) const override
            {
                return qstrcmp(source, "TIME") == 0 ? QStringLiteral("TIME OF ARRIVAL HERE") : QString();
            }
            bool isEmpty() const override { return false; }
        };
        const int before = m_table->columnWidth(StreamModel::Time);
        {
            Long words;
            QCoreApplication::installTranslator(&words);
            QTRY_VERIFY(m_table->columnWidth(StreamModel::Time) > before);
        }
        QTRY_COMPARE(m_table->columnWidth(StreamModel::Time), before);
    }

    void whoFitsTheManagersThatAreSeen()
    {
        m_view->resize(1500, 640);
        QCoreApplication::processEvents();
        const std::string manager = "kube-controller-manager";
        apply(batch({modified(Pods, web("a"), web("a"), {"spec.replicas 3 5"}, manager)}));
        const int needed = QFontMetrics(fontOf(TextRole::Body)).horizontalAdvance(QString::fromStdString(manager));
        QTRY_VERIFY(m_table->columnWidth(StreamModel::Who) >= needed + 2 * scaled(measure::CellPadding));
        m_view->resize(1900, 640);
        QCoreApplication::processEvents();
        QVERIFY(m_table->columnWidth(StreamModel::Who) < 2 * needed);
    }

    void theUsersOrderComesBack()
    {
        header()->moveSection(header()->visualIndex(StreamModel::Who), 1);
        header()->moveSection(header()->visualIndex(StreamModel::Kind), 9);
        const QList<int> left = order();
        QCOMPARE(left.mid(0, 3), QList<int>({StreamModel::Time, StreamModel::Who, StreamModel::Type}));
        m_view.reset();
        makeView();
        QCOMPARE(order(), left);
    }

    void whatIsLeftOverIsGivenWhenTheEdgeIsLetGo()
    {
        const std::vector<int> before = widths();
        const QPoint edge(header()->sectionViewportPosition(StreamModel::Name) + before[StreamModel::Name],
                          header()->height() / 2);
        QTest::mousePress(header()->viewport(), Qt::LeftButton, {}, edge - QPoint(1, 0));
        for (const int x : {-10, -30, -31})
            QTest::mouseMove(header()->viewport(), edge + QPoint(x, 0));
        QCOMPARE(m_table->columnWidth(StreamModel::Name), before[StreamModel::Name] - 30);
        QCOMPARE(m_table->columnWidth(StreamModel::Changed), before[StreamModel::Changed]);
        QTest::mouseRelease(header()->viewport(), Qt::LeftButton, {}, edge - QPoint(31, 0));
        QTRY_COMPARE(m_table->columnWidth(StreamModel::Changed), before[StreamModel::Changed] + 30);
        QCOMPARE(m_table->columnWidth(StreamModel::Who), before[StreamModel::Who]);
    }

    void theyAreWrittenWhileTheViewIsThere()
    {
        header()->resizeSection(StreamModel::Name, 311);
        QTRY_COMPARE(m_settings.tableLayout(QStringLiteral("@stream")).widths.value(QStringLiteral("@name")), 311);
    }

    void whatTheUserNeverTouchedIsNotRemembered()
    {
        m_view->resize(900, 640);
        QCoreApplication::processEvents();
        m_view.reset();
        QVERIFY(m_store.allKeys().isEmpty());
    }

    void aDoubleClickOnItsEdgeFitsAColumnToWhatIsInSight()
    {
        const std::string longName(60, 'n');
        apply(batch({added(Pods, web(longName))}));
        doubleClickEdge(StreamModel::Name);
        const int fitted = m_table->columnWidth(StreamModel::Name);
        const QFontMetrics mono(fontOf(TextRole::Mono));
        const int needed = mono.horizontalAdvance(QString::fromStdString(longName)) + 2 * scaled(measure::CellPadding);
        QVERIFY2(fitted >= needed && fitted <= needed + 8, qPrintable(QString::number(fitted)));
        m_view.reset();
        makeView();
        QCOMPARE(m_table->columnWidth(StreamModel::Name), fitted);
        m_table->scrollToTop();
        doubleClickEdge(StreamModel::Name);
        QVERIFY2(m_table->columnWidth(StreamModel::Name) < fitted / 2, "the long name is not in sight");
    }

    void whatChangedAndTheTypeAreFittedToo()
    {
        apply(batch({modified(Pods, web("a"), web("a"), {"spec.replicas 3 5"}, "kubectl")}));
        m_view->resize(700, 640);
        QCoreApplication::processEvents();
        for (const int column : {StreamModel::Changed, StreamModel::Type}) {
            header()->resizeSection(column, 30);
            doubleClickEdge(column);
            QVERIFY(m_table->columnWidth(column) >
                    QFontMetrics(fontOf(TextRole::Body)).horizontalAdvance(QStringLiteral("MODIFIED")));
        }
    }

    void theHeadersMenuGivesAllBack()
    {
        const std::vector<int> before = widths();
        header()->resizeSection(StreamModel::Name, 411);
        header()->resizeSection(StreamModel::Changed, 71);
        header()->moveSection(header()->visualIndex(StreamModel::Who), 1);
        menu(QStringLiteral("KIND"));
        menu(QStringLiteral("Reset columns"));
        QCOMPARE(widths(), before);
        QVERIFY(std::ranges::is_sorted(order()));
        m_view.reset();
        makeView();
        QCOMPARE(widths(), before);
    }

    void theHeadersMenuHasTheColumnsThatThereIsNoRoomForToo()
    {
        m_view->resize(1500, 640);
        QCoreApplication::processEvents();
        QCOMPARE(menu(),
                 QStringLiteral("+TIME, +TYPE, CLASS, +KIND, +NAMESPACE, +VERSION, +WHAT CHANGED, +WHO, +SIZE, , "
                                "Reset columns"));
        m_view->resize(900, 640);
        QCoreApplication::processEvents();
        QVERIFY(m_table->isColumnHidden(StreamModel::Size));
        menu(QStringLiteral("TYPE"));
        const QString narrow = menu(QStringLiteral("SIZE (no room)"));
        QVERIFY2(narrow.startsWith(QStringLiteral("+TIME, TYPE, ")), qPrintable(narrow));
        QVERIFY(m_table->columnWidth(StreamModel::Size) > 0);
        QVERIFY(m_table->isColumnHidden(StreamModel::Type));
        QVERIFY(m_table->horizontalScrollBar()->maximum() > 0);
        m_view.reset();
        makeView();
        m_view->resize(900, 640);
        QCoreApplication::processEvents();
        QVERIFY(!m_table->isColumnHidden(StreamModel::Size) && m_table->isColumnHidden(StreamModel::Type));
    }

    void aSentenceAboutAWatchGoesOnWhereWhoWouldStand()
    {
        header()->resizeSection(StreamModel::Changed, 100);
        apply(batch({gap(Pods, 5, 9)}));
        QCoreApplication::processEvents();
        const auto hasInk = [this] {
            const QRect cell = m_table->visualRect(model().index(model().rowCount() - 1, StreamModel::Who));
            const QImage seen = m_table->viewport()->grab(cell.adjusted(2, 4, -2, -4)).toImage();
            const QColor ground = seen.pixelColor(0, 0);
            for (int x = 0; x < seen.width(); ++x) {
                for (int y = 0; y < seen.height(); ++y) {
                    if (seen.pixelColor(x, y) != ground)
                        return true;
                }
            }
            return false;
        };
        QVERIFY(hasInk());
        header()->moveSection(header()->visualIndex(StreamModel::Who), 1);
        QVERIFY2(!hasInk(), "it stands elsewhere");
    }

    void theDetailTakesNoRoomBeforeAnEventIsChosen()
    {
        const auto *detail = m_view->findChild<EventDetail *>();
        QVERIFY(detail->isHidden());
        const int before = m_table->height();
        choose(49);
        QTRY_VERIFY(detail->isVisible() && m_table->height() < before);
        QTRY_VERIFY(m_table->viewport()->rect().contains(m_table->visualRect(model().index(49, 0))));
    }

    void theDetailYieldsBeforeTheRowsDo()
    {
        choose(49);
        for (const int height : {640, 300, 220}) {
            m_view->resize(1200, height);
            QCoreApplication::processEvents();
            QVERIFY2(m_table->viewport()->height() >= 4 * scaled(measure::Row), qPrintable(QString::number(height)));
        }
    }

private:
    /// What the header's menu offers, with a plus before what is checked; takes one of it.
    QString menu(const QString &taken = {})
    {
        QStringList offered;
        QTimer::singleShot(0, this, [&] {
            auto *shown = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(shown);
            for (QAction *action : shown->actions()) {
                offered.append((action->isChecked() ? QStringLiteral("+") : QString()) + action->text());
                if (action->text() == taken && !taken.isEmpty())
                    action->trigger();
            }
            shown->close();
        });
        Q_EMIT header()->customContextMenuRequested({20, 5});
        return offered.join(QStringLiteral(", "));
    }
    QHeaderView *header() const { return m_table->horizontalHeader(); }
    void doubleClickEdge(int column)
    {
        const QPoint edge(header()->sectionViewportPosition(column) + m_table->columnWidth(column) - 1,
                          header()->height() / 2);
        QTest::mouseDClick(header()->viewport(), Qt::LeftButton, {}, edge);
        QCoreApplication::processEvents();
    }
    QList<int> order() const
    {
        QList<int> columns;
        for (int visual = 0; visual < header()->count(); ++visual)
            columns.append(header()->logicalIndex(visual));
        return columns;
    }
    std::vector<int> widths() const
    {
        std::vector<int> all;
        for (int column = 0; column < StreamModel::ColumnCount; ++column)
            all.push_back(m_table->columnWidth(column));
        return all;
    }
};

} // namespace tst_streamlayout

WK_TEST(tst_streamlayout, StreamLayoutTest, QApplication)
#include "tst_streamlayout.moc"
