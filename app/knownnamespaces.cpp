// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/knownnamespaces.h"

#include "ui/models/uisettings.h"
#include "ui/style/safetext.h"

namespace wk {

namespace {

constexpr qsizetype MostKept = 100; ///< of a cluster

bool areNamespaces(const WatchScope *scope)
{
    return scope && scope->resource.gvr.group.empty() && scope->resource.gvr.resource == "namespaces";
}

} // namespace

void KnownNamespaces::follow(const HistoryPtr &now, RowId end)
{
    m_cursor.advance(
        *now, end, [&](RowId row) { take(*now, row); }, [](const HistorySnapshot::Closing &) {});
}

void KnownNamespaces::take(const HistorySnapshot &history, RowId row)
{
    if (!history.isOfObject(row))
        return;
    const bool isByName = areNamespaces(history.scope(history.watch(row)));
    const std::string_view name = isByName ? history.name(row) : history.ns(row);
    if (history.type(row) == EntryType::Deleted) {
        m_last.clear();
        m_changes += isByName ? m_seen.erase(std::string(name)) : 0;
    } else if (name != m_last) {
        m_last = name;
        learn(m_last);
    }
}

bool KnownNamespaces::learn(const std::string &name)
{
    const bool isNew = !name.empty() && m_seen.insert(name).second;
    m_changes += isNew ? 1 : 0;
    return isNew;
}

void KnownNamespaces::remember(UiSettings &settings, const QString &cluster)
{
    m_settings = &settings;
    m_cluster = cluster;
    for (const QString &name : settings.enteredNamespaces(cluster)) {
        learn(name.toStdString());
        m_entered.insert(name.toStdString());
    }
}

bool KnownNamespaces::enter(const std::vector<std::string> &names)
{
    bool hasNew = false;
    for (const std::string &name : names) {
        if (!learn(name))
            continue;
        hasNew = true;
        m_entered.insert(name);
    }
    if (!hasNew || !m_settings)
        return hasNew;
    QStringList kept;
    for (const std::string &name : m_entered)
        kept << QString::fromStdString(name);
    m_settings->setEnteredNamespaces(m_cluster, kept.mid(0, MostKept));
    return hasNew;
}

QStringList KnownNamespaces::names() const
{
    QStringList shown;
    for (const std::string &name : m_seen)
        shown.append(displayText(name));
    shown.sort();
    return shown;
}

} // namespace wk
