// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/audit.h"

#include <algorithm>
#include <tuple>

namespace wk {

Audit::Audit(ResourceVersion watched)
    : m_watched(std::move(watched))
{}

void Audit::take(const ListPage &page)
{
    m_version = page.version;
    for (const ObjectPtr &object : page.objects) {
        if (!object->name.empty())
            m_served[{object->ns, object->name}] = {object->uid, object->version, metadataHash(*object)};
    }
}

void Audit::touch(const Object &object, const ResourceVersion &version)
{
    m_touched[{object.ns, object.name}] = version;
}

bool Audit::isNews(const Key &key, const ResourceVersion &held) const
{
    const auto touched = m_touched.find(key);
    const auto order = wk::compare(touched == m_touched.end() ? held : touched->second, m_version);
    return order ? *order > 0 : touched != m_touched.end();
}

/// Of an object that could not be read, not all of the metadata is known.
bool Audit::isServed(const Object &held, const Mark &served)
{
    return served.uid == held.uid && served.version == held.version &&
           (held.unreadable != Unreadable::No || served.metadata == metadataHash(held));
}

void Audit::compareHeld(const Object &held, AuditReport &report) const
{
    // Without a name or a version, as an object may be that cannot be read, nothing can be said.
    const Key key(held.ns, held.name);
    const bool isUnknown = held.name.empty() || (held.version.isEmpty() && held.unreadable != Unreadable::No);
    if (isUnknown || isNews(key, held.version))
        return;
    using Kind = AuditDifference::Kind;
    const auto served = m_served.find(key);
    if (served == m_served.end())
        report.differences.push_back({Kind::Surplus, held.ns, held.name, held.version, {}});
    else if (!isServed(held, served->second))
        report.differences.push_back({Kind::Content, held.ns, held.name, held.version, served->second.version});
}

AuditReport Audit::compare(const ObjectStore &store, const ResourceVersion &watched) const
{
    AuditReport report;
    report.objects = m_served.size();
    report.version = m_version;
    for (const ObjectPtr &held : store.all())
        compareHeld(*held, report);
    for (const auto &[key, mark] : m_served) {
        const auto &[ns, name] = key;
        if (!store.find(ns, name) && !isNews(key, {}))
            report.differences.push_back({AuditDifference::Kind::Missing, ns, name, {}, mark.version});
    }
    std::sort(report.differences.begin(), report.differences.end(),
              [](const AuditDifference &a, const AuditDifference &b) {
                  return std::tie(a.ns, a.name) < std::tie(b.ns, b.name);
              });

    using Verdict = AuditReport::Verdict;
    const auto sinceAsked = wk::compare(m_version, m_watched);
    report.verdict = sinceAsked && *sinceAsked < 0        ? Verdict::HistoryReset
                     : report.differences.empty()         ? Verdict::Equal
                     : wk::isNotNewer(m_version, watched) ? Verdict::Drifted
                                                          : Verdict::Undecided;
    return report;
}

std::vector<AuditDifference> lastingDifferences(const std::vector<AuditDifference> &before,
                                                const std::vector<AuditDifference> &now)
{
    std::vector<AuditDifference> lasting;
    std::copy_if(now.begin(), now.end(), std::back_inserter(lasting), [&before](const AuditDifference &difference) {
        return std::find(before.begin(), before.end(), difference) != before.end();
    });
    return lasting;
}

} // namespace wk
