// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/table/tablebench.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include <memory>

/// Searching a table: three pods, of which b and d run.
namespace tst_tablefind {

using namespace wk;
using namespace wk::sample;

namespace {

ObjectPtr podOf(const char *name, const char *status = "Running")
{
    return shared(pod({.name = name, .status = status}));
}

} // namespace

class TestTableFind : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<test::TableBench>(1000);
        m_bench->view.applyBatch(
            batch({listed(1, podColumns(), {podOf("b"), podOf("d"), podOf("f", "CrashLoopBackOff")})}, {live(1)}));
        QVERIFY(QTest::qWaitForWindowExposed(&m_bench->view));
    }
    void cleanup() { m_bench.reset(); }

    void toFindAgainMovesNothing()
    {
        QVERIFY(m_bench->view.find());
        auto *field = m_bench->view.findChild<QLineEdit *>();
        QTest::keyClicks(field, QStringLiteral("running"));
        QCOMPARE(m_bench->state.selection().name, std::string("b"));
        QTest::keyClick(field, Qt::Key_Escape);
        m_bench->state.select(refOf(podInfo().gvr, *podOf("f", "CrashLoopBackOff")));
        QVERIFY(m_bench->view.find());
        QCOMPARE(field->selectedText(), QStringLiteral("running"));
        QCOMPARE(m_bench->state.selection().name, std::string("f"));
        QVERIFY2(texts().contains(QStringLiteral("2 found")), qPrintable(texts()));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(m_bench->state.selection().name, std::string("b"));
    }

    void findGoesFromRowToRow()
    {
        QVERIFY(m_bench->view.find());
        auto *field = m_bench->view.findChild<QLineEdit *>();
        QVERIFY(field && field->isVisible());
        QTest::keyClicks(field, QStringLiteral("running"));
        QCOMPARE(m_bench->state.selection().name, std::string("b"));
        QVERIFY2(texts().contains(QStringLiteral("1 of 2")), qPrintable(texts()));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(m_bench->state.selection().name, std::string("d"));
        m_bench->view.applyBatch(batch({added(1, podOf("e"))}));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(m_bench->state.selection().name, std::string("e"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(m_bench->state.selection().name, std::string("b"));
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(m_bench->state.selection().name, std::string("e"));
        QTest::keyClicks(field, QStringLiteral("x"));
        QVERIFY2(texts().contains(QStringLiteral("Not found")), qPrintable(texts()));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
    }

private:
    QString texts() const
    {
        QStringList all;
        for (const QLabel *label : m_bench->view.findChildren<QLabel *>())
            all.append(label->text());
        return all.join(u'|');
    }

    std::unique_ptr<test::TableBench> m_bench;
};

} // namespace tst_tablefind

WK_TEST(tst_tablefind, TestTableFind, QApplication)
#include "tst_tablefind.moc"
