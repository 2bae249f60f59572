// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/answers/facetrows.h"

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
        FacetRows rows(RowQuery{parseFilter(QTest::currentDataTag()).filter.value(), {}, {}, {}});
        rows.take(m_log->now(), m_log->now().end());
        for (int i = 1'000; i < 1'200; ++i)
            append(i);
        FacetRows rest = rows.rest();
        rest.take(m_log->now(), m_log->now().end());
        rows.append(std::move(rest));
        QCOMPARE(rows.next(), m_log->now().end());
        QCOMPARE(told(rows, Facet::Type), types);
        QCOMPARE(told(rows, Facet::Kind), kinds);
        QVERIFY(!rows.isAskedOf(Facet::Manager));
    }

    void aMomentIsCountedAsFarAsItWent()
    {
        FacetRows rows(RowQuery{parseFilter("type:added").filter.value(), {}, {}, {}});
        rows.take(m_log->now(), m_log->now().end());
        QCOMPARE(told(rows, Facet::Type, 300), QStringLiteral("ADDED 100, MODIFIED 200"));
        QCOMPARE(told(rows, Facet::Type, 0), QString());
    }

private:
    void append(int i)
    {
        m_log->append(batch({entry(i % 2 ? 2 : 1, i % 3 == 0 ? EntryType::Added : EntryType::Modified,
                                   object("web", "n" + std::to_string(i)))}));
    }
    QString told(const FacetRows &rows, Facet facet, RowId upTo = UINT64_MAX) const
    {
        QStringList values;
        if (rows.isAskedOf(facet)) {
            const FacetCounts counts = rows.facetsBefore(m_log->now(), facet, upTo);
            for (const FacetCount &each : facetValues(m_log->now(), counts, facet))
                values.append(QString::fromStdString(each.value) + u' ' + QString::number(each.count));
        }
        return values.join(QStringLiteral(", "));
    }

    std::unique_ptr<EventLog> m_log;
};

} // namespace tst_facetrows

WK_TEST(tst_facetrows, TestFacetRows, QCoreApplication)
#include "tst_facetrows.moc"
