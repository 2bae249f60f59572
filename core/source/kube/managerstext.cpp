// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/managerstext.h"

#include "core/base/time.h"
#include "core/json/bracketend.h"
#include "core/json/objecttree.h"
#include "core/json/splitter.h"

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

/// The array, from its first byte on.
class ManagersText
{
public:
    explicit ManagersText(std::string_view text)
        : m_text(text)
    {}

    /// How long it is; nothing when it is not as expected.
    std::optional<std::size_t> read(std::vector<ManagedFields> &entries)
    {
        if (!take('['))
            return {};
        do {
            if (!readEntry(entries.emplace_back()))
                return {};
        } while (take(','));
        return take(']') ? std::optional(m_at) : std::nullopt;
    }

private:
    bool take(char wanted)
    {
        const bool isIt = m_at < m_text.size() && m_text[m_at] == wanted;
        m_at += isIt ? 1 : 0;
        return isIt;
    }

    bool takeString(std::string_view &string)
    {
        if (!take('"'))
            return false;
        const std::size_t end = json::plainStringEnd(m_text, m_at);
        if (end == std::string_view::npos)
            return false;
        string = m_text.substr(m_at, end - 1 - m_at);
        m_at = end;
        return true;
    }

    bool readEntry(ManagedFields &entry)
    {
        if (!take('{'))
            return false;
        do {
            std::string_view key;
            if (!takeString(key) || !take(':') || !readMember(key, entry))
                return false;
        } while (take(','));
        return take('}');
    }

    bool readMember(std::string_view key, ManagedFields &entry)
    {
        if (key == "fieldsV1")
            return readFields(entry);
        std::string_view value;
        if (!takeString(value))
            return false;
        if (key == "manager")
            entry.manager = value;
        else if (key == "operation")
            entry.operation = value;
        else if (key == "subresource")
            entry.subresource = value;
        else if (key == "time")
            entry.time = parseTime(value);
        return true;
    }

    bool readFields(ManagedFields &entry)
    {
        const auto tree = json::objectTree(m_text, m_at);
        if (!tree)
            return false;
        setFields(entry, *tree);
        m_at = tree->end;
        return true;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// From where the value of the object's first member of that name begins; empty when there is none, or one before it is
/// written with escapes, so that it might be another of that name.
std::string_view fromMember(std::string_view object, std::string_view key)
{
    json::Members members(object);
    while (members.next()) {
        if (members.key() == key)
            return members.rest();
        if (members.key().find('\\') != std::string_view::npos)
            break;
    }
    return {};
}

} // namespace

std::optional<std::string_view> readManagersText(std::string_view object, std::vector<ManagedFields> &entries)
{
    const std::string_view array = fromMember(fromMember(object, "metadata"), "managedFields");
    const auto length = ManagersText(array).read(entries);
    return length ? std::optional(array.substr(0, *length)) : std::nullopt;
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
