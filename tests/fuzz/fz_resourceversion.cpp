// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/resourceversion.h"
#include "tests/fuzz/fuzz.h"

#include <string>

namespace {

/// As a person compares: pad with zeros, then letter by letter.
int asNumbers(std::string a, std::string b)
{
    const std::size_t width = std::max(a.size(), b.size());
    a.insert(0, width - a.size(), '0');
    b.insert(0, width - b.size(), '0');
    return a.compare(b);
}

int sign(std::strong_ordering order)
{
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

int sign(int number)
{
    return (number > 0) - (number < 0);
}

} // namespace

/// An order of decimal numbers, and of nothing else (C14).
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    fuzz::Bytes bytes(data, size);
    const ResourceVersion a(bytes.takeUntil('\n'));
    const ResourceVersion b(bytes.takeUntil('\n'));
    const ResourceVersion c(bytes.rest());
    const auto order = compare(a, b);
    WK_MUST(order.has_value() == (a.isComparable() && b.isComparable()));
    WK_MUST(!a.isComparable() || (a.text()[0] != '0' && a.text().find_first_not_of("0123456789") == std::string::npos));
    if (!order)
        return 0;
    WK_MUST(sign(*order) == sign(asNumbers(a.text(), b.text())));
    WK_MUST(sign(*compare(b, a)) == -sign(*order));
    WK_MUST((*order == 0) == (a == b));
    WK_MUST(isNotNewer(a, b) == (*order <= 0));
    if (c.isComparable() && *order <= 0 && *compare(b, c) <= 0)
        WK_MUST(*compare(a, c) <= 0);
    return 0;
}
