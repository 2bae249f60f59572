// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/readtext.h"
#include "core/resource/object.h"

#include <optional>
#include <string_view>

namespace wk {

class ReadCache;

/// What was read of an object: all but its body.
struct ReadObject {
    Object object;
    std::string_view text;     ///< its JSON, within what was read; empty where none was found
    bool hasIdentity = false;  ///< it says its kind or apiVersion
    json::ReadValues values{}; ///< of that text, for its next revision
};

/// Reads an object straight from its text: what is wanted of a pod is a tenth of its bytes, and a parser would put down
/// all of them first. The grammar of all is checked. Nothing when the text is not one whole object, or not written as
/// API servers write it, or a field that is wanted is of another type than it should be: a parser then has to look
/// (core/source/kube/objectreader.h), and where there is something it says the same. What the object has in common with
/// `before`, its last revision, is read quicker; null: no next revision will be read by this one. Any thread.
std::optional<ReadObject> readObjectText(std::string_view text, ReadCache &cache,
                                         const json::ReadText *before = nullptr);

/// The same of a row of a Table whose object is its last member, as API servers write it.
std::optional<ReadObject> readRowText(std::string_view row, ReadCache &cache, const json::ReadText *before = nullptr);

} // namespace wk
