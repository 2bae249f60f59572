// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// JSONPath as kubectl and CustomResourceDefinitions write it: .spec.containers[?(@.name=="web")].image. It is read
/// here into steps; core/json/pathfinder.h walks a document by them. Values; any thread. Source: k8s.io/client-go
/// util/jsonpath, kubernetes.io/docs/reference/kubectl/jsonpath.
namespace wk::json {

struct PathStep;

/// Each step is applied to all that the one before it has found.
using PathSteps = std::vector<PathStep>;

/// [from:to:step]. A number that is missing is the array's own bound; [3] is from 3 to 4.
struct PathSlice {
    std::optional<std::int64_t> from;
    std::optional<std::int64_t> to;
    std::optional<std::int64_t> step;
    bool isIndex = false; ///< one element, so that -1 is the last
};

struct PathStep {
    enum class Kind {
        Text,     ///< "quoted", or what stands between the braces
        Integer,  ///< a number to compare with
        Real,     ///<
        Boolean,  ///<
        Field,    ///< .name
        Wildcard, ///< .*
        Descent,  ///< ..
        Slice,    ///< [0], [*], [1:3], [-1:]
        Filter,   ///< [?(@.a=="b")]; without an operator: [?(@.a)]
        Union,    ///< ['a','b'], [0,2]
    };
    Kind kind = Kind::Field;
    std::string text{}; ///< of Text and Field; the operator of a Filter
    std::int64_t integer = 0;
    double real = 0;
    bool boolean = false;
    PathSlice slice{};
    std::vector<PathSteps> branches{}; ///< of a Union; the left and the right side of a Filter
};

/// What stands in one pair of braces.
struct PathAction {
    PathSteps steps;
    std::string word{}; ///< "range" or "end", where it is one of those
};

/// Whether a key that an object lacks is nothing, or an error.
enum class MissingKeys { Allowed, AreErrors };

/// What is wrong with a path, or with what it is to find: of kind Invalid, in kubectl's words.
Error pathError(std::string text);

/// Reads an action of a template; `text` begins behind its opening brace, and then behind its closing one. Invalid,
/// with kubectl's words, for what is none. Nothing is nested deeper than limits::PathDepth.
Result<PathAction> takePathAction(std::string_view &text);

/// Reads one path, as sort-by, custom columns and printer columns have it: with or without braces, with or without the
/// first dot; of limits::PathBytes at most. An empty one finds nothing. Source: k8s.io/kubectl
/// pkg/cmd/get/customcolumn.go, RelaxedJSONPathExpression().
Result<PathSteps> parsePath(std::string_view text);

} // namespace wk::json
