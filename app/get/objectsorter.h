// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/get/objectprinter.h"
#include "core/json/pathreader.h"

namespace wk {

/// Sorts what was listed as `kubectl get --sort-by` does: by the first value that a path finds in each object, what has
/// none first; numbers and quantities ("100m" before "1") by size, other texts by their bytes. Objects with equal
/// values keep their order, where kubectl's Go gives them any. One thread. Source: k8s.io/kubectl
/// pkg/cmd/get/sorter.go, github.com/fvbommel/sortorder.
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

} // namespace wk
