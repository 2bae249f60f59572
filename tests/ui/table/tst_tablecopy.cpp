// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/tablecopy.h"

#include "tests/support/manualclock.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/resourcetablemodel.h"

#include <QTest>

using namespace wk;
using namespace wk::sample;

class TableCopyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_clock.setWall(Now);
        PodRow hostile;
        hostile.ns = "web";
        hostile.name = "a";
        hostile.status = "=HYPERLINK(\"x\"),\nok";
        PodRow plain;
        plain.ns = "payments";
        plain.name = "it's";
        plain.restarts = "-3";
        m_model.setSource(podInfo(), {1});
        m_model.applyBatch(batch({listed(1, podColumns(), {shared(pod(hostile)), shared(pod(plain))})}));
        m_model.sort(m_model.columnOf(QStringLiteral("@name")));
        for (const char *key : {"@mark", "@namespace", "@name", "Status", "Restarts"})
            m_columns.push_back(m_model.columnOf(QLatin1String(key)));
    }

    void textStandsInColumns()
    {
        PodRow first;
        ResourceTableModel model(m_clock);
        model.setSource(podInfo(), {1});
        first.name = "web-1";
        PodRow second;
        second.name = "a-longer-name";
        second.status = "Pending";
        model.applyBatch(batch({listed(1, podColumns(), {shared(pod(first)), shared(pod(second))})}));
        QCOMPARE(asText({model, {0, 1}, m_columns}), QStringLiteral("NAMESPACE   NAME            STATUS    RESTARTS\n"
                                                                    "web         a-longer-name   Pending   0\n"
                                                                    "web         web-1           Running   0\n"));
    }

    void csvIsQuotedAndNoFormula()
    {
        QCOMPARE(asCsv({m_model, {0, 1}, m_columns}), QStringLiteral("NAMESPACE,NAME,STATUS,RESTARTS\r\n"
                                                                     "web,a,\"'=HYPERLINK(\"\"x\"\"),‹U+000A›ok\",0\r\n"
                                                                     "payments,it's,Running,'-3\r\n"));
    }

    void kubectlNamesObjectsByNamespace()
    {
        QCOMPARE(asKubectl({m_model, {0, 1}, {}}, QStringLiteral("prod eu")),
                 QStringLiteral("kubectl --context='prod eu' get pods -n payments 'it'\\''s'\n"
                                "kubectl --context='prod eu' get pods -n web a"));
        QCOMPARE(asKubectl({m_model, {0}, {}}, QString()), QStringLiteral("kubectl get pods -n web a"));
    }

private:
    ManualClock m_clock;
    ResourceTableModel m_model{m_clock};
    std::vector<int> m_columns;
};

QTEST_GUILESS_MAIN(TableCopyTest)
#include "tst_tablecopy.moc"
