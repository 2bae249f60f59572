// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/splice.h"
#include "tests/fuzz/fuzz.h"

#include <string>

namespace {

/// Two texts that share what the middle one has.
void spliceComesBack(std::string_view base, std::string_view target)
{
    static wk::SpliceMaker maker;
    const auto splice = maker.make(base, target, target.size() + 20);
    WK_MUST(splice.has_value());
    std::string made(target.size(), '\0');
    WK_MUST(wk::applySplice(base, *splice, made).ok());
    WK_MUST(made == target);
}

} // namespace

/// Any two texts make a splice that comes back, and any bytes taken as a splice do no harm.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    wk::fuzz::Bytes bytes(data, size);
    const std::size_t expected = bytes.byte() * 8;
    const std::string base(bytes.takeUntil('\n'));
    const std::string_view rest = bytes.rest();
    spliceComesBack(base, rest);
    spliceComesBack(rest, base);
    std::string made(expected, '\0');
    const bool ok = wk::applySplice(base, rest, made).ok();
    if (ok)
        spliceComesBack(base, made);
    return 0;
}
