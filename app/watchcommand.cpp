// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watchcommand.h"

#include "app/get/resourcematch.h"
#include "core/base/displaysafe.h"
#include "core/cluster/requestguard.h"
#include "core/resource/fieldterm.h"
#include "core/resource/namespacename.h"
#include "ui/style/errorwords.h"

#include <algorithm>

namespace wk {

namespace {

/// May be listed and not watched: who has not been let in once need not wait.
bool isRefused(const WatchStatus &status)
{
    const bool hasLived = status.events > 0 || status.bookmarks > 0 || status.relists > 0 || status.reconnects > 0;
    const bool isLookedAt = status.state == WatchState::Polled; // else: nothing of it has a version
    const bool isRefused = isLookedAt ? status.error && status.error->kind == ErrorKind::MethodNotAllowed
                                      : status.state == WatchState::NotAllowed && status.error;
    return isRefused && !hasLived;
}

bool canBeWatched(const WatchScope &scope)
{
    return scope.resource.allows("watch");
}

/// What discovery says need not be asked for; in the server's words, which kubectl shows.
Error notOffered(std::string text)
{
    constexpr int MethodNotAllowed = 405;
    Error error{ErrorKind::MethodNotAllowed, std::move(text), {}, MethodNotAllowed, {}};
    error.reason = "MethodNotAllowed";
    return error;
}

bool haveChanged(const Columns &before, const Columns &now)
{
    return before && now && *before != *now;
}

} // namespace

WatchCommand::WatchCommand(Reach reach, SelectionArguments selection, Look look, Console console)
    : m_selection(std::move(selection))
    , m_look(look)
    , m_console(std::move(console))
    , m_session(std::move(reach.access), std::move(reach.backend))
{
    connect(&m_session, &ClusterSession::stateChanged, this, &WatchCommand::sessionMoved);
    connect(&m_session, &ClusterSession::resourcesChanged, this, &WatchCommand::resourcesKnown);
    connect(&m_session, &ClusterSession::notesChanged, this, &WatchCommand::sayWarnings);
    connect(&m_session, &ClusterSession::pluginTold, this, &WatchCommand::sayPlugin);
    connect(&m_session, &ClusterSession::batchReady, this, &WatchCommand::takeBatch);
    connect(&m_session, &ClusterSession::fetched, this, &WatchCommand::takeFetched);
}

void WatchCommand::start()
{
    m_session.start();
}

std::string WatchCommand::nothingFound() const
{
    const bool isOfOneNamespace = std::none_of(m_watched.begin(), m_watched.end(),
                                               [](const Watched &watched) { return watched.scope.ns.empty(); });
    return isOfOneNamespace ? "No resources found in " + terminalSafe(m_watched.front().scope.ns) + " namespace."
                            : std::string("No resources found");
}

/// Each once: they only become more.
void WatchCommand::sayWarnings()
{
    const auto sayNew = [this](const std::vector<std::string> &warnings, std::size_t &said) {
        for (; said < warnings.size(); ++said)
            m_console.say("Warning: " + warnings[said]);
    };
    sayNew(m_session.notes().warnings, m_warningsSaid);
    sayNew(m_session.notes().doubts, m_doubtsSaid);
}

/// As it comes: it may be a question, or a code that is to be typed in somewhere.
void WatchCommand::sayPlugin(const PluginNews &news)
{
    const bool isLeftInLine = news.kind == PluginNews::Kind::Ended && m_isInLine;
    const std::string words = isLeftInLine ? std::string("\n") : news.words;
    if (words.empty())
        return;
    m_console.sayPart(words);
    m_isInLine = !words.ends_with('\n');
}

void WatchCommand::sayWithheld() const
{
    m_console.err("Of Secrets only what identifies them is written: their values are withheld, and never fetched.");
}

void WatchCommand::sessionMoved()
{
    const bool hasFailed = m_session.lastError() != Error{};
    if (!m_watched.empty() || !hasFailed || m_session.state() == SessionState::Connected)
        return;
    if (!m_retries.next(m_session.lastError()))
        fail(m_session.lastError());
}

/// A kind that was not found may be of a group whose discovery failed.
Error WatchCommand::unknownKind(const std::string &name) const
{
    Error error{ErrorKind::NotFound,
                "the server doesn't have a resource type \"" + name.substr(0, name.find('.')) + '"'};
    if (m_session.access().source == RecordingSource) {
        QStringList names;
        for (const ResourceInfo &resource : m_session.resources())
            names += QString::fromStdString(resource.gvr.qualifiedName());
        error.text += '\n' + tr("It was not recorded. The recording has %1.").arg(names.join(tr(", "))).toStdString();
    }
    for (const auto &[group, why] : m_session.failedGroups()) {
        const QString sentence = tr("It may be in %1, whose kinds could not be asked for. %2")
                                     .arg(QString::fromStdString(group), errorWords(why).sentence());
        error.text += '\n' + sentence.toStdString();
    }
    return error;
}

/// Of etcd any prefix can be named, be there keys or not.
Result<std::vector<ResourceInfo>> WatchCommand::resourcesOf(const TargetArguments &target) const
{
    if (m_session.access().source != EtcdSource)
        return matchResources(m_session.facts(), target.resource);
    for (const ResourceInfo &known : m_session.resources()) {
        if (known.gvr.resource == target.resource)
            return std::vector{known};
    }
    ResourceInfo prefix;
    prefix.gvr = {{}, std::string(GroupVersionResource::KeysVersion), target.resource};
    prefix.kind = "Key";
    prefix.verbs = {"list", "watch"};
    return std::vector{prefix};
}

Result<std::vector<WatchCommand::Watched>> WatchCommand::wantedOf(const TargetArguments &target) const
{
    const auto resources = resourcesOf(target);
    if (!resources)
        return resources.error().kind == ErrorKind::NotFound ? unknownKind(target.resource) : resources.error();
    if (resources->size() > 1 && !target.name.empty()) // a category, of which kubectl takes no names
        return Error{ErrorKind::Invalid, "you must specify only one resource"};
    std::vector<Watched> wanted;
    for (const ResourceInfo &resource : *resources) {
        Watched one{target, scopeOf(resource), {}};
        WatchScope &scope = one.scope;
        if (const auto fault = namespaceFault(scope.ns))
            return Error{ErrorKind::Invalid, *fault};
        const bool isOnePlace = !resource.namespaced || !scope.ns.empty();
        const bool isWhole = scope.labelSelector.empty() && scope.fieldSelector.empty();
        const bool isOnce = m_look == Look::Once || !canBeWatched(scope);
        if (isOnce && isOnePlace && isWhole && isPathName(target.name))
            one.ownName = target.name;
        else if (!target.name.empty())
            scope.fieldSelector += (scope.fieldSelector.empty() ? "" : ",") + fieldTerm("metadata.name", target.name);
        if (!resource.allows(one.ownName.empty() ? "list" : "get"))
            return notOffered("the server does not allow this method on the requested resource");
        wanted.push_back(std::move(one));
    }
    return wanted;
}

WatchScope WatchCommand::scopeOf(const ResourceInfo &resource) const
{
    WatchScope scope;
    scope.resource = resource;
    scope.labelSelector = m_selection.labelSelector;
    scope.fieldSelector = m_selection.fieldSelector;
    if (m_session.access().source == EtcdSource) {
        scope.ns = m_selection.ns;
    } else if (resource.namespaced && !m_selection.allNamespaces) {
        const std::string &own = m_session.access().ns;
        scope.ns = !m_selection.ns.empty() ? m_selection.ns : own.empty() ? std::string("default") : own;
    }
    return scope;
}

void WatchCommand::resourcesKnown()
{
    if (!m_watched.empty() || m_ended)
        return;
    std::vector<Watched> all;
    for (const TargetArguments &target : m_selection.targets) {
        const auto wanted = wantedOf(target);
        // The group of a kind that was not found may not have answered yet, nor those of all of a category.
        if (!m_session.pendingGroups().empty() && !matchResource(m_session.facts(), target.resource))
            return;
        if (!wanted)
            return fail(wanted.error());
        for (const Watched &one : *wanted) {
            // As kubectl does it: a kind is listed once, an object got as often as it is named.
            const bool isGot = m_look == Look::Once && !one.target.name.empty();
            const auto isSame = [&one](const Watched &other) {
                return other.scope == one.scope && other.ownName == one.ownName;
            };
            if (isGot || std::none_of(all.begin(), all.end(), isSame))
                all.push_back(one);
        }
    }
    begin(all);
    if (m_ended)
        return;
    m_watched = std::move(all);
    for (Watched &watched : m_watched) {
        ListOptions once{m_selection.chunkSize, {}};
        once.name = watched.ownName;
        const bool isWatch = m_look == Look::Watching && canBeWatched(watched.scope);
        watched.id = isWatch ? m_session.open(watched.scope) : m_session.fetch(watched.scope, once);
    }
}

WatchCommand::Watched *WatchCommand::find(WatchId watch)
{
    const auto found = std::find_if(m_watched.begin(), m_watched.end(),
                                    [watch](const Watched &watched) { return watched.id == watch; });
    return found == m_watched.end() ? nullptr : &*found;
}

void WatchCommand::takeFetched(WatchId fetch, const Result<FullList> &list)
{
    const Watched *watched = find(fetch);
    if (!watched || m_ended)
        return;
    if (list)
        fetched(*watched, *list);
    else
        listFailed(*watched, list.error());
}

void WatchCommand::takeBatch(const Batch &batch)
{
    // Only the last status of a frame comes; a break that was over within it is known by its entry.
    for (const EntryPtr &entry : batch.entries) {
        Watched *watched = find(entry->watch);
        if (watched && entry->type == EntryType::Reconnect)
            sayBroken(*watched, entry->error);
    }
    for (const WatchStatus &status : batch.statuses) {
        const bool hasList = std::any_of(batch.entries.begin(), batch.entries.end(), [&status](const EntryPtr &entry) {
            return entry->watch == status.watch && entry->type == EntryType::List;
        });
        takeStatus(status, hasList);
    }
    for (const EntryPtr &entry : batch.entries) {
        if (m_ended)
            return;
        Watched *watched = find(entry->watch);
        if (!watched)
            continue;
        sayMissing(*watched, *entry);
        if (entry->type == EntryType::List) {
            watched->isListed = true;
            watched->columns = entry->columns;
        }
        entryArrived(*watched, entry);
    }
    const auto refused = std::ranges::find_if(batch.statuses, isRefused);
    if (refused != batch.statuses.end())
        fail(*refused->error);
}

void WatchCommand::takeStatus(const WatchStatus &status, bool hasList)
{
    Watched *watched = find(status.watch);
    if (!watched || m_ended)
        return;
    if (!watched->isListed && !hasList && status.error) {
        if (!isToComeAgain(*watched, status))
            listFailed(*watched, *status.error);
    } else {
        sayState(*watched, status);
    }
}

/// The server has asked for it, and the watch does it by itself. One status tells of a try, and others of it again.
bool WatchCommand::isToComeAgain(Watched &watched, const WatchStatus &status)
{
    const bool isKnown = watched.nextTry && (!status.nextTry || status.nextTry == watched.nextTry);
    if (isKnown && status.error->retryAfter.count() > 0)
        return true;
    watched.nextTry = status.nextTry;
    return watched.retries.next(*status.error).has_value();
}

void WatchCommand::sayBroken(Watched &watched, const Error &error)
{
    if (std::exchange(watched.isBroken, true))
        return;
    const std::string words = terminalSafe(errorWords(error).sentence().toStdString());
    m_console.err(error.kind == ErrorKind::NoVersion ? words : "The watch broke: " + words + " Trying again.");
}

void WatchCommand::sayState(Watched &watched, const WatchStatus &status)
{
    if (status.state == WatchState::Live && watched.isBroken) {
        watched.isBroken = false;
        m_console.err(terminalSafe("The watch continues from resourceVersion " + status.version.text() + "."));
    } else if ((status.staleSince || status.state == WatchState::Polled) && status.error && !isRefused(status)) {
        sayBroken(watched, *status.error);
    }
}

void WatchCommand::sayMissing(const Watched &watched, const Entry &entry)
{
    const bool isBetweenVersions = !entry.gap.from.isEmpty() || !entry.gap.to.isEmpty(); // else it has been said
    if (entry.type == EntryType::Gap && isBetweenVersions)
        m_console.err(terminalSafe("Changes may be missing between resourceVersion " + entry.gap.from.text() + " and " +
                                   entry.gap.to.text() + ": " + entry.gap.reason));
    else if (entry.type == EntryType::List && watched.isListed && haveChanged(watched.columns, entry.columns))
        m_console.err("The server shows other columns now; all objects follow under them.");
    else if (entry.type == EntryType::List && watched.isListed)
        m_console.err("More changes came at once than could be kept, and some are missing; all objects follow as they "
                      "are now.");
}

std::optional<Error> WatchCommand::whyNotWatched(const Watched &watched)
{
    if (canBeWatched(watched.scope))
        return {};
    return notOffered("watch is not supported on resources of kind \"" + watched.scope.resource.gvr.qualifiedName() +
                      "\"");
}

void WatchCommand::fetched(const Watched &, const FullList &) {}

void WatchCommand::listFailed(const Watched &, const Error &error)
{
    fail(error);
}

void WatchCommand::fail(const Error &error)
{
    if (m_ended)
        return;
    m_console.sayError(error);
    finish(1);
}

void WatchCommand::finish(int exitCode)
{
    if (!std::exchange(m_ended, true))
        Q_EMIT finished(exitCode);
}

} // namespace wk
