// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/validator.h"

namespace wk::sim {

const std::vector<Validator> &validators()
{
    static const std::vector<Validator> all{
        {"V1", "the store is the model at the tombstone", checkStoreEqualsModel},
        {"V2", "revisions rise within a stream", checkOrdered},
        {"V3", "nothing is delivered twice", checkUnique},
        {"V4", "between gaps the log is delivered element by element", checkReliable},
        {"V5", "a stream goes on where the last one ended", checkResumable},
        {"V6", "bookmarks hold", checkBookmarkable},
        {"V7", "what is inferred is the exact difference", checkInferred},
        {"V8", "no silent loss, no false alarm", checkGapHonesty},
        {"V9", "type and previous state are right", checkTypesAndPrevious},
        {"V10", "nothing outside the selection", checkFilter},
        {"V11", "no reader sees half a list", checkAtomic},
        {"V12", "the server is asked politely", checkManners},
        {"V13", "a recording replays to the same store", checkRecording},
        {"V14", "nothing is left after stop()", checkNothingLeft},
        {"V15", "every planned fault happened", checkFaultsFired},
    };
    return all;
}

Violations violations(const History &history)
{
    Violations all;
    for (const Validator &validator : validators()) {
        Violations found = validator.check(history);
        all.insert(all.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    }
    return all;
}

} // namespace wk::sim
