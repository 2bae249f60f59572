// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "core/source/listerwatcher.h"

#include <optional>
#include <string_view>

/// What can be seen of an API server's JSON by its brackets and strings alone, before and without a parser. Any thread.
namespace wk {

/// The parts of a list, a Table or an event's object, as raw texts; empty where there is none.
struct Envelope {
    std::string_view kind;
    std::string_view metadata;
    std::string_view items;
    std::string_view rows;
    std::string_view columns;
    bool isWhole = false;
};

Envelope openEnvelope(std::string_view text);

/// One row of a Table.
struct Row {
    std::string_view cells;
    std::string_view object;
};

Row openRow(std::string_view text);

/// The same at once, without a look into the object, for a row written just so by every API server: its object last.
/// If that turns out to be no object, the row was of another shape: openRow() knows.
Row openRowFast(std::string_view text);

/// A Table of one row.
struct SingleRow {
    std::string_view row;
    std::string_view columns;
    std::string_view metadata;
};

/// In the same way; without a row for any other shape.
SingleRow openSingleRowFast(std::string_view table);

/// What an object says it is, if it does so before metadata and spec, as API servers write it; empty otherwise. Looks
/// no further.
std::string_view kindOf(std::string_view object);

/// What is likely to be the uid of the object in a watch line, where an API server would have put it; empty where there
/// is nothing that looks like one. What it really is, is known when the object has been read.
Uid uidFast(std::string_view line);

/// Whether an object says what it is; the items of typed lists do not.
bool hasIdentity(std::string_view object);

/// Whether an object is the mark behind a watch's initial events: annotated "k8s.io/initial-events-end": "true". Any
/// other value says nothing. Source: apimachinery meta/v1/types.go, InitialEventsAnnotationKey.
bool marksInitialEnd(std::string_view object);

/// What can be said of an object that no parser takes: name, uid and version, if they stand where they should.
Object unreadableObject(std::string_view text);

/// Of a watch event's "type"; nothing for a word that is none.
std::optional<EventType> eventType(std::string_view text);

} // namespace wk
