// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/yamltype.h"

#include <QByteArray>

#include <algorithm>
#include <initializer_list>
#include <regex>
#include <string_view>

namespace wk {

namespace {

constexpr std::string_view CorePrefix = "tag:yaml.org,2002:";

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

bool isTrueWord(std::string_view text)
{
    return isOneOf(text, {"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"});
}

bool isFalseWord(std::string_view text)
{
    return isOneOf(text, {"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"});
}

bool isNumber(std::string text)
{
    if (isOneOf(text,
                {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF", ".nan", ".NaN", ".NAN"}))
        return true;
    if (text.empty() || text.size() > 400 ||
        !isOneOf(std::string_view(text).substr(0, 1),
                 {"+", "-", ".", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}))
        return false;
    std::erase(text, '_');
    static const std::regex number(
        R"([-+]?(0[xX][0-9a-fA-F]{1,16}|0[oO][0-7]{1,21}|0[bB][01]{1,64}|(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?))");
    return std::regex_match(text, number);
}

bool givesType(std::string_view name)
{
    return isOneOf(name, {"str", "binary", "int", "float", "bool", "null"});
}

/// Tags of YAML's own that say nothing about the type of a value that stands here.
bool givesNothing(std::string_view name)
{
    return isOneOf(name, {"map", "seq", "set", "omap", "pairs", "timestamp", "merge"});
}

/// "!!bool" for people, who never write the long form.
std::string shortForm(const std::string &tag)
{
    return tag.starts_with(CorePrefix) ? "!!" + tag.substr(CorePrefix.size()) : tag;
}

void decodeBinary(YamlNode &scalar)
{
    std::erase_if(scalar.text, [](char c) { return c == '\r' || c == '\n'; });
    const auto decoded =
        QByteArray::fromBase64Encoding(QByteArray::fromStdString(scalar.text), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || scalar.text.size() % 4 != 0) {
        scalar.fault = "The tag \"!!binary\" says that this is base64, and it is not, or it is cut short.";
        return;
    }
    scalar.text = (*decoded).toStdString();
    scalar.quoted = true;
}

YamlType typeOf(std::string_view name)
{
    if (name == "bool")
        return YamlType::Bool;
    return name == "null" ? YamlType::Null : YamlType::Number;
}

} // namespace

YamlType yamlType(const YamlNode &scalar)
{
    if (scalar.kind == YamlNode::Kind::Null)
        return YamlType::Null;
    if (scalar.quoted)
        return YamlType::Text;
    if (isOneOf(scalar.text, {"", "~", "null", "Null", "NULL"}))
        return YamlType::Null;
    if (isTrueWord(scalar.text) || isFalseWord(scalar.text))
        return YamlType::Bool;
    return isNumber(scalar.text) ? YamlType::Number : YamlType::Text;
}

bool yamlBool(const YamlNode &scalar)
{
    return isTrueWord(scalar.text);
}

void applyTag(YamlNode &node, const std::string &tag)
{
    if (tag.empty() || tag == "?")
        return;
    if (tag == "!") {
        node.quoted = true;
        return;
    }
    const std::string name = tag.starts_with(CorePrefix) ? tag.substr(CorePrefix.size()) : std::string();
    if (!givesType(name) && !givesNothing(name)) {
        node.fault = "The tag \"" + shortForm(tag) + "\" is not supported. Remove it; a kubeconfig needs none.";
        return;
    }
    if (node.kind != YamlNode::Kind::Scalar || givesNothing(name))
        return;
    if (name == "str")
        node.quoted = true;
    else if (name == "binary")
        decodeBinary(node);
    else if (yamlType(node) != typeOf(name))
        node.fault = "The tag \"" + shortForm(tag) + "\" does not fit this value. Remove the tag or mend the value.";
}

} // namespace wk
