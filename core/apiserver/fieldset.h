// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"

#include <set>
#include <string>
#include <vector>

namespace wk::apiserver {

/// Steps from the top of an object, each as FieldsV1 writes it: "f:spec", "k:{\"name\":\"web\"}", "v:\"a\"".
using FieldPath = std::vector<std::string>;

/// Fields of an object: leaves, members of lists with keys, and maps and lists that were set as such. Sorted: a path
/// comes right before what is below it.
using FieldSet = std::set<FieldPath>;

/// What differs between two states of an object.
struct FieldChanges {
    FieldSet set;     ///< added or changed
    FieldSet removed; ///< with all that was below
};

/// Compares an object with the state before it (null: it is new), leaving out what belongs to the server. Pure.
/// Source: structured-merge-diff typed/typed.go Compare; stripMeta of apimachinery's managedfields.
FieldChanges fieldChanges(const Json &before, const Json &after, const std::string &apiVersion);

/// The fields that a configuration names. Pure. Source: structured-merge-diff typed/tofieldset.go.
FieldSet fieldsIn(const Json &configuration, const std::string &apiVersion);

/// To and from metav1.FieldsV1. What is no field set is empty.
Json fieldsV1(const FieldSet &fields);
FieldSet parseFieldsV1(const Json &fields);

/// `.spec.template.spec.containers[name="web"].image`, as a conflict names a field.
std::string pathText(const FieldPath &path);

} // namespace wk::apiserver
