// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/stream/streambench.h"

namespace tst_streamfacets {

using namespace wk;
using namespace wk::sample;
using namespace wk::streambench;
using namespace std::chrono_literals;

/// What the facets of the stream tell, and what pointing at them asks for.
class tst_streamfacets : public StreamBench
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        open();
        m_view->applyBatch(batch({added(Pods, web("a")), added(Pods, web("b")), modified(Pods, web("a"), web("a", 2)),
                                  bookmark(Pods, 3), added(Deployments, shared(deployment("web", 1, 1)))}));
        m_clock.advance(1s);
    }
    void cleanup() { m_view.reset(); }

    void whatIsLeftOutByItsOwnFacetIsCountedThere()
    {
        QCOMPARE(told(), QStringLiteral("ADDED 3, MODIFIED 1, BOOKMARK 1 | Pod 4, Deployment 1"));
        click(QStringLiteral("Pod"));
        QCOMPARE(told(), QStringLiteral("ADDED 2, MODIFIED 1, BOOKMARK 1 | [Pod] 4, Deployment 1"));
        click(QStringLiteral("ADDED"));
        QCOMPARE(told(), QStringLiteral("[ADDED] 2, MODIFIED 1, BOOKMARK 1 | [Pod] 2, Deployment 1"));
        m_view->applyBatch(batch({modified(Pods, web("a"), web("a", 4))}));
        m_clock.advance(1s);
        QCOMPARE(told(), QStringLiteral("[ADDED] 2, MODIFIED 2, BOOKMARK 1 | [Pod] 2, Deployment 1"));
        m_state->setPlayhead(Moment{1, Now});
        m_clock.advance(1s);
        QCOMPARE(told(), QStringLiteral("[ADDED] 1 | [Pod] 1"));
    }

private:
    void click(const QString &value, Qt::KeyboardModifiers modifiers = {})
    {
        clickFacet(value, modifiers);
        QTRY_VERIFY(!model().hasWork());
        m_clock.advance(1s);
    }

    /// The types, then the kinds, each with its count; in brackets what is asked for, struck through what is not.
    QString told() const
    {
        QStringList sections;
        for (const Facet facet : {Facet::Type, Facet::Kind}) {
            QStringList values;
            for (int row = 0; row < m_facets->facets()->rowCount(); ++row) {
                const QModelIndex index = m_facets->facets()->index(row);
                if (m_facets->facets()->isHeading(row) || index.data(FacetModel::FieldRole).toInt() != int(facet))
                    continue;
                const auto choice = FilterChoice(index.data(FacetModel::ChoiceRole).toInt());
                const QString form = choice == FilterChoice::None   ? QStringLiteral("%1 %2")
                                     : choice == FilterChoice::Only ? QStringLiteral("[%1] %2")
                                                                    : QStringLiteral("-%1- %2");
                values.append(form.arg(index.data(FacetModel::ValueRole).toString())
                                  .arg(index.data(FacetModel::CountRole).toInt()));
            }
            sections.append(values.join(QStringLiteral(", ")));
        }
        return sections.join(QStringLiteral(" | "));
    }
};

} // namespace tst_streamfacets

WK_TEST(tst_streamfacets, tst_streamfacets, QApplication)
#include "tst_streamfacets.moc"
