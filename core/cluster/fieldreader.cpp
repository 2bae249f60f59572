// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/fieldreader.h"

#include "core/cluster/yamltype.h"

#include <algorithm>

namespace wk {

namespace {

const char *kindName(const YamlNode &node)
{
    switch (node.kind) {
    case YamlNode::Kind::Null: return "nothing";
    case YamlNode::Kind::Scalar: return "a single value";
    case YamlNode::Kind::Sequence: return "a list";
    case YamlNode::Kind::Map: return "a map";
    }
    return "something else";
}

bool isNull(const YamlNode *node)
{
    if (!node)
        return true;
    const bool isLeaf = node->kind == YamlNode::Kind::Null || node->kind == YamlNode::Kind::Scalar;
    return node->fault.empty() && isLeaf && yamlType(*node) == YamlType::Null;
}

/// What is said where `what` must be and `found` stands.
std::string complaint(const char *what, const YamlNode &found)
{
    if (!found.fault.empty())
        return found.fault;
    return std::string("Here must be ") + what + ", but there is " + kindName(found) +
           ". Check the indentation of this line and the next.";
}

} // namespace

std::string configPlace(const std::string &file, int line, std::string_view path)
{
    std::string place = file + ":" + std::to_string(line);
    if (!path.empty())
        place.append(": ").append(path);
    return place;
}

FieldReader::FieldReader(const YamlNode *node, std::string file, std::string path)
    : m_node(node)
    , m_file(std::move(file))
    , m_path(std::move(path))
{
    if (!isNull(node) && (!node->fault.empty() || node->kind != YamlNode::Kind::Map))
        fail({ErrorKind::ConfigBroken, complaint("a map of fields", *node), configPlace(m_file, node->line, m_path)});
}

bool FieldReader::has(std::string_view key) const
{
    const YamlNode *value = node(key);
    return value && (!value->fault.empty() || value->kind != YamlNode::Kind::Scalar || !value->text.empty());
}

const YamlNode *FieldReader::node(std::string_view key) const
{
    if (m_error || !m_node)
        return nullptr;
    const YamlNode *value = m_node->find(key);
    return isNull(value) ? nullptr : value;
}

std::vector<std::string> FieldReader::keys() const
{
    std::vector<std::string> keys;
    if (!m_error && m_node) {
        for (const YamlEntry &entry : m_node->entries)
            keys.push_back(entry.key);
    }
    return keys;
}

std::string FieldReader::text(std::string_view key)
{
    const YamlNode *value = node(key);
    return value ? scalarText(*value, key) : std::string();
}

std::string FieldReader::scalarText(const YamlNode &value, std::string_view key)
{
    if (!value.fault.empty() || value.kind != YamlNode::Kind::Scalar) {
        fail(key, complaint("text", value));
        return {};
    }
    const YamlType type = yamlType(value);
    if (type == YamlType::Number || type == YamlType::Bool) {
        const char *what = type == YamlType::Number ? "a number" : "true or false";
        fail(key, std::string("Without quotes this value is ") + what +
                      " to YAML, not text, and kubectl refuses it. Put it in double quotes.");
        return {};
    }
    return value.text;
}

bool FieldReader::flag(std::string_view key)
{
    const YamlNode *value = node(key);
    if (!value)
        return false;
    if (value->fault.empty() && value->kind == YamlNode::Kind::Scalar && yamlType(*value) == YamlType::Bool)
        return yamlBool(*value);
    fail(key, value->fault.empty() ? "Here must be true or false, without quotes." : value->fault);
    return false;
}

QByteArray FieldReader::base64(std::string_view key)
{
    std::string encoded = text(key);
    std::erase_if(encoded, [](char c) { return c == '\r' || c == '\n'; });
    const auto decoded =
        QByteArray::fromBase64Encoding(QByteArray::fromStdString(encoded), QByteArray::AbortOnBase64DecodingErrors);
    if (decoded && encoded.size() % 4 == 0)
        return *decoded;
    if (encoded.find("-----BEGIN") != std::string::npos)
        fail(key, "This is PEM text, but the field takes it encoded in base64. Encode it, or put it into a file and "
                  "name that file in the field without \"-data\".");
    else
        fail(key, "The value is not base64, or it is cut short. Copy it again, whole.");
    return {};
}

std::vector<std::string> FieldReader::texts(std::string_view key)
{
    std::vector<std::string> result;
    for (const YamlNode *item : list(key))
        result.push_back(isNull(item) ? std::string() : scalarText(*item, key));
    return result;
}

std::vector<const YamlNode *> FieldReader::list(std::string_view key)
{
    const YamlNode *value = node(key);
    if (!value)
        return {};
    if (!value->fault.empty() || value->kind != YamlNode::Kind::Sequence) {
        fail(key, complaint("a list", *value));
        return {};
    }
    std::vector<const YamlNode *> items;
    items.reserve(value->items.size());
    for (const YamlNode &item : value->items)
        items.push_back(&item);
    return items;
}

std::string FieldReader::pathOf(std::string_view key) const
{
    return m_path.empty() ? std::string(key) : m_path + "." + std::string(key);
}

std::string FieldReader::place(std::string_view key) const
{
    const YamlNode *value = m_node ? m_node->find(key) : nullptr;
    const int line = value ? value->line : m_node ? m_node->line : 1;
    return configPlace(m_file, line, pathOf(key));
}

void FieldReader::fail(std::string_view key, std::string text, ErrorKind kind)
{
    fail({kind, std::move(text), place(key)});
}

void FieldReader::fail(Error error)
{
    if (!m_error)
        m_error = std::move(error);
}

} // namespace wk
