// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/connectiontest.h"

#include "core/session/kubebackend.h"
#include "core/session/objectcount.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// So many kinds are asked at once: an API server lets a client have some, and others want to be served too.
constexpr std::size_t KindsAtOnce = 4;
constexpr std::size_t MostSaid = 2000; // a step is no place for more

TestStep::Kind kindOf(ReachStep::Kind kind)
{
    switch (kind) {
    case ReachStep::Kind::Name: return TestStep::Kind::Name;
    case ReachStep::Kind::Connection: return TestStep::Kind::Connection;
    case ReachStep::Kind::Tls: return TestStep::Kind::Tls;
    }
    return {};
}

bool isAboutSigningIn(const Error &error)
{
    return error.kind == ErrorKind::ConsentNeeded || error.kind == ErrorKind::CredentialFailed ||
           error.kind == ErrorKind::Unauthorized;
}

/// User "jane" cannot list … : as the server names who asks; empty where it does not. Source: apiserver
/// pkg/endpoints/handlers/responsewriters/errors.go.
std::string userIn(const std::string &refusal)
{
    constexpr std::string_view Begin = "User \"";
    const std::size_t begin = refusal.find(Begin);
    const std::size_t end = begin == std::string::npos ? begin : refusal.find('"', begin + Begin.size());
    return end == std::string::npos ? std::string() : refusal.substr(begin + Begin.size(), end - begin - Begin.size());
}

} // namespace

/// The part that lives in the test's thread.
class ConnectionTest::Worker : public QObject
{
public:
    Worker(ConnectionTest &test, ClusterAccess access, PluginRules rules)
        : m_test(test)
        , m_access(std::move(access))
        , m_rules(std::move(rules))
    {}

