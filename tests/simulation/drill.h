// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace wk::sim {

/// A server is restored from a backup at the backup's own revision (fault-matrix.md, P7): its versions come a second
/// time, a stream that resumes waits in silence for one yet to come, and only an audit can tell. What went wrong; empty
/// when the client declared a gap, where one was due, and came to hold what the server has.
std::string restoreDrill(std::uint64_t seed);

} // namespace wk::sim
