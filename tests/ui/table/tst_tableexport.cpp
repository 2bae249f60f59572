// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/tableexport.h"

#include "core/query/filterparser.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"
#include "ui/style/theme.h"
#include "ui/table/columnlayout.h"

#include <QFile>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

namespace tst_tableexport {

using namespace wk;
using namespace wk::sample;

namespace {

constexpr WatchId Pods = 1;

ObjectPtr podOf(const char *name, const char *status = "Running")
{
    PodRow row;
    row.name = name;
    row.status = status;
    return shared(pod(row));
}

} // namespace

class tst_tableexport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock = std::make_unique<ManualClock>();
        m_clock->setWall(Now);
        m_view = std::make_unique<QTableView>();
        m_model = std::make_unique<TestTable>(*m_clock);
        m_view->setModel(m_model.get());
        m_columns = std::make_unique<ColumnLayout>(*m_view, *m_model, m_settings);
        m_model->setSource(podInfo(), {Pods});
        m_columns->setKind(QStringLiteral("pods"));
        m_model->applyBatch(
            batch({listed(Pods, podColumns(), {podOf("b"), podOf("a"), podOf("c", "=SUM(A1),x"), podOf("d")})}));
        m_export = std::make_unique<TableExport>(*m_model, *m_columns, *m_clock);
        m_result.reset();
        connect(m_export.get(), &FileExport::finished, this,
                [this](const Result<ExportProgress> &result) { m_result = result; });
    }
    void cleanup()
    {
        m_export.reset();
        m_columns.reset();
        m_view.reset();
        m_model.reset();
    }

    void theTableIsWrittenAsItIsShown()
    {
        const QList<QByteArray> lines = exported();
        QCOMPARE(lines.value(0),
                 QByteArray("NAMESPACE,NAME,READY,STATUS,RESTARTS,AGE,NODE,CHANGES,LAST CHANGE,CHANGED BY"));
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines.value(1), QByteArray("web,a,1/1,Running,0,3h,node-01,0,,"));
        QVERIFY(lines.value(2).startsWith("web,b,"));
    }

    void noCellIsAFormula()
    {
        QVERIFY2(exported().value(3).contains(",\"'=SUM(A1),x\","), exported().value(3).constData());
    }

    void aChangeHasItsTimeAndItsManager()
    {
        m_model->applyBatch(
            batch({modified(Pods, podOf("a"), podOf("a", "Pending"), {"status.phase Running Pending"})}));
        QCOMPARE(exported().value(1),
                 QByteArray("web,a,1/1,Pending,0,3h,node-01,1,2026-11-21T10:41:12.000000Z,kubelet"));
    }

    void whatTheFilterHidesOrTheClusterDeletedIsNotWritten()
    {
        m_model->setFilter(*parseFilter("not name:c").filter);
        m_model->applyBatch(batch({deleted(Pods, podOf("a"))}));
        QCOMPARE(m_model->rowCount(), 3); // the deleted one stands there a moment longer
        const QList<QByteArray> lines = exported();
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines.value(1).startsWith("web,b,"));
        QVERIFY(lines.value(2).startsWith("web,d,"));
    }

    void anEventWasLastSeenWhenItSaysSo()
    {
        Object event;
        event.name = "e";
        event.created = Now - std::chrono::hours(1);
        event.cells = {std::string("7s"), std::string("Normal")};
        TableColumn column;
        column.kind = TableColumn::Kind::LastSeen;
        column.cell = 0;
        const auto written = [&] {
            const TableCsvRow row{shared(event), 1, Now, {}}; // written a moment ago, as by who merges a label
            return tableCsvCells({column}, row, Now).front();
        };
        QCOMPARE(written(), "<unknown>");
        event.seen = Now - std::chrono::seconds(100);
        QCOMPARE(written(), "100s");
    }

    void anotherKindMeanwhileChangesNothing()
    {
        m_export->start(path());
        m_model->setSource(nodeInfo(), {2});
        QTRY_VERIFY(m_result);
        QCOMPARE(written().size(), 5);
    }

private:
    QString path() const { return m_folder.filePath(QStringLiteral("out.csv")); }
    QList<QByteArray> written() const
    {
        QFile file(path());
        if (!m_result->ok() || !file.open(QIODevice::ReadOnly))
            return {};
        QByteArray text = file.readAll();
        return text.trimmed().replace("\r\n", "\n").split('\n');
    }
    QList<QByteArray> exported()
    {
        m_result.reset();
        m_export->start(path());
        return QTest::qWaitFor([this] { return m_result.has_value(); }) ? written() : QList<QByteArray>();
    }

    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    Theme m_theme;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<QTableView> m_view;
    std::unique_ptr<TestTable> m_model;
    std::unique_ptr<ColumnLayout> m_columns;
    std::unique_ptr<TableExport> m_export;
    std::optional<Result<ExportProgress>> m_result;
};

} // namespace tst_tableexport

WK_TEST(tst_tableexport, tst_tableexport, QApplication)
#include "tst_tableexport.moc"
