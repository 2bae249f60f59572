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

std::string resourcesPath(const std::string &group, const std::string &version)
{
    return (group.empty() ? "/api/" : "/apis/") + groupVersionName(group, version);
}

} // namespace

Discovery::Discovery(Transport &transport)
    : m_transport(transport)
{}

Discovery::~Discovery() = default;

void Discovery::cancel()
{
    m_answer = nullptr;
    m_fetches.clear();
    m_open = 0;
    m_hasGroups = false;
    m_failure.reset();
    m_serverVersion.clear();
    m_groups.clear();
}

void Discovery::run(Answer answer)
{
    cancel();
    m_answer = std::move(answer);
    fetch("/version", [this](const Result<std::string> &document) {
        const auto version = document ? readServerVersion(*document) : Result<std::string>(document.error());
        if (version)
            m_serverVersion = *version;
    });
    // The core group first, whichever answer comes first.
    fetch("/api", [this](Result<std::string> document) {
        auto later = std::exchange(m_groups, {});
        takeGroups(std::move(document));
        m_groups.insert(m_groups.end(), std::make_move_iterator(later.begin()), std::make_move_iterator(later.end()));
    });
    fetch("/apis", [this](Result<std::string> document) { takeGroups(std::move(document)); });
}

void Discovery::fetch(const std::string &path, Document take)
{
    HttpRequest request;
    request.path = QByteArray::fromStdString(path);
    if (path == "/api" || path == "/apis")
        request.accept = DiscoveryAccept;
    ++m_open;
    m_fetches.push_back(std::make_unique<DocumentFetch>(
        m_transport, std::move(request), [this, take = std::move(take)](Result<QByteArray> answer) {
            take(answer ? Result<std::string>(answer->toStdString()) : Result<std::string>(answer.error()));
            oneLess();
        }));
}

void Discovery::takeGroups(Result<std::string> document)
{
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

void Discovery::oneLess()
{
    if (--m_open > 0)
        return;
    const bool isTolerable = m_failure && m_failure->kind == ErrorKind::NotFound && m_hasGroups;
    if (m_failure && !isTolerable) {
        const Answer answer = std::exchange(m_answer, nullptr);
        answer(*m_failure);
        return;
    }
    fetchResources();
    if (m_open == 0)
        finish();
}

void Discovery::fetchResources()
{
    for (ServedGroup &group : m_groups) {
        for (ServedVersion &version : group.versions) {
            if (std::exchange(version.isListed, true))
                continue;
            fetch(resourcesPath(group.name, version.version), [&group, &version](const Result<std::string> &document) {
                auto resources = document ? readResourceList(*document, group.name, version.version)
                                          : Result<std::vector<ResourceInfo>>(document.error());
                if (resources)
                    version.resources = std::move(resources).value();
                else
                    version.failure = resources.error();
            });
        }
    }
}

void Discovery::finish()
{
    DiscoveryResult result;
    result.serverVersion = m_serverVersion;
    result.resources = preferredResources(m_groups);
    for (const ServedGroup &group : m_groups) {
        for (const ServedVersion &version : group.versions) {
            if (version.failure)
                result.failedGroups.emplace_back(groupVersionName(group.name, version.version), *version.failure);
        }
    }
    const Answer answer = std::exchange(m_answer, nullptr);
    answer(std::move(result));
}

} // namespace wk
