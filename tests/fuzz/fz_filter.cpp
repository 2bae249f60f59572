// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filterparser.h"
#include "tests/fuzz/fuzz.h"

/// A filter or an error that points into the text.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const FilterParse parse = parseFilter(text);
    if (!parse.filter) {
        WK_MUST(parse.error.offset <= text.size());
        WK_MUST(parse.error.length <= text.size() - parse.error.offset);
        WK_MUST(!parse.error.sentence.empty());
    }
    return 0;
}
