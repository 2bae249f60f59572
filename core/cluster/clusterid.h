// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wk {

struct ClusterAccess;

/// Says which cluster something is of: two that are equal are one cluster. Until a cluster has been reached it is named
/// by how it is reached, and then by the uid of its kube-system namespace, where that may be read; a cluster of either
/// name is another than one of the other. Behind one URL, as that of `kubectl proxy`, many clusters may be. A value;
/// any thread.
class ClusterId
{
public:
    /// Of no cluster.
    ClusterId() = default;
    /// By its server's URL, the authorities it is trusted by, and the name in its certificate; whoever signs in, under
    /// whatever context.
    static ClusterId provisional(const ClusterAccess &access);
    /// By the uid of its kube-system namespace. Source: OpenTelemetry's k8s.cluster.uid.
    static ClusterId known(std::string_view uid);
    /// Whose history it is that is kept of several clusters together, in whatever order; none of them has this name.
    static ClusterId ofAll(std::vector<ClusterId> clusters);

    /// What text() has said, in a file; nothing for any other.
    static std::optional<ClusterId> fromText(std::string_view text);

    bool isEmpty() const { return m_text.empty(); }
    bool isProvisional() const;
    bool isOfAll() const;
    /// In one line, for files.
    const std::string &text() const { return m_text; }

    auto operator<=>(const ClusterId &) const = default;

private:
    explicit ClusterId(std::string text)
        : m_text(std::move(text))
    {}

    std::string m_text;
};

} // namespace wk
