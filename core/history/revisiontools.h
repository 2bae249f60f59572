// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/compression.h"
#include "core/history/splice.h"

namespace wk {

/// What revisions are made with. Over a megabyte: one set a thread, whatever is written there.
struct RevisionTools {
    SpliceMaker splices;
    Packer packer;

    static RevisionTools &ofThisThread()
    {
        thread_local RevisionTools tools;
        return tools;
    }
};

} // namespace wk
