// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/selectedlife.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_selectedlife {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

ObjectPtr life(int number)
{
    Object object = pod({.name = "db-0"}, 10 * number);
    object.uid = "life-" + std::to_string(number);
    return shared(std::move(object));
}

} // namespace

class SelectedLifeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_state = std::make_unique<WindowState>();
        m_log = std::make_unique<TestHistory>();
        m_log->setWatch(1, scopeOf(podInfo()));
        m_log->append(batch({listed(1, podColumns(), {life(1)}, Now - 60s)})); // 0, 1
        m_log->append(batch({deleted(1, life(1), Now - 50s)}));                // 2
        m_log->append(batch({added(1, life(2), Now - 40s)}));                  // 3
        m_log->append(batch({deleted(1, life(2), Now - 30s)}));                // 4
        m_log->append(batch({added(1, life(3), Now - 20s)}));                  // 5
        m_life = std::make_unique<SelectedLife>(*m_state, *m_log);
    }
    void cleanup()
    {
        m_life.reset();
        m_log.reset();
        m_state.reset();
    }

    void theLifeThatStoodThenTakesThePlaceOfALaterOne()
    {
        m_state->select(refOf(podInfo().gvr, *life(3)));
        goTo(4);
        QCOMPARE(selected(), std::string("life-2"));
        goTo(5);
        QCOMPARE(selected(), std::string("life-2")); // it had gone by then, and the next had not come
        goTo(2);
        QCOMPARE(selected(), std::string("life-1"));
        goTo(6);
        QCOMPARE(selected(), std::string("life-3"));
        goTo(4);
        m_state->setPlayhead({});
        QCOMPARE(selected(), std::string("life-3"));
    }

    void whatHadLivedByThenStaysSelected()
    {
        m_state->select(refOf(podInfo().gvr, *life(1)));
        QSignalSpy spy(m_state.get(), &WindowState::selectionChanged);
        for (const RowId upTo : {6, 3, 2})
            goTo(upTo);
        m_state->setPlayhead({});
        QCOMPARE(spy.count(), 0);
    }

    void whatIsNotKnownOfThenStaysSelected()
    {
        m_state->select(refOf(podInfo().gvr, *life(3)));
        QSignalSpy spy(m_state.get(), &WindowState::selectionChanged);
        goTo(0);
        m_state->setPlayhead({});
        QCOMPARE(spy.count(), 0);
    }

    void whatIsChosenInThePastStaysChosen()
    {
        m_state->select(refOf(podInfo().gvr, *life(3)));
        goTo(2);
        m_state->select(refOf(podInfo().gvr, pod({.name = "other"})));
        m_state->setPlayhead({});
        QCOMPARE(selected(), std::string("uid-other"));
    }

    void anEventThatIsChosenStaysChosen()
    {
        m_state->selectEvent(refOf(podInfo().gvr, *life(2)), RowId(3));
        goTo(4);
        QCOMPARE(selected(), std::string("life-2"));
    }

private:
    void goTo(RowId upTo) { m_state->setPlayhead(Moment{upTo, Now - 60s + std::chrono::seconds(10 * upTo)}); }
    std::string selected() const { return m_state->selection().uid; }

    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<SelectedLife> m_life;
};

} // namespace tst_selectedlife

WK_TEST(tst_selectedlife, SelectedLifeTest, QCoreApplication)
#include "tst_selectedlife.moc"
