// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz.h"
#include "tests/simulation/artefacts.h"
#include "tests/simulation/planbytes.h"

/// Bytes become operations and faults, the simulation plays them against the client, and every validator of the
/// convergence test judges (fault-matrix.md, section 4). What fails is told with its plan: `converge --plan FILE` has
/// it again.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk::sim;
    const Plan plan = planFromBytes({reinterpret_cast<const char *>(data), size});
    const RunResult result = run(plan, {.mutant = nullptr, .records = true});
    if (result.violations.empty())
        return 0;
    std::fprintf(stderr, "%s\nof this plan:\n%s\n", words(result.violations).c_str(), toJson(plan).constData());
    std::abort();
}
