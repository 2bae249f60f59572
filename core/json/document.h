// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "core/base/result.h"

#include <simdjson.h>

#include <string_view>

/// For .cpp files only: simdjson's header takes long to compile.
namespace wk::json {

/// A JSON text taken apart by simdjson. Any thread, one at a time; use one for many texts, its buffers stay.
/// Odd JSON is read as core/json/legalise.h makes it legal. Bounds: limits::JsonDepth, and for what strangers send
/// limits::FrameBytes.
class Document
{
public:
    /// Reads a text; the element lives until the next call. Fails with TooLarge or BrokenFrame.
    Result<simdjson::dom::element> parse(std::string_view text, std::size_t mostBytes = limits::FrameBytes);

private:
    simdjson::dom::parser m_parser;
};

/// The string that is a member of the object; empty where there is none.
std::string_view memberText(const simdjson::dom::object &in, std::string_view key);

/// Where a printer stands in an object, as far as it must know to leave out metadata.managedFields.
enum class Place { Root, Items, Item, Metadata, Elsewhere };

/// The place of a member of an object that is at `place`.
Place memberPlace(Place place, std::string_view key);
/// The place of an element of an array that is at `place`.
Place elementPlace(Place place);
/// True for the managedFields of the object, and of each object of a list.
bool isManagedFields(Place place, std::string_view key);

} // namespace wk::json
