// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/stream/streambench.h"
#include "ui/stream/filterpoints.h"

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
        apply(batch({added(Pods, web("a")), added(Pods, web("b")), modified(Pods, web("a"), web("a", 2)),
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
        apply(batch({modified(Pods, web("a"), web("a", 4))}));
        m_clock.advance(1s);
        QCOMPARE(told(), QStringLiteral("[ADDED] 2, MODIFIED 2, BOOKMARK 1 | [Pod] 2, Deployment 1"));
        m_state->setPlayhead(Moment{1, Now});
        m_clock.advance(1s);
        QCOMPARE(told(), QStringLiteral("[ADDED] 1 | [Pod] 1"));
    }

    void whatWasListedIsCountedAndAskedForApartFromWhatCame()
    {
        const auto shown = [this] {
            [this] { QTRY_VERIFY(!model().isBehind()); }();
            m_clock.advance(1s);
            return model().rowCount();
        };
        apply(batch({listed(Pods, podColumns(), {web("c"), web("d")}, Now + 1s)}));
        m_clock.advance(1s);
        QCOMPARE(told(), QStringLiteral("ADDED 3, MODIFIED 1, BOOKMARK 1, LIST 1, LISTED 2 | Pod 7, Deployment 1"));
        const QModelIndex row = facet(QStringLiteral("LISTED"));
        QVERIFY(row.data(Qt::ToolTipRole).toString().contains(QStringLiteral("when watching began")));
        QCOMPARE(row.data(Qt::AccessibleTextRole).toString(), QStringLiteral("LISTED, 2 objects"));
        click(QStringLiteral("LISTED"));
        QCOMPARE(m_state->filter(), QStringLiteral("type == \"LISTED\""));
        QCOMPARE(shown(), 2);
        QCOMPARE(model().index(0, StreamModel::Type).data().toString(), QStringLiteral("LISTED"));
        click(QStringLiteral("ADDED"));
        QCOMPARE(m_state->filter(), QStringLiteral("type == \"ADDED\""));
        QCOMPARE(shown(), 3);
        click(QStringLiteral("LISTED"), Qt::ShiftModifier);
        QCOMPARE(m_state->filter(), QStringLiteral("type == \"ADDED\" type != \"LISTED\""));
        m_state->setFilter(QStringLiteral("class:initial"));
        QCOMPARE(shown(), 2);
    }

    /// The kubelet owns what changes, and no entry of it moves.
    void likelyWritersAreCountedWithTheKnownAndFoundByTheSameName()
    {
        const auto byKubelet = [](int version, const char *ready, std::vector<std::string> known) {
            auto one = std::make_shared<Entry>(
                *modified(Pods, web("a", version - 1, ready == std::string("True") ? "False" : "True"),
                          web("a", version, ready)));
            auto changes = std::make_shared<Changes>();
            changes->managers = std::move(known);
            one->changes = changes;
            return EntryPtr(one);
        };
        apply(batch({added(Pods, web("a", 9, "False")), byKubelet(10, "True", {"kubelet"}), byKubelet(11, "False", {}),
                     byKubelet(12, "True", {})}));
        QTRY_VERIFY(!model().hasWork());
        m_clock.advance(1s);
        const auto count = [this](const char *value) {
            const QModelIndex row = facet(QString::fromLatin1(value));
            return QPoint(row.data(FacetModel::CountRole).toInt(), row.data(FacetModel::LikelyRole).toInt());
        };
        QCOMPARE(count("kubelet"), QPoint(4, 2)); // one of init()'s
        QVERIFY2(tip(QStringLiteral("kubelet")).contains(QStringLiteral("2 of these are likely")),
                 qPrintable(tip(QStringLiteral("kubelet"))));
        QCOMPARE(facet(QStringLiteral("kubelet")).data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("kubelet, 4 events, 2 of them likely"));
        click(QStringLiteral("kubelet"));
        QCOMPARE(m_state->filter(), QStringLiteral("manager == \"kubelet\""));
        QCOMPARE(model().rowCount(), 4);
        QCOMPARE(model().index(3, StreamModel::Who).data().toString(), QStringLiteral("? kubelet"));
        QCOMPARE(pointOf(model(), model().index(3, StreamModel::Who))->value, std::string("kubelet"));
        QCOMPARE(count("kubelet"), QPoint(4, 2));
        m_state->setFilter(QStringLiteral("manager:kubelet manager == \"?\""));
        QTRY_VERIFY(!model().hasWork());
        QCOMPARE(model().rowCount(), 2);
    }

    void whoeverDoesNotSeeTheManagersPaysForNoLikelyWriters()
    {
        m_view->resize(1200, 160);
        QTRY_VERIFY(!m_facets->isInSight(Facet::Manager));
        m_state->setFilter(QStringLiteral("manager != \"?\"")); // so that no row asks
        auto one = std::make_shared<Entry>(*modified(Pods, web("b", 1, "False"), web("b", 2)));
        one->changes = std::make_shared<Changes>();
        apply(batch({one}));
        QTRY_VERIFY(!model().hasWork());
        m_clock.advance(1s);
        const RowId row = m_log->end() - 1;
        QVERIFY(m_log->now().isWriterInDoubt(row) && !m_log->now().foundWriters(row));
        m_facets->scrollToBottom();
        QVERIFY(m_facets->isInSight(Facet::Manager) && !m_facets->isInSight(Facet::Type));
        QTRY_VERIFY(m_log->now().foundWriters(row));
        m_facets->hide();
        QVERIFY(!m_facets->isInSight(Facet::Manager) && !model().likelyCounts().query().isLookedAt);
    }

    void whatIsAskedForStaysWhereNothingHasIt()
    {
        const auto toldOf = [this](const char *filter) {
            m_state->setFilter(QString::fromLatin1(filter));
            [this] { QTRY_VERIFY(!model().isBehind()); }();
            m_clock.advance(1s);
            return told();
        };
        QCOMPARE(toldOf("type == \"BOOKMARK\" kind == \"Deployment\""),
                 QStringLiteral("ADDED 1, [BOOKMARK] 0 | Pod 1, [Deployment] 0"));
        QCOMPARE(toldOf("type:mod kind:depl"), QStringLiteral("ADDED 1, [mod] 0 | Pod 1, [depl] 0"));
        QCOMPARE(toldOf("type:add"), QStringLiteral("ADDED 3, MODIFIED 1, BOOKMARK 1 | Pod 2, Deployment 1"));
    }

    void aFurtherValueIsAskedForWithCtrl()
    {
        click(QStringLiteral("ADDED"));
        click(QStringLiteral("MODIFIED"), Qt::ControlModifier);
        QCOMPARE(m_state->filter(), QStringLiteral("type in {\"ADDED\", \"MODIFIED\"}"));
        QCOMPARE(model().rowCount(), 4);
        QCOMPARE(told(), QStringLiteral("[ADDED] 3, [MODIFIED] 1, BOOKMARK 1 | Pod 3, Deployment 1"));
        click(QStringLiteral("ADDED"), Qt::ControlModifier);
        QCOMPARE(m_state->filter(), QStringLiteral("type == \"MODIFIED\""));
        click(QStringLiteral("BOOKMARK"), Qt::ControlModifier);
        click(QStringLiteral("ADDED"));
        QCOMPARE(m_state->filter(), QStringLiteral("type == \"ADDED\""));
        m_state->setFilter(QStringLiteral("type:add"));
        click(QStringLiteral("MODIFIED"), Qt::ControlModifier);
        QCOMPARE(m_state->filter(), QStringLiteral("type:add,MODIFIED"));
        QCOMPARE(model().rowCount(), 4);
    }

    void aClickOnOneOfSeveralAsksForThisAlone()
    {
        click(QStringLiteral("ADDED"));
        click(QStringLiteral("MODIFIED"), Qt::ControlModifier);
        QVERIFY2(tip(QStringLiteral("ADDED")).contains(QStringLiteral("Click: only this. Ctrl+click: no longer")),
                 qPrintable(tip(QStringLiteral("ADDED"))));
        click(QStringLiteral("Pod"));
        click(QStringLiteral("ADDED"));
        QCOMPARE(m_state->filter(), QStringLiteral("type == \"ADDED\" kind == \"Pod\""));
        click(QStringLiteral("ADDED"));
        QCOMPARE(m_state->filter(), QStringLiteral("kind == \"Pod\""));
    }

    void whatIsLeftOutIsTakenBackOneByOne()
    {
        click(QStringLiteral("ADDED"), Qt::ShiftModifier);
        click(QStringLiteral("BOOKMARK"), Qt::AltModifier);
        QCOMPARE(told(), QStringLiteral("-ADDED- 3, MODIFIED 1, -BOOKMARK- 1 | Pod 1"));
        click(QStringLiteral("ADDED"), Qt::ShiftModifier);
        QCOMPARE(m_state->filter(), QStringLiteral("type != \"BOOKMARK\""));
        click(QStringLiteral("BOOKMARK"), Qt::ControlModifier);
        QCOMPARE(m_state->filter(), QStringLiteral("type == \"BOOKMARK\""));
    }

    void noRowMovesAwayFromUnderThePointer()
    {
        const auto come = [this](const char *kind, int count) {
            std::vector<EntryPtr> entries;
            for (int i = 0; i < count; ++i)
                entries.push_back(kind == std::string("deployment") ? added(Deployments, shared(deployment("d", 1, 1)))
                                                                    : deleted(Pods, web("a")));
            apply(batch(entries));
            m_clock.advance(1s);
        };
        pointAt(facet(QStringLiteral("Deployment")));
        come("deployment", 9);
        come("pod", 1);
        QCOMPARE(told(), QStringLiteral("ADDED 12, MODIFIED 1, BOOKMARK 1 | Pod 5, Deployment 10"));
        pointAt(facet(QStringLiteral("ADDED")));
        come("pod", 1);
        QCOMPARE(told(), QStringLiteral("ADDED 12, MODIFIED 1, BOOKMARK 1, DELETED 2 | Pod 6, Deployment 10"));
        m_state->setFilter(QStringLiteral("kind == \"Pod\" type == \"BOOKMARK\""));
        QTRY_VERIFY(!model().hasWork());
        m_clock.advance(1s);
        QCOMPARE(told(), QStringLiteral("ADDED 2, MODIFIED 1, [BOOKMARK] 1, DELETED 2 | [Pod] 1, Deployment 0"));
        leaveFacets();
        QCOMPARE(told(), QStringLiteral("ADDED 2, MODIFIED 1, DELETED 2, [BOOKMARK] 1 | [Pod] 1"));
        m_state->setFilter(QString());
        QTRY_VERIFY(!model().hasWork());
        m_clock.advance(1s);
        QCOMPARE(told(), QStringLiteral("ADDED 12, MODIFIED 1, DELETED 2, BOOKMARK 1 | Deployment 10, Pod 6"));
    }

    void theKeyboardDoesTheSame()
    {
        m_facets->setCurrentIndex(facet(QStringLiteral("ADDED")));
        QTest::keyClick(m_facets, Qt::Key_Return);
        m_facets->setCurrentIndex(facet(QStringLiteral("BOOKMARK")));
        QTest::keyClick(m_facets, Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(m_state->filter(), QStringLiteral("type in {\"ADDED\", \"BOOKMARK\"}"));
    }

    void theKeyboardStaysAtItsValueWhenOthersCome()
    {
        m_facets->setCurrentIndex(facet(QStringLiteral("Pod")));
        apply(batch({deleted(Pods, web("a"))}));
        m_clock.advance(1s);
        QVERIFY(facet(QStringLiteral("DELETED")).isValid());
        QCOMPARE(m_facets->currentIndex(), facet(QStringLiteral("Pod")));
    }

    void whatIsTakenFromTheMenuIsDoneWhenOthersHaveCome()
    {
        menuOf(QStringLiteral("BOOKMARK"), QStringLiteral("Not this"), [this] {
            apply(batch({deleted(Pods, web("a"))}));
            m_clock.advance(1s);
        });
        QCOMPARE(m_state->filter(), QStringLiteral("type != \"BOOKMARK\""));
    }

    void theMenuOffersWhatMakesSense()
    {
        QCOMPARE(menuOf(QStringLiteral("ADDED")), QStringLiteral("Only this, This too, Not this"));
        click(QStringLiteral("ADDED"));
        QCOMPARE(menuOf(QStringLiteral("ADDED")), QStringLiteral("Only this, Not this, Clear this choice"));
        menuOf(QStringLiteral("MODIFIED"), QStringLiteral("This too"));
        QCOMPARE(m_state->filter(), QStringLiteral("type in {\"ADDED\", \"MODIFIED\"}"));
        m_clock.advance(1s);
        menuOf(QStringLiteral("ADDED"), QStringLiteral("Clear this choice"));
        QCOMPARE(m_state->filter(), QStringLiteral("type == \"MODIFIED\""));
        menuOf(QStringLiteral("BOOKMARK"), QStringLiteral("Not this"));
        m_clock.advance(1s);
        QCOMPARE(menuOf(QStringLiteral("BOOKMARK")), QStringLiteral("Only this, This too, Clear this choice"));
    }

    void theToolTipSaysHow()
    {
        QVERIFY(tip(QStringLiteral("ADDED")).contains(QStringLiteral("Ctrl+click: this too")));
        click(QStringLiteral("ADDED"));
        QVERIFY(tip(QStringLiteral("ADDED")).contains(QStringLiteral("no longer ask")));
        QVERIFY(m_facets->facets()->index(0).data(Qt::ToolTipRole).toString().isEmpty());
    }

private:
    QModelIndex facet(const QString &value) const
    {
        const QModelIndexList found =
            m_facets->facets()->match(m_facets->facets()->index(0), FacetModel::ValueRole, value, 1, Qt::MatchExactly);
        return found.value(0);
    }
    void pointAt(const QModelIndex &index)
    {
        QTest::mouseMove(m_facets->viewport(), m_facets->visualRect(index).center());
        QTRY_VERIFY(m_facets->isPointedAt());
    }
    QString tip(const QString &value) const { return facet(value).data(Qt::ToolTipRole).toString(); }

    /// What a value's menu offers; takes one of it.
    QString menuOf(
        const QString &value, const QString &taken = {}, const std::function<void()> &meanwhile = [] {})
    {
        QStringList offered;
        QTimer::singleShot(0, this, [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            meanwhile();
            for (QAction *action : menu->actions()) {
                offered.append(action->text());
                if (action->text() == taken)
                    action->trigger();
            }
            menu->close();
        });
        const QPoint at = m_facets->visualRect(facet(value)).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, m_facets->viewport()->mapToGlobal(at));
        QApplication::sendEvent(m_facets->viewport(), &event);
        return offered.join(QStringLiteral(", "));
    }

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
