// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wk::apiserver {

/// Sorted by key.
using Labels = std::vector<std::pair<std::string, std::string>>;

/// One cell of a printed row. With `since` it is a text that ages: before + the age since then + after.
struct Cell {
    std::string json{}; ///< the finished cell; empty when `since` is set
    std::optional<WallTime> since{};
    std::string before{};
    std::string after{};
};

/// What kubectl would show of an object, made once when it is stored; only ages wait for the moment of
/// asking.
struct PrintedRow {
    std::vector<Cell> cells{};
    std::string conditions{}; ///< a JSON array (a finished pod's Completed), or empty
};

/// Where a part of `StoredObject::json` stands.
struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// One object at one revision: its text, ready to be sent, and what selectors and tables ask for, so that
/// serving it parses nothing. Immutable once shared; any thread.
struct StoredObject {
    std::string nameSpace{}; ///< empty when cluster-scoped
    std::string name{};
    std::string uid{};
    std::uint64_t revision = 0;
    std::string json{};   ///< whole and compact, kind and apiVersion first
    std::size_t body = 0; ///< where `json` goes on after kind and apiVersion: items of typed lists carry neither
    Span metadata{};      ///< the metadata object's text
    Span version{};       ///< the digits of metadata.resourceVersion
    Labels labels{};
    std::vector<std::string> fields{}; ///< by the position of ResourceType::fields
    std::vector<std::string> owners{}; ///< uids in metadata.ownerReferences
    PrintedRow row{};

    std::string key() const { return nameSpace.empty() ? name : nameSpace + "/" + name; }

    /// The same content under another revision; what a deletion delivers.
    StoredObject atRevision(std::uint64_t other) const
    {
        StoredObject copy = *this;
        const std::string digits = std::to_string(other);
        copy.json.replace(version.begin, version.end - version.begin, digits);
        const std::size_t oldEnd = version.end;
        copy.version.end = version.begin + digits.size();
        copy.revision = other;
        copy.metadata.end = metadata.end - oldEnd + copy.version.end;
        if (body > version.begin)
            copy.body = body - oldEnd + copy.version.end;
        return copy;
    }
};

using ObjectPtr = std::shared_ptr<const StoredObject>;

/// What happened to one object, in the storage's order.
struct StorageEvent {
    enum class Type { Added, Modified, Deleted };
    Type type = Type::Added;
    ObjectPtr object{};   ///< after the change; of a deletion the last state under the deletion's revision
    ObjectPtr previous{}; ///< before it; empty for Added
};

} // namespace wk::apiserver
