// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/readbeat.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <netinet/in.h>

namespace tst_readbeat {

using namespace wk;
using namespace std::chrono_literals;

/// Two ends of a connection on the loopback.
class Ends
{
public:
    Ends()
    {
        const int door = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(door, reinterpret_cast<sockaddr *>(&address), size);
        ::listen(door, 1);
        ::getsockname(door, reinterpret_cast<sockaddr *>(&address), &size);
        reader = ::socket(AF_INET, SOCK_STREAM, 0);
        ::connect(reader, reinterpret_cast<sockaddr *>(&address), size);
        m_writer = ::accept(door, nullptr, nullptr);
        ::close(door);
    }
    ~Ends()
    {
        ::close(reader);
        ::close(m_writer);
    }
    void write(std::size_t bytes) const
    {
        const std::string text(bytes, 'x');
        QCOMPARE(::write(m_writer, text.data(), text.size()), ssize_t(bytes));
    }
    /// Whether the reader is woken.
    bool wakes(int within = 1000) const
    {
        pollfd end{reader, POLLIN, 0};
        return ::poll(&end, 1, within) == 1;
    }
    std::size_t read() const
    {
        std::string text(1 << 20, ' ');
        return std::size_t(std::max<ssize_t>(0, ::read(reader, text.data(), text.size())));
    }

    int reader = -1;

private:
    int m_writer = -1;
};

class TestReadBeat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLoneEventIsNeverHeldBack()
    {
        for (int i = 0; i < 100; ++i) {
            m_clock.advance(10ms);
            wakeAndRead(100);
            QVERIFY(!m_beat.isOn());
        }
    }

    void whatComesThickIsTakenOnABeat()
    {
        comeThick();
        m_beat.hasRead(ReadBeat::LittleABeat);
        m_ends.write(30'000);
        QVERIFY(!m_ends.wakes(0));
        m_clock.advance(ReadBeat::Beat);
        QVERIFY(m_ends.wakes());
        m_beat.hasRead(m_ends.read());
        QVERIFY(m_beat.isOn());
        m_ends.write(100);
        QVERIFY(!m_ends.wakes(0));
    }

    /// As TLS gives it to its reader.
    void whatIsReadRecordByRecordIsOfOneBeat()
    {
        comeThick();
        for (int beat = 0; beat < 3; ++beat) {
            for (std::size_t record = 0; record < ReadBeat::LittleABeat; record += 1000)
                m_beat.hasRead(1000);
            m_ends.write(100);
            QVERIFY(!m_ends.wakes(0));
            m_clock.advance(ReadBeat::Beat);
            QVERIFY(m_beat.isOn());
            QVERIFY(m_ends.wakes());
            m_beat.hasRead(m_ends.read());
        }
    }

    void whenLittleComesAgainItWakesAtOnce()
    {
        comeThick();
        m_clock.advance(ReadBeat::Beat);
        QVERIFY(!m_beat.isOn());
        for (int i = 0; i < 3; ++i) {
            wakeAndRead(100);
            QVERIFY(!m_beat.isOn());
        }
    }

    /// Of a beat that was worth it the next is the last.
    void noBeatIsHeldForLittleTwice()
    {
        comeThick();
        m_beat.hasRead(ReadBeat::LittleABeat);
        m_clock.advance(ReadBeat::Beat);
        wakeAndRead(100);
        QVERIFY(m_beat.isOn());
        m_clock.advance(ReadBeat::Beat);
        QVERIFY(!m_beat.isOn());
        wakeAndRead(1);
        QVERIFY(!m_beat.isOn());
    }

    void itsEndLetsGo_data()
    {
        QTest::addColumn<bool>("isAgain");
        QTest::newRow("it ends") << false;
        QTest::newRow("it begins again") << true;
    }
    void itsEndLetsGo()
    {
        QFETCH(bool, isAgain);
        comeThick();
        if (isAgain)
            m_beat.begin(m_ends.reader);
        else
            m_beat.end();
        QVERIFY(m_clock.isIdle());
        m_ends.write(1);
        QVERIFY(m_ends.wakes());
        m_ends.read();
    }

    void init() { m_beat.begin(m_ends.reader); }
    void cleanup() { m_beat.end(); }

private:
    void wakeAndRead(std::size_t bytes)
    {
        m_ends.write(bytes);
        QVERIFY(m_ends.wakes());
        m_beat.hasRead(m_ends.read());
    }
    void comeThick()
    {
        m_clock.advance(ReadBeat::Window);
        for (int i = 0; i < ReadBeat::ManyWakes; ++i)
            wakeAndRead(100);
        QVERIFY(m_beat.isOn());
    }

    Ends m_ends;
    ManualClock m_clock;
    ReadBeat m_beat{m_clock};
};

} // namespace tst_readbeat

WK_TEST(tst_readbeat, TestReadBeat, QCoreApplication)
#include "tst_readbeat.moc"
