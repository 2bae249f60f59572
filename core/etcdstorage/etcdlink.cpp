// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/etcdstorage/etcdlink.h"

#include "core/base/giveway.h"
#include "core/cluster/documentfetch.h"
#include "core/cluster/etcd/etcdlogin.h"
#include "core/cluster/etcd/etcdtransport.h"
#include "core/etcdstorage/storageguard.h"

#include <QThread>

#include <condition_variable>
#include <latch>
#include <map>
#include <mutex>

namespace wk {

/// An answer that somebody in another thread waits for.
struct EtcdLink::Awaited {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<Result<QByteArray>> answer;

    void give(Result<QByteArray> given)
    {
        {
            const std::lock_guard lock(mutex);
            if (!answer)
                answer = std::move(given);
        }
        changed.notify_all();
    }
};

namespace {

Error linkEnded()
{
    return {ErrorKind::Cancelled, "The server is stopping.", "etcd"};
}

} // namespace

/// All that lives in the link's thread.
class EtcdLink::Inside : public QObject
{
public:
    Inside(const EtcdAccess &access, const std::string &prefix)
        : m_nobody(makeCredentialSource({}, m_clock, {}))
        , m_gate(access, m_clock, *m_nobody, guardFor(prefix))
        , m_login(access, m_gate)
        , m_transport(access, m_clock, m_login, guardFor(prefix))
    {}
    ~Inside() override
    {
        for (const auto &[number, asked] : m_asked)
            asked.second->give(linkEnded());
    }

    void ask(HttpRequest request, const std::shared_ptr<Awaited> &awaited)
    {
        const std::uint64_t number = ++m_lastNumber;
        m_asked[number].second = awaited;
        m_asked[number].first =
            std::make_unique<DocumentFetch>(m_transport, std::move(request), [this, number](Result<QByteArray> answer) {
                const auto asked = m_asked.extract(number); // the fetch ends with it
                asked.mapped().second->give(std::move(answer));
            });
    }
    Transport &transport() { return m_transport; }
    Clock &clock() { return m_clock; }

private:
    static EtcdTransport::MakeGuard guardFor(const std::string &prefix)
    {
        return [prefix](const QUrl &member) { return std::make_unique<StorageGuard>(member, prefix); };
    }

    SystemClock m_clock;
    std::unique_ptr<CredentialSource> m_nobody;
    EtcdTransport m_gate; ///< over which nobody is signed in
    EtcdLogin m_login;
    EtcdTransport m_transport;
    std::map<std::uint64_t, std::pair<std::unique_ptr<DocumentFetch>, std::shared_ptr<Awaited>>> m_asked;
    std::uint64_t m_lastNumber = 0;
};

class EtcdLink::Thread : public QThread
{
public:
    Thread(const EtcdAccess &access, std::string prefix)
        : m_access(access)
        , m_prefix(std::move(prefix))
    {
        start();
        m_begun.wait();
    }
    ~Thread() override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isEnding = m_isGivenUp = true;
        }
        m_ending.notify_all();
        quit();
        wait();
        m_ended.wait();
    }

    /// False when the thread has been told to end: then `work` may never be done.
    bool post(std::function<void(Inside &)> work)
    {
        const std::lock_guard lock(m_mutex);
        if (m_isEnding)
            return false;
        QMetaObject::invokeMethod(
            m_inside, [this, work = std::move(work)] { work(*m_inside); }, Qt::QueuedConnection);
        return true;
    }
    void giveUp()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isGivenUp = true;
        }
        m_ending.notify_all();
    }
    bool isGivenUp()
    {
        const std::lock_guard lock(m_mutex);
        return m_isGivenUp;
    }
    bool pause(std::chrono::milliseconds time)
    {
        std::unique_lock lock(m_mutex);
        return !m_ending.wait_for(lock, time, [this] { return m_isGivenUp; });
    }

protected:
    void run() override
    {
        giveWayToTheWindow();
        {
            Inside inside(m_access, m_prefix);
            m_inside = &inside;
            m_begun.count_down();
            exec();
        }
        m_ended.count_down();
    }

private:
    const EtcdAccess m_access;
    const std::string m_prefix;
    Inside *m_inside = nullptr; ///< the thread's; set before anybody else can ask
    std::mutex m_mutex;
    std::condition_variable m_ending;
    bool m_isEnding = false;
    bool m_isGivenUp = false; ///< nobody waits for etcd any more
    std::latch m_begun{1};
    std::latch m_ended{1};
};

EtcdLink::EtcdLink(const EtcdAccess &access, const std::string &prefix)
    : m_thread(std::make_unique<Thread>(access, prefix))
{}

EtcdLink::~EtcdLink() = default;

Result<QByteArray> EtcdLink::ask(HttpRequest request)
{
    using namespace std::chrono_literals;
    const auto awaited = std::make_shared<Awaited>();
    const bool isAsked =
        !m_thread->isGivenUp() && m_thread->post([request = std::move(request), awaited](Inside &inside) mutable {
            inside.ask(std::move(request), awaited);
        });
    std::unique_lock lock(awaited->mutex);
    // What is posted just before the thread ends is never done, so now and then somebody looks.
    while (isAsked && !awaited->changed.wait_for(lock, 200ms, [&] { return awaited->answer.has_value(); })) {
        if (m_thread->isGivenUp())
            break;
    }
    return awaited->answer.value_or(Result<QByteArray>(linkEnded()));
}

void EtcdLink::giveUp()
{
    m_thread->giveUp();
}

void EtcdLink::run(Work work)
{
    const auto done = std::make_shared<Awaited>();
    const bool isPosted = m_thread->post([work = std::move(work), done](Inside &inside) {
        work(inside.transport(), inside.clock());
        done->give(QByteArray());
    });
    std::unique_lock lock(done->mutex);
    if (isPosted)
        done->changed.wait(lock, [&] { return done->answer.has_value(); });
}

bool EtcdLink::pause(std::chrono::milliseconds time)
{
    return m_thread->pause(time);
}

} // namespace wk
