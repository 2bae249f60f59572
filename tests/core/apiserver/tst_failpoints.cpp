// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/failpoints.h"

#include "core/apiserver/memorystorage.h"
#include "tests/core/apiserver/serverfixture.h"
#include "tests/support/testregistry.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <cerrno>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tst_failpoints {

using namespace wk;
using namespace wk::apiserver;
using namespace std::chrono_literals;

/// One deed at one place, once.
struct Scripted : Failpoints {
    enum class Place { Nowhere, Accepted, Asked, Answer, WatchHead, Frames, LastChunk };

    Deed accepted() override { return at(Place::Accepted); }
    Deed asked(const Request &) override { return at(Place::Asked); }
    Deed sending(const Request &, Part part, std::string_view) override
    {
        static constexpr Place places[] = {Place::Answer, Place::WatchHead, Place::Frames, Place::LastChunk};
        return at(places[std::size_t(part)]);
    }
    Deed at(Place here)
    {
        if (here != place || fired.exchange(true))
            return {};
        return deed;
    }
    Place place = Place::Nowhere;
    Deed deed;
    std::atomic<bool> fired = false;
};
using Place = Scripted::Place;
using Then = Deed::Then;

class tst_Failpoints : public QObject
{
    Q_OBJECT

private:
    /// A server on which this goes wrong.
    void serve(Place place, Deed deed)
    {
        failpoints.place = place;
        failpoints.deed = std::move(deed);
        failpoints.fired = false;
        ApiServer::Options options;
        options.failpoints = &failpoints;
        m.restart(std::move(options));
        m.server->storage().create("pods", pod("a/x"));
    }
    Scripted failpoints;
    ServerFixture m;

private Q_SLOTS:
    void cleanup() { m.end(); }

    void aConnectionCanBeResetBeforeAnything()
    {
        serve(Place::Accepted, {.then = Then::Reset});
        // The system's own socket: QTcpSocket may miss a reset that comes while it connects.
        const int client = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(m.endpoint.port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        char byte = 0;
        const bool isReset = ::connect(client, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0 ||
                             ::recv(client, &byte, 1, 0) < 0;
        const int error = errno;
        ::close(client);
        QVERIFY(isReset);
        QCOMPARE(error, ECONNRESET);
        QCOMPARE(m.answered("/api/v1/pods")->status(), 200);
    }

    void anAnswerCanBeWhatNoServerSends()
    {
        serve(Place::Asked, {.instead = "SSH-2.0-OpenSSH_9.2\r\n", .then = Then::Close});
        RawClient *client = m.client();
        client->get("/api/v1/pods");
        QTRY_VERIFY(client->isClosed());
        QCOMPARE(client->status(), 0);
    }

    void anAnswerInsteadLeavesTheConnectionAlive()
    {
        serve(Place::Asked, {.instead = "HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\nno"});
        RawClient *client = m.answered("/api/v1/pods");
        QCOMPARE(client->status(), 500);
        client->get("/api/v1/pods");
        QTRY_VERIFY(client->isComplete());
        QCOMPARE(client->status(), 200);
    }

    void anAnswerCanBeCutAtAByte()
    {
        serve(Place::Answer, {.upTo = 40, .then = Then::Close});
        RawClient *client = m.client();
        client->get("/api/v1/pods");
        QTRY_VERIFY(client->isClosed());
        QVERIFY(!client->hasHead());
    }

    void aStreamCanBeResetInTheMiddleOfAnEvent()
    {
        serve(Place::Frames, {.upTo = 100, .then = Then::Reset});
        RawClient *client = m.client();
        client->get("/api/v1/pods?watch=1&resourceVersion=1");
        QTRY_VERIFY(client->isClosed());
        QCOMPARE(client->lines().size(), 0);
    }

    void aStreamCanFallSilentAndStayOpen()
    {
        serve(Place::Frames, {.upTo = 0, .then = Then::Silence});
        RawClient *client = m.client();
        client->get("/api/v1/pods?watch=1&resourceVersion=1");
        QTRY_VERIFY(client->hasHead());
        m.server->storage().create("pods", pod("a/y"));
        RawClient *other = m.client();
        other->get("/api/v1/pods?watch=1&resourceVersion=1");
        QTRY_COMPARE(other->lines().size(), 2);
        QCOMPARE(client->lines().size(), 0);
        QVERIFY(client->isConnected());
    }

    void aStreamCanDrip()
    {
        serve(Place::Frames, {.drip = 1ms});
        RawClient *client = m.client();
        QElapsedTimer since;
        since.start();
        client->get("/api/v1/pods?watch=1&resourceVersion=1");
        QTRY_COMPARE(client->lines().size(), 1);
        QVERIFY(since.elapsed() >= client->lines().first().size()); // a byte a millisecond
        m.server->storage().create("pods", pod("a/y"));
        QTRY_COMPARE(client->lines().size(), 2);
    }

    void aStreamCanEndWithoutItsLastChunk()
    {
        serve(Place::LastChunk, {.upTo = 0, .then = Then::Close});
        RawClient *client = m.client();
        client->get("/api/v1/pods?watch=1&timeoutSeconds=1");
        QTRY_VERIFY(client->isClosed());
        QVERIFY(client->hasHead());
        QVERIFY(!client->isComplete());
    }
};

} // namespace tst_failpoints

WK_TEST(tst_failpoints, tst_Failpoints, QCoreApplication)
#include "tst_failpoints.moc"
