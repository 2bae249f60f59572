// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/getcommand.h"

#include "app/clusterchoice.h"
#include "app/get/objectsorter.h"
#include "core/resource/objectjson.h"

#include <algorithm>

namespace wk {

GetCommand::GetCommand(ClusterAccess access, GetArguments arguments, Console console)
    : WatchCommand(std::move(access), execConsent(arguments.cluster), arguments.selection,
                   arguments.watch ? Look::Watching : Look::Once, std::move(console))
    , m_arguments(std::move(arguments))
    , m_printer(makePrinter(m_arguments))
{}

void GetCommand::begin(const std::vector<Watched> &wanted)
{
    if (m_arguments.watch && !m_arguments.sortPath.empty())
        console().err("warning: --watch requested, --sort-by will be ignored for watch events received");
    if (m_arguments.watch && wanted.size() > 1)
        fail({ErrorKind::Invalid, "With -w there can be one kind, or one object, and not several."});
}

void GetCommand::entryArrived(const Watched &watched, const Entry &entry)
{
    switch (entry.type) {
    case EntryType::List: listArrived(watched, entry.columns, *entry.objects); break;
    case EntryType::Added:
    case EntryType::Modified:
    case EntryType::Deleted: changed(entry); break;
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
    const bool isOfTheObject = error.kind == ErrorKind::NotFound && !watched.ownName.empty();
    answered(watched.id, isOfTheObject ? notFound(watched) : error);
}

Error GetCommand::notFound(const Watched &watched)
{
    Error error;
    error.kind = ErrorKind::NotFound;
    error.text = watched.scope.resource.gvr.qualifiedName() + " \"" + watched.target.name + "\" not found" +
                 (watched.scope.ns.empty() ? "" : " in the namespace \"" + watched.scope.ns + "\"");
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
    if (hasFailed || !m_arguments.watch)
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
    if (isTable() && printed.text.empty() && isOfAll)
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
    return m_arguments.format == OutputFormat::Table || m_arguments.format == OutputFormat::Wide;
}

} // namespace wk
