// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/factsview.h"

#include "tests/support/testregistry.h"

#include <QImage>
#include <QTest>

namespace tst_factsview {

using namespace wk;

class FactsViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrongIsSaidInFull()
    {
        FactsView view;
        view.resize(340, 400);
        Fact brief;
        brief.mark = FactMark::Phase;
        brief.label = QStringLiteral("web does not start");
        Fact full = brief;
        full.label = QStringLiteral("ledger-reconciliation-worker does not start: CrashLoopBackOff");
        view.setFacts({brief, full});
        const auto height = [&view](int row) { return view.visualRect(view.model()->index(row, 0)).height(); };
        QVERIFY2(height(1) > height(0), "two lines rather than the end cut off");
    }

    void whatHappenedAtAMomentStandsBehindItsTime()
    {
        FactsView view;
        view.resize(340, 400);
        Fact fact;
        fact.isMoment = true;
        fact.label = QStringLiteral("13:43:45");
        fact.value = QStringLiteral("Progressing");
        fact.detail = QStringLiteral("ReplicaSet web has successfully progressed.");
        view.setFacts({fact});
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const QRect row = view.visualRect(view.model()->index(0, 0));
        const QImage image = view.viewport()->grab(row).toImage();
        const auto firstInk = [&image](int top, int bottom) {
            for (int x = 0; x < image.width(); ++x) {
                for (int y = top; y < bottom; ++y) {
                    if (image.pixel(x, y) != image.pixel(0, 0))
                        return x;
                }
            }
            return image.width();
        };
        const int time = firstInk(0, image.height() / 2);
        const int detail = firstInk(image.height() - 8, image.height() - 4);
        QVERIFY2(detail > time + view.fontMetrics().horizontalAdvance(fact.label),
                 qPrintable(QStringLiteral("%1 %2").arg(time).arg(detail)));
    }

    void whatHappenedOnOtherDaysStandsBelowWhatHappenedToday()
    {
        FactsView view;
        view.resize(340, 400);
        Fact today;
        today.isMoment = true;
        today.label = QStringLiteral("13:43:45");
        today.value = QStringLiteral("Ready: True");
        Fact before = today;
        before.label = QStringLiteral("2026-09-23");
        Fact noTime = today; // its text alone
        noTime.label = QStringLiteral(" ");
        view.setFacts({noTime, today, before});
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto picture = [&view](int row, int from) {
            const QRect at = view.visualRect(view.model()->index(row, 0));
            return view.viewport()->grab(at.adjusted(from, 0, 0, 0)).toImage();
        };
        int text = 0;
        const QImage alone = picture(0, 0);
        const auto isEmpty = [&alone](int x) {
            for (int y = 0; y < alone.height(); ++y) {
                if (alone.pixel(x, y) != alone.pixel(0, 0))
                    return false;
            }
            return true;
        };
        while (text < alone.width() && isEmpty(text))
            ++text;
        QVERIFY(text < alone.width());
        QCOMPARE(picture(1, text), picture(0, text));
        QCOMPARE(picture(2, text), picture(0, text));
    }

    void aSentenceHasNoEmptyLineAboveIt()
    {
        FactsView view;
        view.resize(340, 400);
        Fact sentence;
        sentence.detail = QStringLiteral("Watched since 13:41:54.");
        Fact below = sentence;
        below.label = QStringLiteral("Available");
        view.setFacts({sentence, below});
        const auto height = [&view](int row) { return view.visualRect(view.model()->index(row, 0)).height(); };
        QVERIFY(height(0) + view.fontMetrics().height() <= height(1));
    }

    void aNarrowerPageBreaksItsLinesAnew()
    {
        FactsView view;
        view.resize(500, 400);
        Fact fact;
        fact.detail = QStringLiteral("Back-off restarting failed container web of the pod web-1 in the namespace web");
        view.setFacts({fact});
        view.show();
        const auto height = [&view] { return view.visualRect(view.model()->index(0, 0)).height(); };
        const int wide = height();
        view.resize(160, 400);
        QTRY_VERIFY(height() > wide);
    }
};

} // namespace tst_factsview

WK_TEST(tst_factsview, FactsViewTest, QApplication)
#include "tst_factsview.moc"
