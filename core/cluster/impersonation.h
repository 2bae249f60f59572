// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QByteArray>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wk {

/// As whom an API server is asked, by the rights of whoever signs in to act so. Source: kubeconfig v1 AuthInfo (as,
/// as-uid, as-groups, as-user-extra); kubernetes.io "User impersonation".
struct Impersonation {
    std::string user; ///< empty: as nobody else
    std::string uid;
    std::vector<std::string> groups;
    std::vector<std::pair<std::string, std::vector<std::string>>> extra;

    bool isNone() const { return user.empty(); }
    bool operator==(const Impersonation &) const = default;
};

/// For people: "jane", "jane (dev, ops)" with groups.
std::string textOf(const Impersonation &as);

/// One header of a request.
using Header = std::pair<QByteArray, QByteArray>;

/// Whether it is one line, in any script, that a header can carry.
bool isHeaderValue(std::string_view text);

/// What a request carries so that it is answered as that user is; none where it is nobody else. Any thread. Source:
/// client-go transport/round_trippers.go, impersonatingRoundTripper.
std::vector<Header> headersOf(const Impersonation &impersonation);

/// Why these cannot be asked for, in client-go's words where it has some: more than a user without one, or what is no
/// header's value. `user` is the kubeconfig's. ConfigBroken.
std::optional<Error> faultOf(const Impersonation &impersonation, const std::string &user);

} // namespace wk
