// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wk::test {

/// A text with holes: where the marks stand, what differs from pod to pod is put in. A value.
class TextWithHoles
{
public:
    static constexpr char Name = '\1';  ///< the pod's name
    static constexpr char Token = '\2'; ///< what its service account's volume is called behind "kube-api-access-"

    TextWithHoles() = default;
    explicit TextWithHoles(std::string text);

    void append(std::string &to, std::string_view name, std::string_view token) const;
    std::size_t size() const { return m_text.size(); }

private:
    struct Hole {
        std::size_t end; ///< of the text before it
        char mark;
    };

    std::string m_text;
    std::vector<Hole> m_holes;
};

/// What a pod's status says of one of its containers.
struct Container {
    std::string name;
    std::string image;
    std::string imageId;
};

/// A Deployment (with its ReplicaSet) or StatefulSet: all that its pods have in common, as the text of their JSON.
struct Workload {
    bool isStateful = false; ///< its pods are called by number, and are again after a deletion
    std::string ns;
    std::string generateName;
    std::vector<Container> containers;

    // In the order of the text.
    TextWithHoles labels;    ///< and the first annotation; one of kubectl's may follow
    std::string annotations; ///< the others, and the owner
    std::string fields;      ///< fieldsV1 of who created the pod
    TextWithHoles specHead;  ///< up to where the node's name belongs
    TextWithHoles specTail;  ///< behind it
};

/// Workload number `index` of a seed. Its pods, once ready, have 6 to 8 KB.
Workload makeWorkload(std::uint64_t seed, std::uint32_t index);

} // namespace wk::test
