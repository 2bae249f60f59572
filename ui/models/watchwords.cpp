// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/watchwords.h"

#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/words/statewords.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace wk {

namespace {

struct WatchesTr {
    Q_DECLARE_TR_FUNCTIONS(Watches)
};

constexpr std::chrono::seconds QuietAfter{60};

bool isListing(const WatchStatus &status)
{
    return status.state == WatchState::Listing || status.state == WatchState::Relisting;
}

bool isPolled(const WatchStatus &status)
{
    return status.state == WatchState::Polled && !needsAttention(status);
}

QString listProgress(const WatchStatus &status, double rate)
{
    const QString sofar = format::number(std::int64_t(status.listed));
    const QString text =
        status.listTotal
            ? WatchesTr::tr("%1 of about %2 objects").arg(sofar, format::number(std::int64_t(*status.listTotal)))
            : WatchesTr::tr("%1 objects so far").arg(sofar);
    if (rate < 1)
        return text + u'.';
    return text + u", " + WatchesTr::tr("%1 per second.").arg(format::number(std::llround(rate)));
}

} // namespace

bool isQuiet(const WatchStatus &status, WallTime now)
{
    return status.state == WatchState::Live && !needsAttention(status) &&
           (!status.lastEvent || now - *status.lastEvent > QuietAfter);
}

QString watchWord(const WatchStatus &status, WallTime now)
{
    if (isQuiet(status, now))
        return WatchesTr::tr("Live, quiet");
    const bool isInDetail = isListing(status) || isPolled(status); // how far is, and how often
    return isInDetail ? watchStateWord(status.state) : watchStateText(status, now);
}

QString watchName(const WatchScope *scope)
{
    if (!scope)
        return {};
    if (scope->resource.isOfKeys())
        return displayText(scope->resource.gvr.resource);
    const QString kind = displayText(scope->resource.gvr.qualifiedName());
    return scope->ns.empty() ? kind
                             : WatchesTr::tr("%1 in %2", "pods in a namespace").arg(kind, displayText(scope->ns));
}

QString scopeText(const WatchScope &scope)
{
    QStringList parts;
    if (!scope.resource.namespaced)
        parts << WatchesTr::tr("cluster");
    else
        parts << (scope.ns.empty() ? WatchesTr::tr("all namespaces") : displayText(scope.ns));
    for (const std::string &selector : {scope.labelSelector, scope.fieldSelector}) {
        if (!selector.empty())
            parts << displayText(selector);
    }
    return parts.join(QStringLiteral(" · "));
}

QString lastWordText(const WatchStatus &status, WallTime now)
{
    const std::optional<WallTime> last = status.lastHeard();
    if (!last)
        return format::none();
    const QString ago = format::ago(*last, now);
    if (last == status.lastEvent)
        return ago;
    if (last == status.lastBookmark)
        return WatchesTr::tr("bookmark %1").arg(ago);
    return status.state == WatchState::Polled ? WatchesTr::tr("look %1", "so long ago").arg(ago)
                                              : WatchesTr::tr("list %1", "so long ago").arg(ago);
}

QString watchDetail(const WatchStatus &status, double rate, WallTime now)
{
    QStringList parts;
    if (isListing(status) && status.listed > 0)
        parts << listProgress(status, rate);
    parts << (isPolled(status) ? watchStateAndSentence(status, now) : watchSentence(status, now));
    parts.removeAll(QString());
    return parts.join(u' ');
}

QString accessRule(const WatchScope &scope)
{
    const auto &gvr = scope.resource.gvr;
    const QString verbs =
        scope.resource.isOnlyListed() ? QStringLiteral("\"list\"") : QStringLiteral("\"list\", \"watch\"");
    return QStringLiteral("- apiGroups: [\"%1\"]\n  resources: [\"%2\"]\n  verbs: [%3]\n")
        .arg(displayText(gvr.group), displayText(gvr.resource), verbs);
}

} // namespace wk
