// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/get/objectprinter.h"
#include "core/json/pathreader.h"

namespace wk {

/// Sorts what was listed as `kubectl get --sort-by` does: by the first value that a path finds in each object, what has
/// none first; numbers by size, texts as quantities ("100m" before "1") if both are, else naturally ("a9" before
/// "a10"). Objects with equal values keep their order, where kubectl's Go gives them any. One thread. Source:
/// k8s.io/kubectl pkg/cmd/get/sorter.go, github.com/fvbommel/sortorder.
class ObjectSorter
{
public:
    /// Tables are sorted each by itself, everything else across the kinds.
    enum class Range { EachKind, All };

    /// `text` is how the path was written.
    ObjectSorter(std::string text, json::PathSteps path, Range range);

    /// Runs of one kind, in their new order. Invalid, in kubectl's words, where no object has such a value, or where it
    /// cannot be compared.
    Result<std::vector<Listed>> sorted(std::vector<Listed> kinds);

private:
    std::string m_text;
    json::PathReader m_reader;
    Range m_range;
};

/// Whether `a` comes before `b` when their digits are read as numbers.
bool isNaturallyBefore(std::string_view a, std::string_view b);

} // namespace wk
