// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/validators/validator.h"

namespace wk::sim {

/// Collects what one validator finds; the first dozen say enough.
class Findings
{
public:
    explicit Findings(const char *validator)
        : m_validator(validator)
    {}
    void add(const KindHistory &kind, std::string text)
    {
        if (m_found.size() < 12)
            m_found.push_back({m_validator, kind.name, std::move(text)});
    }
    void add(std::string text)
    {
        if (m_found.size() < 12)
            m_found.push_back({m_validator, {}, std::move(text)});
    }
    Violations take() { return std::move(m_found); }

private:
    const char *m_validator;
    Violations m_found;
};

/// Whether it came on a watch, and is about an object.
inline bool isSeen(const Delivery &delivery)
{
    return (delivery.type == EntryType::Added || delivery.type == EntryType::Modified ||
            delivery.type == EntryType::Deleted) &&
           (delivery.origin == EntryClass::Live || delivery.origin == EntryClass::Resumed);
}

inline bool isInferred(const Delivery &delivery)
{
    return delivery.origin == EntryClass::Inferred;
}

/// A whole list: what came before it is of no concern any more.
inline bool isState(const Delivery &delivery)
{
    return delivery.type == EntryType::List || delivery.type == EntryType::Relist;
}

/// "web-1@17".
std::string nameOf(const KindHistory &kind, const State &state);

/// "MODIFIED web-1@17 (resumed, stream 3)".
std::string nameOf(const KindHistory &kind, const Delivery &delivery);

/// The first log entry after a revision.
std::vector<LogEntry>::const_iterator after(const KindHistory &kind, Revision revision);

} // namespace wk::sim
