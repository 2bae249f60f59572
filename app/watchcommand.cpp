// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watchcommand.h"

#include "app/get/resourcematch.h"
#include "core/base/displaysafe.h"
#include "ui/style/errorwords.h"

#include <algorithm>

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

std::string WatchCommand::nothingFound() const
{
    const WatchScope *watched = scope();
    return watched && !watched->ns.empty() ? "No resources found in " + terminalSafe(watched->ns) + " namespace."
                                           : std::string("No resources found");
}

void WatchCommand::sessionMoved()
{
    const bool hasFailed = m_session.lastError() != Error{};
    if (m_watch == 0 && hasFailed && m_session.state() != SessionState::Connected)
        fail(m_session.lastError());
}

/// A kind that was not found may be of a group whose discovery failed.
Error WatchCommand::unknownKind(const Error &notFound) const
{
    if (m_session.failedGroups().empty())
        return notFound;
    const auto &[group, why] = m_session.failedGroups().front();
    Error error = why;
    error.place = group;
    error.text = "\"" + m_selection.resource + "\" may be in this group, which could not be asked. " + why.text;
    return error;
}

void WatchCommand::resourcesKnown()
{
    if (m_watch != 0 || m_ended)
        return;
    const auto resource = matchResource(m_session.resources(), m_selection.resource);
    if (!resource) {
        fail(unknownKind(resource.error()));
        return;
    }
    WatchScope scope;
    scope.resource = *resource;
    scope.labelSelector = m_selection.labelSelector;
    scope.fieldSelector = m_selection.fieldSelector;
    if (!m_selection.name.empty())
        scope.fieldSelector += (scope.fieldSelector.empty() ? "" : ",") + ("metadata.name=" + m_selection.name);
    if (resource->namespaced && !m_selection.allNamespaces) {
        const std::string &own = m_session.access().ns;
        scope.ns = !m_selection.ns.empty() ? m_selection.ns : own.empty() ? std::string("default") : own;
    }
    begin(*resource);
    m_watch = m_session.open(scope);
}

void WatchCommand::takeBatch(const Batch &batch)
{
    // Only the last status of a frame comes; a break that was over within it is known by its entry.
    for (const EntryPtr &entry : batch.entries) {
        if (entry->type == EntryType::Reconnect)
            sayBroken(entry->error);
    }
    const auto isList = [](const EntryPtr &entry) { return entry->type == EntryType::List; };
    const bool hasList = m_listed || std::any_of(batch.entries.begin(), batch.entries.end(), isList);
    for (const WatchStatus &status : batch.statuses) {
        if (!hasList && status.error)
            fail(*status.error);
        else
            sayState(status);
    }
    for (const EntryPtr &entry : batch.entries) {
        if (m_ended)
            return;
        sayMissing(*entry);
        m_listed = m_listed || isList(entry);
        entryArrived(*entry);
    }
    if (!m_ended)
        batchEnded();
}

void WatchCommand::sayBroken(const Error &error)
{
    if (std::exchange(m_broken, true))
        return;
    m_console.err("The watch broke: " + terminalSafe(errorWords(error).sentence().toStdString()) + " Trying again.");
}

void WatchCommand::sayState(const WatchStatus &status)
{
    if (status.state == WatchState::Live && m_broken) {
        m_broken = false;
        m_console.err(terminalSafe("The watch goes on from resourceVersion " + status.version.text() + "."));
    } else if (status.staleSince && status.error) {
        sayBroken(*status.error);
    }
}

void WatchCommand::sayMissing(const Entry &entry)
{
    if (entry.type == EntryType::Gap)
        m_console.err(terminalSafe("Changes may be missing between resourceVersion " + entry.gap.from.text() + " and " +
                                   entry.gap.to.text() + ": " + entry.gap.reason));
    else if (entry.type == EntryType::List && m_listed)
        m_console.err("More changes came at once than could be kept, and some are missing; all objects follow as they "
                      "are now.");
}

void WatchCommand::fail(const Error &error)
{
    if (std::exchange(m_ended, true))
        return;
    m_console.sayError(error);
    Q_EMIT finished(1);
}

} // namespace wk
