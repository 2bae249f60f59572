// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/identityquery.h"

#include <utility>

namespace wk {

namespace {

constexpr char SystemNamespace[] = "kube-system";

WatchScope namespaces()
{
    WatchScope scope;
    scope.resource.gvr = {"", "v1", "namespaces"};
    scope.resource.kind = "Namespace";
    return scope;
}

ListOptions systemNamespace()
{
    ListOptions options;
    options.name = SystemNamespace;
    return options;
}

} // namespace

IdentityQuery::IdentityQuery(Backend &backend, Clock &clock, std::function<void(std::optional<ClusterId>)> done)
    : m_done(std::move(done))
    , m_end(clock.after(Patience, [this] { answered(Error{ErrorKind::TimedOut}); }))
    , m_fetch(backend.metadata(namespaces()), systemNamespace(), clock,
              [this](const Result<FullList> &answer) { answered(answer); })
{}

void IdentityQuery::answered(const Result<FullList> &answer)
{
    m_end.cancel();
    const auto done = std::exchange(m_done, nullptr);
    if (!done)
        return;
    const bool isIt = answer && answer->objects.size() == 1 && answer->objects.front()->name == SystemNamespace &&
                      !answer->objects.front()->uid.empty();
    done(isIt ? std::optional(ClusterId::known(answer->objects.front()->uid.text())) : std::nullopt);
}

} // namespace wk
