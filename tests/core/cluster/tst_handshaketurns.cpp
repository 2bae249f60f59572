// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/handshaketurns.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <memory>

namespace tst_handshaketurns {

using namespace wk;
using namespace std::chrono_literals;

class TestHandshakeTurns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_begun.clear();
        for (int who = 0; who < 3; ++who)
            m_turns->join(&m_who[who], [this, who] { m_begun += QByteArray::number(who); });
    }
    void cleanup()
    {
        for (QObject &who : m_who)
            m_turns->leave(&who);
        m_clock.advance(1s);
    }

    void eachBeginsWhenTheOneBeforeIsDone()
    {
        QCOMPARE(m_begun, QByteArray()); // from the event loop
        m_clock.advance(0ms);
        QCOMPARE(m_begun, QByteArray("0"));
        m_turns->leave(&m_who[0]);
        QCOMPARE(m_begun, QByteArray("0"));
        m_clock.advance(0ms);
        QCOMPARE(m_begun, QByteArray("01"));
        m_turns->leave(&m_who[1]);
        m_clock.advance(0ms);
        QCOMPARE(m_begun, QByteArray("012"));
    }
    void nobodyWaitsLongForOneThatIsNotDone()
    {
        m_clock.advance(0ms);
        m_clock.advance(HandshakeTurns::Patience - 1ms);
        QCOMPARE(m_begun, QByteArray("0"));
        m_clock.advance(1ms);
        QCOMPARE(m_begun, QByteArray("01"));
        m_turns->leave(&m_who[0]); // whose turn is over: it changes nothing
        m_clock.advance(0ms);
        QCOMPARE(m_begun, QByteArray("01"));
        m_clock.advance(HandshakeTurns::Patience);
        QCOMPARE(m_begun, QByteArray("012"));
    }
    void whoComesBehindOneThatIsUnderWayWaitsNoLonger()
    {
        m_clock.advance(1s);
        QCOMPARE(m_begun, QByteArray("012"));
        m_turns->join(&m_who[0], [this] { m_begun += 'x'; });
        m_clock.advance(HandshakeTurns::Patience);
        QCOMPARE(m_begun, QByteArray("012x"));
    }
    void whoWantsNoneIsPassedOver()
    {
        m_turns->leave(&m_who[0]);
        m_turns->leave(&m_who[1]);
        m_clock.advance(0ms);
        QCOMPARE(m_begun, QByteArray("2"));
        m_turns->leave(&m_who[2]);
        m_turns->leave(&m_who[2]);
        m_clock.advance(1s);
        QCOMPARE(m_begun, QByteArray("2"));
    }

private:
    ManualClock m_clock;
    std::unique_ptr<HandshakeTurns> m_turns = std::make_unique<HandshakeTurns>(m_clock);
    QObject m_who[3];
    QByteArray m_begun;
};

} // namespace tst_handshaketurns

WK_TEST(tst_handshaketurns, TestHandshakeTurns, QCoreApplication)
#include "tst_handshaketurns.moc"
