// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/getcommand.h"

#include "app/clusterchoice.h"

namespace wk {

GetCommand::GetCommand(ClusterAccess access, GetArguments arguments, Console console)
    : WatchCommand(std::move(access), execConsent(arguments.cluster), arguments.selection, std::move(console))
    , m_arguments(std::move(arguments))
{}

void GetCommand::begin(const ResourceInfo &resource)
{
    m_printer = makePrinter(m_arguments, resource);
}

void GetCommand::entryArrived(const Entry &entry)
{
    switch (entry.type) {
    case EntryType::List: listArrived(entry); break;
    case EntryType::Added:
    case EntryType::Modified:
    case EntryType::Deleted: console().out(m_printer->change(entry)); break;
    case EntryType::Gap:
    case EntryType::Bookmark:
    case EntryType::Error:
    case EntryType::Relist:
    case EntryType::Reconnect: break;
    }
}

void GetCommand::listArrived(const Entry &entry)
{
    const bool isEmpty = entry.objects->empty();
    const bool isDocument = m_arguments.format == OutputFormat::Json || m_arguments.format == OutputFormat::Yaml;
    if (isEmpty && !selection().name.empty() && !m_arguments.watch) {
        Error error;
        error.kind = ErrorKind::NotFound;
        error.text = selection().resource + " \"" + selection().name + "\" not found" +
                     (scope()->ns.empty() ? "" : " in the namespace \"" + scope()->ns + "\"");
        fail(error);
        return;
    }
    if (!isEmpty || (isDocument && !m_arguments.watch))
        console().out(m_printer->list(entry));
    else if (!isDocument)
        console().err(nothingFound());
    if (!m_arguments.watch)
        Q_EMIT finished(0);
}

} // namespace wk
