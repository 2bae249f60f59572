// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/tablecopy.h"

#include "core/recording/csvwriter.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"
#include "ui/table/tableexport.h"

#include <QTest>

namespace tst_tablecopy {

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
        TestTable model(m_clock);
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

    void eachCellIsMeasuredOnceAndWrittenOnce()
    {
        constexpr std::size_t lineCount = 200;
        std::size_t asked = 0;
        const QString word = QStringLiteral("web");
        const QString text = inColumns(lineCount, 3, [&](std::size_t, std::size_t) -> const QString & {
            ++asked;
            return word;
        });
        QCOMPARE(text.count(u'\n'), qsizetype(lineCount));
        QCOMPARE(asked, 2 * 3 * lineCount);
    }

    void csvIsQuotedAndNoFormula()
    {
        QCOMPARE(asCsv({m_model, {0, 1}, m_columns}, Now), QStringLiteral("NAMESPACE,NAME,STATUS,RESTARTS\r\n"
                                                                          "web,a,\"'=HYPERLINK(\"\"x\"\"),\nok\",0\r\n"
                                                                          "payments,it's,Running,-3"));
    }

    void copiedCsvHasTheCellsOfAFile()
    {
        std::vector<int> columns;
        for (int column = 0; column < m_model.columnCount(); ++column)
            columns.push_back(column);
        const QStringList lines = asCsv({m_model, {1}, columns}, Now).split(QStringLiteral("\r\n"));
        QCOMPARE(lines.size(), 2);
        const TableRow &row = m_model.rowAt(1);
        const auto cells =
            tableCsvCells(m_model.tableColumns(), {row.object, row.changes, row.lastChange, row.lastManager}, Now);
        QCOMPARE(lines[0].toStdString() + "\r\n", csvRecord(tableCsvHead(m_model.tableColumns())));
        QCOMPARE(lines[1].toStdString() + "\r\n", csvRecord(cells));
    }

    void kubectlNamesObjectsByNamespace()
    {
        const QList<std::pair<QString, QString>> options{{QStringLiteral("--context"), QStringLiteral("prod eu")},
                                                         {QStringLiteral("--as"), QStringLiteral("jane")}};
        QCOMPARE(asKubectl({m_model, {0, 1}, {}}, [&](const ClusterId &) { return options; }),
                 QStringLiteral("kubectl --context='prod eu' --as=jane get pods -n payments 'it'\\''s'\n"
                                "kubectl --context='prod eu' --as=jane get pods -n web a"));
        QCOMPARE(asKubectl({m_model, {0}, {}}, [](const ClusterId &) { return QList<std::pair<QString, QString>>(); }),
                 QStringLiteral("kubectl get pods -n web a"));
    }

private:
    ManualClock m_clock;
    TestTable m_model{m_clock};
    std::vector<int> m_columns;
};

} // namespace tst_tablecopy

WK_TEST(tst_tablecopy, TableCopyTest, QCoreApplication)
#include "tst_tablecopy.moc"
