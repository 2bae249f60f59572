// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/apiserver/storedobject.h"

namespace wk::apiserver {

// What printed rows are made of. Words as k8s.io/kubernetes pkg/printers/internalversion prints them.

Cell textCell(std::string_view text);
/// "<none>" for an empty text.
Cell textOrNone(std::string_view text);
Cell numberCell(std::int64_t number);
/// The age since an RFC 3339 time; "<unknown>" when there is none.
Cell ageCell(const Json &time);
/// The object's age.
Cell objectAge(const Json &document);
/// The name in metadata.
Cell nameCell(const Json &document);

/// "a=1,b in (x,y)" of a metav1.LabelSelector; "<none>" when it selects nothing.
std::string selectorText(const Json &selector);
/// "a=1,b=2" of a map; "<none>" when it is empty.
std::string mapText(const Json &map);
/// Names and images of a pod template's containers, each joined by commas.
Cell containerNames(const Json &podSpec);
Cell containerImages(const Json &podSpec);

/// Texts with a comma between; "<none>" without any.
std::string joined(const std::vector<std::string> &texts);
std::size_t countOf(const Json &container);

} // namespace wk::apiserver
