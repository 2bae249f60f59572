// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watchset.h"

#include <utility>

namespace wk {

WatchSet::WatchSet(ClusterSession &session, QObject *parent)
    : QObject(parent)
    , m_session(&session)
{}

void WatchSet::moveTo(ClusterSession &session)
{
    m_isResting = true;
    for (auto &[gvr, wanted] : m_wanted) {
        close(std::exchange(wanted.watches, {}));
        Q_EMIT changed(gvr);
    }
    m_session = &session;
}

void WatchSet::resume()
{
    if (!std::exchange(m_isResting, false))
        return;
    for (auto &[gvr, wanted] : m_wanted)
        open(wanted);
}

void WatchSet::want(const ResourceInfo &resource)
{
    const auto [place, isNew] = m_wanted.emplace(resource.gvr, Wanted{resource, {}});
    if (isNew)
        open(place->second);
}

void WatchSet::setNamespaces(const std::vector<std::string> &namespaces)
{
    if (namespaces == m_namespaces)
        return;
    m_namespaces = namespaces;
    for (auto &[gvr, wanted] : m_wanted) {
        if (!wanted.resource.namespaced)
            continue;
        const std::vector<WatchId> before = std::exchange(wanted.watches, {});
        open(wanted); // first, so that a watch that stays wanted is kept
        close(before);
    }
}

void WatchSet::leave(const GroupVersionResource &resource)
{
    const auto left = m_wanted.extract(resource);
    if (left.empty())
        return;
    close(left.mapped().watches);
    Q_EMIT changed(resource);
}

/// One that somebody else still uses stays.
void WatchSet::close(const std::vector<WatchId> &watches)
{
    for (const WatchId watch : watches) {
        m_session->close(watch);
        if (!m_session->scope(watch))
            Q_EMIT closed(watch);
    }
}

std::vector<WatchId> WatchSet::watchesOf(const GroupVersionResource &resource) const
{
    const auto found = m_wanted.find(resource);
    return found == m_wanted.end() ? std::vector<WatchId>{} : found->second.watches;
}

std::vector<WatchScope> WatchSet::scopesOf(const ResourceInfo &resource) const
{
    WatchScope whole;
    whole.resource = resource;
    if (!resource.namespaced || m_namespaces.empty())
        return {whole};
    std::vector<WatchScope> scopes;
    for (const std::string &ns : m_namespaces) {
        scopes.push_back(whole);
        scopes.back().ns = ns;
    }
    return scopes;
}

void WatchSet::open(Wanted &wanted)
{
    const std::vector<WatchScope> none;
    for (const WatchScope &scope : m_isResting ? none : scopesOf(wanted.resource)) {
        const WatchId watch = m_session->open(scope);
        wanted.watches.push_back(watch);
        Q_EMIT opened(watch, scope);
    }
    Q_EMIT changed(wanted.resource.gvr);
}

} // namespace wk
