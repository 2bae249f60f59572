// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/mutants/mutant.h"

#include <algorithm>

namespace wk::sim {

const std::vector<MutantClass> &mutantClasses()
{
    static const std::vector<MutantClass> classes = [] {
        std::vector<MutantClass> all = sourceMutants();
        all.insert(all.end(), transportMutants().begin(), transportMutants().end());
        all.insert(all.end(), earMutants().begin(), earMutants().end());
        return all;
    }();
    return classes;
}

const MutantClass *mutantClass(std::string_view name)
{
    const auto &all = mutantClasses();
    const auto found = std::find_if(all.begin(), all.end(), [&](const MutantClass &c) { return name == c.name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace wk::sim
