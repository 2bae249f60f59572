// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "core/resource/resourceinfo.h"

#include <string>
#include <string_view>

/// What can be written of any object as JSON, whether its body is at hand or was never fetched. Any thread; pure.
namespace wk {

/// Whether no more of these objects than their metadata is ever fetched, kept or written: Secrets (security.md, S9).
bool isWithheld(const ResourceInfo &resource);

/// The object as it came, with the kind and apiVersion that it may lack. Of one without a body, and of one that is
/// withheld, only what identifies it: never data, nor annotations, which may repeat it. Empty when its body was there
/// and is gone.
std::string objectJson(const Object &object, const ResourceInfo &resource);

/// JSON with kind and apiVersion in front, if it says neither and the resource's kind is known.
std::string withType(std::string_view json, const ResourceInfo &resource);

/// "key":"text", escaped as API servers do.
std::string jsonMember(std::string_view key, std::string_view text);

} // namespace wk