    void start()
    {
        begin(TestStep::Kind::Name);
        m_probe = std::make_unique<ReachProbe>(
            m_access, m_clock, [this](const ReachStep &step) { take(step); },
            [this] { QMetaObject::invokeMethod(this, &Worker::signIn, Qt::QueuedConnection); });
    }

private:
    void begin(TestStep::Kind kind)
    {
        m_step = {};
        m_step.kind = kind;
        m_began = m_clock.now();
        tell();
    }
    void end(TestStep::State state)
    {
        m_step.state = state;
        m_step.took = std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.now() - m_began);
        tell();
    }
    void tell(bool isLast = false)
    {
        if (m_test.m_letters.post({m_step, isLast}))
            QMetaObject::invokeMethod(&m_test, &ConnectionTest::drain, Qt::QueuedConnection);
    }
    void conclude(TestStep::State state)
    {
        m_step.state = state;
        m_step.took = std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.now() - m_began);
        tell(true);
    }
    void take(const ReachStep &step)
    {
        if (kindOf(step.kind) != m_step.kind)
            begin(kindOf(step.kind));
        m_step.reach = step;
        m_step.error = step.error;
        m_hasFailed = step.error.has_value();
        m_step.state = m_hasFailed ? TestStep::State::Failed : TestStep::State::Passed;
        m_step.took = step.took;
        tell(m_hasFailed);
    }
    void signIn()
    {
        m_probe.reset();
        if (m_hasFailed)
            return;
        begin(TestStep::Kind::SignIn);
        auto backend = kubeBackend(m_access, m_rules)(m_clock);
        if (!backend) {
            m_step.error = backend.error();
            return conclude(TestStep::State::Failed);
        }
        m_backend = std::move(backend).value();
        m_backend->listenToPlugin([this](const PluginNews &news) { hear(news); });
        m_backend->discover([this](const Result<ServerFacts> &facts) { discovered(facts); });
    }
    void hear(const PluginNews &news)
    {
        m_step.said += news.words;
        m_step.said.erase(0, m_step.said.size() - std::min(m_step.said.size(), MostSaid));
        if (!news.words.empty())
            tell();
    }
    /// Until the server has answered nobody knows whether it lets us in.
    void discovered(const Result<ServerFacts> &facts)
    {
        if (m_step.kind == TestStep::Kind::Kinds) // groups that were late
            return;
        if (!facts && isAboutSigningIn(facts.error())) {
            m_step.error = facts.error();
            return conclude(TestStep::State::Failed);
        }
        if (m_step.kind == TestStep::Kind::SignIn) {
            end(TestStep::State::Passed);
            begin(TestStep::Kind::Server);
        }
        if (!facts) {
            m_step.error = facts.error();
            return conclude(TestStep::State::Failed);
        }
        m_step.version = facts->version;
        if (!facts->pendingGroups.empty())
            return tell();
        end(TestStep::State::Passed);
        begin(TestStep::Kind::Kinds);
        for (const auto &[group, why] : facts->failedGroups)
            m_step.down.push_back(group);
        m_kinds = facts->resources;
        m_step.kindsAsked = m_kinds.size();
        m_answers.resize(m_kinds.size());
        for (std::size_t i = 0; i < KindsAtOnce; ++i)
            askNext();
        if (m_kinds.empty())
            conclude(TestStep::State::Passed);
    }
    void askNext()
    {
        if (m_next < m_kinds.size())
            ask(m_next++, {});
    }
    void ask(std::size_t number, const std::string &ns)
    {
        WatchScope scope;
        scope.resource = m_kinds[number];
        scope.ns = ns;
        m_counts[number] = std::make_unique<ObjectCount>(
            m_backend->metadata(scope), m_clock, [this, number, ns](const ObjectCount::Count &count) {
                // Queued: the question is still on the stack.
                QMetaObject::invokeMethod(
                    this, [this, number, ns, count] { answered(number, ns, count); }, Qt::QueuedConnection);
            });
    }
    void answered(std::size_t number, const std::string &ns, const ObjectCount::Count &count)
    {
        m_counts.erase(number);
        const ResourceInfo &kind = m_kinds[number];
        KindAnswer answer{kind.gvr, KindAccess::Allowed, {}};
        if (!count) {
            answer.error = count.error();
            const bool isDenied = count.error().kind == ErrorKind::Forbidden;
            const bool isNotServed = count.error().kind == ErrorKind::NotFound;
            answer.access = isDenied ? KindAccess::Denied : isNotServed ? KindAccess::NotServed : KindAccess::Down;
            if (isDenied && m_step.user.empty())
                m_step.user = userIn(count.error().text);
            if (isDenied && ns.empty() && kind.namespaced && !m_access.ns.empty())
                return ask(number, m_access.ns);
        } else if (!ns.empty()) {
            answer.access = KindAccess::InOwnNamespace;
        } else if (kind.isOnlyListed()) {
            answer.access = KindAccess::OnlyListed;
        }
        m_answers[number] = std::move(answer);
        m_step.kinds.clear();
        for (const std::optional<KindAnswer> &each : m_answers) {
            if (each)
                m_step.kinds.push_back(*each);
        }
        if (m_step.kinds.size() == m_kinds.size())
            return conclude(TestStep::State::Passed);
        tell();
        askNext();
    }

    ConnectionTest &m_test;
    const ClusterAccess m_access;
    const PluginRules m_rules;
    SystemClock m_clock;
    std::unique_ptr<ReachProbe> m_probe;
    std::unique_ptr<Backend> m_backend;
    TestStep m_step;
    Instant m_began{};
    bool m_hasFailed = false;
    std::vector<ResourceInfo> m_kinds;
    std::vector<std::optional<KindAnswer>> m_answers; ///< by number
    std::size_t m_next = 0;
    std::map<std::size_t, std::unique_ptr<ObjectCount>> m_counts; ///< gone before the backend
};

ConnectionTest::ConnectionTest(ClusterAccess access, PluginRules rules, QObject *parent)
    : QObject(parent)
    , m_worker(new Worker(*this, std::move(access), std::move(rules)))
{
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::started, m_worker, &Worker::start);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &QObject::destroyed, [this] { m_workerGone.count_down(); });
    m_thread.setObjectName(QStringLiteral("test"));
    m_thread.start();
}

ConnectionTest::~ConnectionTest()
{
    m_thread.quit();
    m_thread.wait();
    m_workerGone.wait(); // as in ClusterSession
}

void ConnectionTest::drain()
{
    for (const Letter &letter : m_letters.take()) {
        if (m_steps.empty() || m_steps.back().kind != letter.step.kind)
            m_steps.push_back(letter.step);
        else
            m_steps.back() = letter.step;
        m_isOver = m_isOver || letter.isLast;
    }
    Q_EMIT moved();
}

} // namespace wk
