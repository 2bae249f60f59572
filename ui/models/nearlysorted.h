// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace wk {

/// Sorts what may be in order but for a few: these are taken out, sorted and put back, as to sort all again takes a
/// hundred thousand looks at names that are far apart. Where one is out of order it is not known which, so both are.
/// `isLess` is a total order. Any thread.
template <class Value, class Less>
void sortNearlySorted(std::vector<Value> &values, Less isLess)
{
    std::vector<Value> inOrder;
    std::vector<Value> others;
    inOrder.reserve(values.size());
    for (Value &next : values) {
        if (inOrder.empty() || !isLess(next, inOrder.back())) {
            inOrder.push_back(std::move(next));
            continue;
        }
        others.push_back(std::move(inOrder.back()));
        others.push_back(std::move(next));
        inOrder.pop_back();
    }
    std::ranges::sort(others, isLess);
    std::merge(std::make_move_iterator(inOrder.begin()), std::make_move_iterator(inOrder.end()),
               std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()), values.begin(), isLess);
}

} // namespace wk
