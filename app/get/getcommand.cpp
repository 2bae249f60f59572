// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/getcommand.h"

#include "app/get/objectsorter.h"
#include "core/resource/objectjson.h"

#include <algorithm>

namespace wk {

namespace {

/// Several objects cannot be watched: kubectl prints them before it says so.
bool areSeveralObjects(const GetArguments &arguments)
{
    const auto &targets = arguments.selection.targets;
    return targets.size() > 1 && !targets.front().name.empty();
}

WatchCommand::Look lookOf(const GetArguments &arguments)
{
    return arguments.watch && !areSeveralObjects(arguments) ? WatchCommand::Look::Watching : WatchCommand::Look::Once;
}

/// Go's %q.
std::string quoted(const std::string &text)
{
    std::string result = "\"";
    for (const char letter : text)
        result += letter == '"' || letter == '\\' ? std::string{'\\', letter} : std::string{letter};
    return result + '"';
}

} // namespace

GetCommand::GetCommand(Reach reach, GetArguments arguments, Console console)
    : WatchCommand(std::move(reach), arguments.selection, lookOf(arguments), std::move(console))
    , m_arguments(std::move(arguments))
    , m_printer(makePrinter(m_arguments))
{
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(std::chrono::seconds(1));
    connect(&m_quiet, &QTimer::timeout, this, [this] {
        if (!std::ranges::all_of(watched(), &Watched::isListed))
            return m_quiet.start();
        this->console().err("watchkeeper: The recording ends here.");
        finish(0);
    });
}

void GetCommand::recordingEnded()
{
    m_quiet.start();
}

void GetCommand::begin(const std::vector<Watched> &wanted)
{
    if (m_arguments.watch && !m_arguments.sortPath.empty())
        console().err("warning: --watch requested, --sort-by will be ignored for watch events received");
    const auto &targets = m_arguments.selection.targets;
    const bool areLists = targets.size() > 1 && targets.front().name.empty();
    const auto isOfAnotherKind = [&](const Watched &one) {
        return one.scope.resource != wanted.front().scope.resource;
    };
    const auto isAnywhere = [&](const Watched &one) {
        return m_arguments.selection.allNamespaces && one.scope.resource.namespaced && !one.target.name.empty();
    };
    if (m_arguments.watch && (areLists || std::ranges::any_of(wanted, isOfAnotherKind)))
        fail({ErrorKind::Invalid, "you may only specify a single resource type"});
    else if (std::ranges::any_of(wanted, isAnywhere))
        fail({ErrorKind::Invalid, "a resource cannot be retrieved by name across all namespaces"});
}

void GetCommand::entryArrived(const Watched &watched, const EntryPtr &entry)
{
    if (m_quiet.isActive())
        m_quiet.start();
    switch (entry->type) {
    case EntryType::List: listArrived(watched, entry->columns, *entry->objects); break;
    case EntryType::Added:
    case EntryType::Modified:
    case EntryType::Deleted: changed(*entry); break;
    case EntryType::Gap:
    case EntryType::Bookmark:
    case EntryType::Error:
    case EntryType::Relist:
    case EntryType::Reconnect: break;
    }
}

void GetCommand::changed(const Entry &entry)
{
    const Printed printed = m_printer->change(entry);
    print(printed.text);
    if (printed.error)
        fail(*printed.error);
}

void GetCommand::fetched(const Watched &watched, const FullList &list)
{
    listArrived(watched, list.columns, list.objects);
}

void GetCommand::listArrived(const Watched &watched, const Columns &columns, const std::vector<ObjectPtr> &objects)
{
    if (objects.empty() && !watched.target.name.empty())
        answered(watched.id, notFound(watched));
    else
        answered(watched.id, Listed{watched.scope.resource, columns, objects});
}

void GetCommand::listFailed(const Watched &watched, const Error &error)
{
    answered(watched.id, watched.ownName.empty() ? listError(watched.scope, error) : error);
}

/// As kubectl names the list that was refused. Source: k8s.io/cli-runtime pkg/resource/selector.go.
Error GetCommand::listError(const WatchScope &scope, Error error)
{
    if (error.reason != "BadRequest" && error.reason != "NotFound")
        return error;
    const auto &gvr = scope.resource.gvr;
    const std::string what = quoted(gvr.group + '/' + gvr.version + ", Resource=" + gvr.resource);
    const bool isWhole = scope.labelSelector.empty() && scope.fieldSelector.empty();
    error.text = (isWhole ? "Unable to list " + what
                          : "Unable to find " + what + " that match label selector " + quoted(scope.labelSelector) +
                                ", field selector " + quoted(scope.fieldSelector)) +
                 ": " + error.text;
    return error;
}

Error GetCommand::notFound(const Watched &watched)
{
    Error error;
    error.kind = ErrorKind::NotFound;
    error.text = watched.scope.resource.gvr.qualifiedName() + " \"" + watched.target.name + "\" not found";
    error.reason = "NotFound";
    error.httpStatus = 404; // as the server says it of one that is asked for at its own path
    return error;
}

void GetCommand::answered(WatchId watch, Result<Listed> answer)
{
    m_answers.insert_or_assign(watch, std::move(answer));
    if (m_answers.size() < watched().size())
        return;
    const auto printed = printAnswers();
    if (!printed)
        console().sayError(printed.error());
    const bool hasFailed = sayFailures() || !printed;
    m_answers.clear(); // what is watched from now on lives in its store alone
    if (!hasFailed && m_arguments.watch && areSeveralObjects(m_arguments))
        fail({ErrorKind::Invalid, "you may only watch a single resource or type of resource at a time"});
    else if (hasFailed || !m_arguments.watch)
        finish(hasFailed ? 1 : 0);
}

/// What came, in the order of the command line, each run of one kind together.
std::vector<Listed> GetCommand::groups() const
{
    std::vector<Listed> groups;
    for (const Watched &one : watched()) {
        const auto &answer = m_answers.at(one.id);
        if (!answer)
            continue;
        if (groups.empty() || groups.back().resource != answer->resource) {
            groups.push_back(*answer);
            continue;
        }
        Listed &group = groups.back();
        group.columns = group.columns ? group.columns : answer->columns;
        group.objects.insert(group.objects.end(), answer->objects.begin(), answer->objects.end());
    }
    return groups;
}

Result<> GetCommand::printAnswers()
{
    std::vector<Listed> all = groups();
    if (!m_arguments.sortPath.empty()) {
        const auto range = isTable() ? ObjectSorter::Range::EachKind : ObjectSorter::Range::All;
        auto sorted = ObjectSorter(m_arguments.sortText, m_arguments.sortPath, range).sorted(std::move(all));
        if (!sorted)
            return sorted.error();
        all = std::move(sorted).value();
    }
    const bool isOfAll = std::ranges::all_of(m_answers, [](const auto &answer) { return answer.second.ok(); });
    const bool isNothing = std::ranges::all_of(all, [](const Listed &kind) { return kind.objects.empty(); });
    if (isNothing && m_arguments.ignoreNotFound && !m_arguments.watch)
        return success();
    const Printed printed = m_printer->lists(all);
    print(printed.text);
    if (isTable() && !m_arguments.watch && printed.text.empty() && isOfAll)
        console().err(nothingFound());
    const bool isWithout =
        !isTable() && m_arguments.format != OutputFormat::Name && std::ranges::any_of(all, [this](const Listed &kind) {
            return isWithheld(kind.resource) && (m_arguments.watch || !kind.objects.empty());
        });
    if (isWithout)
        sayWithheld();
    return printed.error ? Result<>(*printed.error) : success();
}

void GetCommand::print(const std::string &text) const
{
    if (m_arguments.format == OutputFormat::JsonPath)
        console().outAsItIs(text);
    else
        console().out(text);
}

bool GetCommand::isIgnored(const Error &error) const
{
    return m_arguments.ignoreNotFound && error.kind == ErrorKind::NotFound;
}

bool GetCommand::sayFailures() const
{
    bool hasFailed = false;
    for (const Watched &one : watched()) {
        const auto &answer = m_answers.at(one.id);
        const std::optional<Error> error = !answer             ? answer.error()
                                           : m_arguments.watch ? whyNotWatched(one)
                                                               : std::nullopt;
        if (!error || isIgnored(*error))
            continue;
        console().sayError(*error);
        hasFailed = true;
    }
    return hasFailed;
}

bool GetCommand::isTable() const
{
    return wk::isTable(m_arguments.format);
}

} // namespace wk
