// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace wk::demo {

/// Names and addresses of nodes and pods. Any thread.

/// "node-03".
std::string nodeName(int number);
/// 3 of "node-03"; 0 of another name.
int nodeNumber(const std::string &name);
std::string hostAddress(int node);
/// The first three numbers of its pods' addresses.
std::string podNetwork(int node);
/// The `index`th address that a node gives to its pods; after 250 they begin anew.
std::string podAddress(int node, int index);

} // namespace wk::demo
