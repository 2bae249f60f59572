// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/factsview.h"

#include "tests/support/testregistry.h"

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
