// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace wk::demo {

/// "registry.demo/web/web:2.14.1" for "…:2.14.0" and for "…:2.14.1-rc.1": the next release of an image. An
/// image whose tag does not end with a number comes back as it is. Pure.
std::string nextRelease(const std::string &image);
/// "…:2.14.1-rc.1" for "…:2.14.0": what is tried out before, and exits.
std::string nextCandidate(const std::string &image);
bool isCandidate(const std::string &image);

} // namespace wk::demo
