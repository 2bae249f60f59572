// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/managerstext.h"

#include "core/base/time.h"
#include "core/json/objecttree.h"

#include <QHashFunctions>

namespace wk {

namespace {

void setFields(ManagedFields &entry, const json::ObjectTree &tree)
{
    entry.fieldsHash = static_cast<std::uint32_t>(tree.hash >> (64 - ManagedFields::HashBits));
    entry.fieldsCount = tree.names;
}

/// Of a parsed field set the same as of its text.
json::ObjectTree treeOf(TapeValue fields)
{
    std::string text;
    const std::uint32_t names = fields.appendCanonical(text);
    if (const auto tree = json::objectTree(text, 0); tree && tree->end == text.size())
        return *tree;
    return {text.size(), names, qHashBits(text.data(), text.size())};
}

bool takeFields(json::TextCursor &text, json::ValueReader &values, ManagedFields &entry)
{
    const auto tree = values.tree(text.at());
    std::string_view fields;
    if (!tree || !text.takeUpTo(tree->end, fields))
        return false;
    setFields(entry, *tree);
    return true;
}

bool takeEntry(json::TextCursor &text, json::ValueReader &values, ManagedFields &entry)
{
    return text.takeObject([&](std::string_view key) {
        if (json::isKey(key, "fieldsV1"))
            return takeFields(text, values, entry);
        std::string_view value;
        if (!text.takeString(value))
            return false;
        if (json::isKey(key, "manager"))
            entry.manager = value;
        else if (json::isKey(key, "operation"))
            entry.operation = value;
        else if (json::isKey(key, "subresource"))
            entry.subresource = value;
        else if (json::isKey(key, "time"))
            entry.time = parseTime(value);
        return true;
    });
}

} // namespace

bool takeManagersText(json::TextCursor &text, json::ValueReader &values, std::vector<ManagedFields> &entries)
{
    const std::size_t entered = values.enter(text.at());
    const bool isRead = text.takeArray([&] { return takeEntry(text, values, entries.emplace_back()); });
    values.leave(entered, text.at());
    return isRead;
}

ManagedFields readManager(TapeValue value)
{
    ManagedFields entry;
    value.eachMember([&](std::string_view key, TapeValue child) {
        if (key == "manager")
            entry.manager = child.text();
        else if (key == "operation")
            entry.operation = child.text();
        else if (key == "subresource")
            entry.subresource = child.text();
        else if (key == "time")
            entry.time = parseTime(child.text());
        else if (key == "fieldsV1")
            setFields(entry, treeOf(child));
    });
    return entry;
}

} // namespace wk
