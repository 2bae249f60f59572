// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/facetrows.h"

#include "core/history/eventlog.h"
#include "core/query/filterparser.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_facetrows {

using namespace wk;
using namespace wk::test;

class TestFacetRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_log = std::make_unique<EventLog>();
        m_log->setWatch(1, scope("Pod"));
        m_log->setWatch(2, scope("Service"));
        m_rows = std::make_unique<FacetRows>(m_log->snapshot());
        for (int i = 0; i < 1'000; ++i)
            append(i);
    }

    void eachFacetIsAskedWithoutItself_data()
    {
        QTest::addColumn<QString>("types");
        QTest::addColumn<QString>("kinds");
        // Every other event is of a service, every third an addition.
        QTest::newRow("") << QString() << QString();
        QTest::newRow("name:n7") << QString() << QString();
        QTest::newRow("type:added") << QStringLiteral("ADDED 400, MODIFIED 800") << QString();
        QTest::newRow("type != ADDED") << QStringLiteral("ADDED 400, MODIFIED 800") << QString();
        QTest::newRow("type:added kind:pod")
            << QStringLiteral("ADDED 200, MODIFIED 400") << QStringLiteral("Pod 200, Service 200");
        QTest::newRow("type:added or kind:pod") << QString() << QString();
    }
    void eachFacetIsAskedWithoutItself()
    {
        QFETCH(QString, types);
        QFETCH(QString, kinds);
        m_rows->ask(RowQuery{parseFilter(QTest::currentDataTag()).filter.value(), {}, {}, {}});
        for (int i = 1'000; i < 1'200; ++i)
            append(i);
        while (m_rows->isBehind())
            m_rows->advance(m_log->snapshot(), m_log->now().end(), [] { return false; });
        QCOMPARE(told(Facet::Type), types);
        QCOMPARE(told(Facet::Kind), kinds);
        QVERIFY(!m_rows->of(Facet::Manager));
    }

    void whatIsNotAskedOfAnyMoreIsForgotten()
    {
        m_rows->ask(RowQuery{parseFilter("type:added kind:pod").filter.value(), {}, {}, {}});
        QVERIFY(m_rows->isBehind());
        m_rows->ask(RowQuery());
        QVERIFY(!m_rows->isBehind() && !m_rows->of(Facet::Type));
    }

private:
    void append(int i)
    {
        m_log->append(batch({entry(i % 2 ? 2 : 1, i % 3 == 0 ? EntryType::Added : EntryType::Modified,
                                   object("web", "n" + std::to_string(i)))}));
        m_rows->advance(m_log->snapshot(), m_log->now().end(), [] { return false; });
    }
    QString told(Facet facet) const
    {
        QStringList values;
        if (const FilteredRows *rows = m_rows->of(facet)) {
            for (const FacetCount &each : facetValues(m_log->now(), rows->facets(), facet))
                values.append(QString::fromStdString(each.value) + u' ' + QString::number(each.count));
        }
        return values.join(QStringLiteral(", "));
    }

    std::unique_ptr<EventLog> m_log;
    std::unique_ptr<FacetRows> m_rows;
};

} // namespace tst_facetrows

WK_TEST(tst_facetrows, TestFacetRows, QCoreApplication)
#include "tst_facetrows.moc"
