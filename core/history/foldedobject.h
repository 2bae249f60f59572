// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"

#include <string>
#include <string_view>

namespace wk {

/// An object as what it says otherwise than another one, its reference: most revisions of an object differ in a
/// version, a time and a cell, and take some 30 bytes instead of 300. Nothing of the body is in it but its key.

/// Appends the object. False, and nothing appended, where it cannot be said: the bodies are of different keepers.
bool fold(const Object &object, const Object &reference, std::string &to);

/// The object that was folded upon the same reference, from the front of `bytes`, with what both say alike shared
/// between them. Null for bytes that no fold() has made; they do no harm.
ObjectPtr unfold(std::string_view bytes, const Object &reference);

} // namespace wk
