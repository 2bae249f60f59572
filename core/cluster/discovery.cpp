// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/discovery.h"

#include "core/cluster/documentfetch.h"
#include "core/cluster/transport.h"

namespace wk {

namespace {

/// As client-go asks. A server that knows neither form takes the last; 1.20 answers 406 to the first alone.
constexpr char DiscoveryAccept[] = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
                                   "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
                                   "application/json";

constexpr std::chrono::seconds Turn{1}; ///< nobody waits longer for what has come
constexpr int AtOnce = 4;               ///< a server is not overrun by whoever asks for a hundred documents

HttpRequest documentAt(const std::string &path)
{
    HttpRequest request;
    request.path = QByteArray::fromStdString(path);
    return request;
}

HttpRequest groupsAt(const std::string &path)
{
    HttpRequest request = documentAt(path);
    request.accept = DiscoveryAccept;
    return request;
}

HttpRequest resourcesOf(const std::string &group, const std::string &version)
{
    HttpRequest request = documentAt((group.empty() ? "/api/" : "/apis/") + groupVersionName(group, version));
    request.lane = RequestLane::Discovery;
    return request;
}

} // namespace

Discovery::Discovery(Transport &transport, Clock &clock)
    : m_transport(transport)
    , m_clock(clock)
{}

Discovery::~Discovery() = default;

void Discovery::cancel()
{
    m_answer = nullptr;
    m_nextTurn.cancel();
    m_fetches.clear();
    m_waits.clear();
    m_wanted.clear();
    m_open = 0;
    m_openOfTurn = 0;
    m_groupLists = 0;
    m_hasNews = false;
    m_hasGroups = false;
    m_failure.reset();
    m_serverVersion.clear();
    m_groups.clear();
}

void Discovery::run(Answer answer)
{
    cancel();
    m_answer = std::move(answer);
    m_groupLists = 2;
    fetch(documentAt("/version"), [this](const Result<std::string> &document) {
        const auto version = document ? readServerVersion(*document) : Result<std::string>(document.error());
        if (version)
            m_serverVersion = *version;
        taken();
    });
    // The core group first, whichever answer comes first.
    fetch(groupsAt("/api"), [this](Result<std::string> document) {
        auto later = std::exchange(m_groups, {});
        takeGroups(std::move(document));
        m_groups.insert(m_groups.end(), std::make_move_iterator(later.begin()), std::make_move_iterator(later.end()));
        groupsTaken();
    });
    fetch(groupsAt("/apis"), [this](Result<std::string> document) {
        takeGroups(std::move(document));
        groupsTaken();
    });
}

void Discovery::fetch(HttpRequest request, Document take)
{
    ++m_open;
    m_fetches.push_back(std::make_unique<DocumentFetch>(
        m_transport, std::move(request), [this, take = std::move(take)](Result<QByteArray> answer) {
            --m_open;
            take(answer ? Result<std::string>(answer->toStdString()) : Result<std::string>(answer.error()));
        }));
}

/// For what others do not wait for.
void Discovery::fetchPatiently(HttpRequest request, Document take, RetriesAsked retries)
{
    fetch(request, [this, request, take = std::move(take), retries](Result<std::string> document) mutable {
        const auto wait = document ? std::nullopt : retries.next(document.error());
        if (!wait)
            return take(std::move(document));
        ++m_open; // it is still to come
        m_waits.push_back(m_clock.after(*wait, [this, request = std::move(request), take = std::move(take), retries] {
            --m_open;
            fetchPatiently(request, take, retries);
        }));
    });
}

void Discovery::takeGroups(Result<std::string> document)
{
    --m_groupLists;
    auto groups = document ? readGroups(*document) : Result<std::vector<ServedGroup>>(document.error());
    if (groups) {
        m_hasGroups = true;
        for (const ServedGroup &group : *groups)
            m_groups.push_back(group);
    } else if (groups.error().kind != ErrorKind::NotFound || !m_failure) {
        // A server of extensions alone has no /api, and says 404: that counts only if there is nothing else.
        m_failure = groups.error();
    }
}

void Discovery::groupsTaken()
{
    if (m_groupLists > 0)
        return;
    const bool isTolerable = m_failure && m_failure->kind == ErrorKind::NotFound && m_hasGroups;
    if (m_failure && !isTolerable) {
        const Answer answer = std::exchange(m_answer, nullptr);
        const Error failure = *m_failure;
        cancel();
        answer(failure);
        return;
    }
    for (ServedGroup &group : m_groups) {
        for (ServedVersion &version : group.versions) {
            if (!version.isListed)
                m_wanted.push_back({group, version});
        }
    }
    m_nextTurn = m_clock.after(Turn, [this] { tick(); });
    taken();
}

/// Some at once; those that hang are no longer counted after a second.
void Discovery::askMore()
{
    for (; m_openOfTurn < AtOnce && !m_wanted.empty(); m_wanted.pop_front()) {
        ++m_openOfTurn;
        const auto &[group, version] = m_wanted.front();
        fetchPatiently(resourcesOf(group.name, version.version),
                       [this, turn = m_turn, &group = group, &version = version](const Result<std::string> &document) {
                           auto resources = document ? readResourceList(*document, group.name, version.version)
                                                     : Result<std::vector<ResourceInfo>>(document.error());
                           version.isListed = true;
                           if (resources)
                               version.resources = std::move(resources).value();
                           else
                               version.failure = resources.error();
                           m_openOfTurn -= turn == m_turn ? 1 : 0;
                           taken();
                       });
    }
}

/// A document has been read.
void Discovery::taken()
{
    m_hasNews = true;
    if (m_groupLists > 0)
        return;
    askMore();
    if (m_open == 0)
        tell();
}

void Discovery::tick()
{
    ++m_turn;
    m_openOfTurn = 0;
    askMore();
    m_nextTurn = m_clock.after(Turn, [this] { tick(); });
    if (m_hasNews)
        tell();
}

void Discovery::tell()
{
    DiscoveryResult result = known();
    m_hasNews = false;
    const bool isAll = m_open == 0;
    if (!isAll && result.resources.empty())
        return;
    const Answer answer = isAll ? std::exchange(m_answer, nullptr) : m_answer;
    if (isAll)
        m_nextTurn.cancel();
    answer(std::move(result));
}

DiscoveryResult Discovery::known() const
{
    DiscoveryResult result;
    result.serverVersion = m_serverVersion;
    result.resources = preferredResources(m_groups);
    result.served = servedResources(m_groups);
    for (const ServedGroup &group : m_groups) {
        for (const ServedVersion &version : group.versions) {
            const std::string name = groupVersionName(group.name, version.version);
            if (!version.isListed)
                result.pendingGroups.push_back(name);
            else if (version.failure)
                result.failedGroups.emplace_back(name, *version.failure);
        }
    }
    return result;
}

} // namespace wk
