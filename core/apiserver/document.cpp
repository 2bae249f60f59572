// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/document.h"

#include "core/base/limits.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

/// Encoding and destroying recurse, so depth is limited before a document exists.
bool isTooDeep(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > limits::JsonDepth)
                return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

/// In JSON these three stand only inside strings, so the text can be searched without parsing it.
std::string escapeHtml(std::string text)
{
    if (text.find_first_of("<>&") == std::string::npos)
        return text;
    std::string escaped;
    escaped.reserve(text.size() + 64);
    for (const char c : text) {
        switch (c) {
        case '<': escaped += "\\u003c"; break;
        case '>': escaped += "\\u003e"; break;
        case '&': escaped += "\\u0026"; break;
        default: escaped += c;
        }
    }
    return escaped;
}

const Json Nothing;

} // namespace

Result<Json> parseDocument(std::string_view text)
{
    if (isTooDeep(text))
        return Error{.kind = ErrorKind::TooLarge, .text = "nested too deeply"};
    Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded())
        return Error{.kind = ErrorKind::BrokenFrame, .text = "not JSON"};
    return document;
}

std::string encode(const Json &value)
{
    return escapeHtml(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string encodePretty(const Json &value)
{
    return escapeHtml(value.dump(2, ' ', false, Json::error_handler_t::replace));
}

std::string jsonString(std::string_view text)
{
    return encode(Json(text));
}

const Json &find(const Json &value, std::string_view key)
{
    if (!value.is_object())
        return Nothing;
    const auto it = value.find(key);
    return it == value.end() ? Nothing : *it;
}

const Json &find(const Json &value, std::initializer_list<const char *> path)
{
    const Json *here = &value;
    for (const char *key : path)
        here = &find(*here, key);
    return *here;
}

std::string textOf(const Json &value)
{
    return value.is_string() ? value.get_ref<const std::string &>() : std::string();
}

std::int64_t numberOf(const Json &value, std::int64_t otherwise)
{
    return value.is_number_integer() ? value.get<std::int64_t>() : otherwise;
}

bool isTrue(const Json &value)
{
    return value.is_boolean() && value.get<bool>();
}

Json &make(Json &value, std::initializer_list<const char *> path)
{
    Json *here = &value;
    for (const char *key : path) {
        if (!here->is_object())
            *here = Json::object();
        here = &(*here)[key];
    }
    return *here;
}

} // namespace wk::apiserver
