// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watchcommand.h"

#include "app/get/resourcematch.h"
#include "core/base/displaysafe.h"
#include "ui/style/errorwords.h"

namespace wk {

WatchCommand::WatchCommand(ClusterAccess access, ExecConsent consent, SelectionArguments selection, Console console)
    : m_selection(std::move(selection))
    , m_console(std::move(console))
    , m_session(std::move(access), std::move(consent))
{
    connect(&m_session, &ClusterSession::stateChanged, this, &WatchCommand::sessionMoved);
    connect(&m_session, &ClusterSession::resourcesChanged, this, &WatchCommand::resourcesKnown);
    connect(&m_session, &ClusterSession::batchReady, this, &WatchCommand::takeBatch);
}

void WatchCommand::start()
{
    m_session.start();
}

std::string WatchCommand::defaultNamespace() const
{
    const std::string &own = m_session.access().ns;
    return own.empty() ? "default" : own;
}

void WatchCommand::sessionMoved()
{
    const bool hasFailed = m_session.lastError() != Error{};
    if (m_watch == 0 && hasFailed && m_session.state() != SessionState::Connected)
        fail(m_session.lastError());
}

void WatchCommand::resourcesKnown()
{
    if (m_watch != 0 || m_ended)
        return;
    const auto resource = matchResource(m_session.resources(), m_selection.resource);
    if (!resource) {
        fail(resource.error());
        return;
    }
    WatchScope scope;
    scope.resource = *resource;
    scope.labelSelector = m_selection.labelSelector;
    scope.fieldSelector = m_selection.fieldSelector;
    if (!m_selection.name.empty())
        scope.fieldSelector += (scope.fieldSelector.empty() ? "" : ",") + ("metadata.name=" + m_selection.name);
    if (resource->namespaced && !m_selection.allNamespaces)
        scope.ns = m_selection.ns.empty() ? defaultNamespace() : m_selection.ns;
    begin(*resource);
    m_watch = m_session.open(scope);
}

void WatchCommand::takeBatch(const Batch &batch)
{
    for (const WatchStatus &status : batch.statuses)
        sayState(status);
    for (const EntryPtr &entry : batch.entries) {
        if (m_ended)
            return;
        m_listed = m_listed || entry->type == EntryType::List;
        entryArrived(*entry);
    }
    if (!m_ended)
        batchEnded();
}

void WatchCommand::sayState(const WatchStatus &status)
{
    if (!m_listed && status.error) {
        fail(*status.error);
        return;
    }
    if (status.state == WatchState::Live && m_broken) {
        m_broken = false;
        m_console.err(terminalSafe("The watch goes on from resourceVersion " + status.version.text() + "."));
    } else if (status.staleSince && status.error && !m_broken) {
        m_broken = true;
        m_console.err("The watch broke: " + terminalSafe(errorWords(*status.error).sentence().toStdString()) +
                      " Trying again.");
    }
}

void WatchCommand::fail(const Error &error)
{
    if (std::exchange(m_ended, true))
        return;
    m_console.sayError(error);
    Q_EMIT finished(1);
}

} // namespace wk
