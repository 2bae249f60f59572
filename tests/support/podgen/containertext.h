// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace wk::test {

/// What a container is for.
struct Role {
    const char *name;
    const char *image;
    const char *probe; ///< the path that its probes ask for
    std::uint32_t port;
    bool isLive;     ///< has a livenessProbe too
    bool isHardened; ///< has a securityContext
};

/// A part of a pod's spec and what of its creator's field set stands for it.
struct SpecAndFields {
    std::string spec;
    std::string fields;

    std::size_t size() const { return spec.size() + fields.size(); }
};

/// `count` environment variables, from number `first` on.
SpecAndFields environment(std::size_t first, std::size_t count);

/// The main container of a pod, as the API server writes it: with the defaults it fills in.
SpecAndFields containerText(const Role &role, const std::string &image, const SpecAndFields &env);

/// One beside it, with less.
SpecAndFields sidecarText(const Role &role, const std::string &image);

} // namespace wk::test
