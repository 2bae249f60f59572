// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/get/objectprinter.h"

namespace wk {

/// JSON of a list or of an object, or an event about that.
struct Document {
    std::string json;
    const char *eventType = nullptr; ///< "ADDED", …

    /// What a template is applied to.
    std::string text() const { return eventType ? eventHead() + json + '}' : json; }
    /// What stands before an event's object: the type comes first, which is kubectl's own way.
    std::string eventHead() const;
};

/// What `kubectl get` takes for one thing to print: a List of all, or one object when it was asked for by name, and of
/// a watch each object, or with --output-watch-events each event. Objects are as they came. One thread.
class Documents
{
public:
    explicit Documents(const GetArguments &arguments);

    std::vector<Document> ofLists(const std::vector<Listed> &kinds);
    /// No List, but what is in it.
    std::vector<Document> ofObjects(const std::vector<Listed> &kinds);
    /// A change is of the last of the kinds.
    Document ofChange(const Entry &entry) const;

private:
    Document document(EntryType type, const Object &object) const;

    bool m_isOne; ///< asked for by name
    bool m_isWatch;
    bool m_isEvents;
    ResourceInfo m_resource; ///< of what was listed last
};

} // namespace wk
