// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/fieldset.h"

#include "core/apiserver/fieldshape.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace wk::apiserver {

namespace {

using ShapeKind = FieldShape::Kind;

constexpr std::string_view SystemFields[] = {"name",
                                             "namespace",
                                             "selfLink",
                                             "uid",
                                             "resourceVersion",
                                             "generation",
                                             "creationTimestamp",
                                             "managedFields",
                                             "clusterName",
                                             "deletionTimestamp",
                                             "deletionGracePeriodSeconds"};

/// What stands even in an empty object of Go's types, so that nobody is said to have set it.
constexpr std::string_view AlwaysThere[] = {"metadata",       "spec",     "status",      "strategy",
                                            "updateStrategy", "template", "jobTemplate", "containers"};

bool isOneOf(std::string_view name, const auto &names)
{
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// A template's creationTimestamp, outside of lists: null in an empty object, too.
bool isEmptyTime(const FieldPath &path, const Json &value)
{
    const bool isInItem =
        std::any_of(path.begin(), path.end(), [](const auto &step) { return !step.starts_with("f:"); });
    return value.is_null() && path.back() == "f:creationTimestamp" && !isInItem;
}

bool isSystemField(const FieldPath &path)
{
    if (path.size() == 1)
        return path[0] == "f:kind" || path[0] == "f:apiVersion";
    return path.size() == 2 && path[0] == "f:metadata" && isOneOf(std::string_view(path[1]).substr(2), SystemFields);
}

/// Whatever the order of keys.
bool isAlike(const Json &a, const Json &b)
{
    if (a == b || !a.is_structured() || a.type() != b.type() || a.size() != b.size())
        return a == b;
    return nlohmann::json(a) == nlohmann::json(b);
}

std::string valueStep(const Json &value)
{
    return "v:" + value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The parts of a value by their steps; a missing value has none.
std::map<std::string, const Json *> partsOf(const Json *value, const FieldShape &shape)
{
    std::map<std::string, const Json *> parts;
    if (!value)
        return parts;
    if (shape.kind == ShapeKind::Map && value->is_object()) {
        for (const auto &[key, each] : value->items())
            parts.emplace("f:" + key, &each);
    } else if (value->is_array()) {
        for (const Json &each : *value)
            parts.emplace(shape.kind == ShapeKind::Keyed ? keyStep(shape, each) : valueStep(each), &each);
    }
    return parts;
}

/// Walks two states of an object side by side.
class Comparison
{
public:
    explicit Comparison(bool isBuiltIn)
        : m_isBuiltIn(isBuiltIn)
    {}

    void compare(const Json *before, const Json *after, const std::string &name)
    {
        if (isSystemField(m_path) || (before && after && isAlike(*before, *after)))
            return;
        const FieldShape now = after ? shapeOf(name, *after, m_isBuiltIn) : FieldShape{};
        const FieldShape old = before ? shapeOf(name, *before, m_isBuiltIn) : FieldShape{};
        const bool isKnownBefore = before && (before->is_null() || old.kind == now.kind);
        if (after && before && !isKnownBefore) { // of another shape: one is gone, the other is new
            noteItself(before, nullptr, name);
            compareParts(before, old, nullptr, old);
            return compare(nullptr, after, name);
        }
        noteItself(before, after, name);
        compareParts(before, after ? now : old, after, after ? now : old);
    }

    FieldChanges take() { return std::move(m_changes); }

private:
    void noteItself(const Json *before, const Json *after, const std::string &name)
    {
        if (m_path.empty())
            return;
        const FieldShape shape = after ? shapeOf(name, *after, m_isBuiltIn) : FieldShape{};
        if (!after)
            m_changes.removed.insert(m_path);
        else if (!before && isEmptyTime(m_path, *after))
            return;
        else if (shape.kind == ShapeKind::Leaf || (!before && !isOneOf(name, AlwaysThere)))
            m_changes.set.insert(m_path);
    }

    void compareParts(const Json *before, const FieldShape &old, const Json *after, const FieldShape &now)
    {
        if (now.kind == ShapeKind::Leaf)
            return;
        const auto then = partsOf(before, old);
        const auto here = partsOf(after, now);
        for (const auto &[step, value] : then) {
            if (!here.contains(step))
                descend(step, value, nullptr);
        }
        for (const auto &[step, value] : here) {
            const auto known = then.find(step);
            descend(step, known == then.end() ? nullptr : known->second, value);
        }
    }

    void descend(const std::string &step, const Json *before, const Json *after)
    {
        m_path.push_back(step);
        compare(before, after, step.starts_with("f:") ? step.substr(2) : std::string());
        m_path.pop_back();
    }

    const bool m_isBuiltIn;
    FieldPath m_path;
    FieldChanges m_changes;
};

void collectNamed(FieldSet &fields, const Json &value, FieldPath &path, const std::string &name, bool isBuiltIn)
{
    if (isSystemField(path))
        return;
    const FieldShape shape = shapeOf(name, value, isBuiltIn);
    const auto parts = partsOf(&value, shape);
    const bool isItem = !path.empty() && !path.back().starts_with("f:");
    if (shape.kind == ShapeKind::Leaf || parts.empty() || isItem)
        fields.insert(path);
    if (shape.kind == ShapeKind::Leaf)
        return;
    for (const auto &[step, part] : parts) {
        path.push_back(step);
        collectNamed(fields, *part, path, step.starts_with("f:") ? step.substr(2) : std::string(), isBuiltIn);
        path.pop_back();
    }
}

void collectParsed(FieldSet &fields, const Json &value, FieldPath &path)
{
    for (const auto &[step, below] : value.items()) {
        if (step == ".") {
            fields.insert(path);
            continue;
        }
        path.push_back(step);
        if (below.is_object() && !below.empty())
            collectParsed(fields, below, path);
        else
            fields.insert(path);
        path.pop_back();
    }
}

bool isBelow(const FieldPath &path, const FieldPath &top)
{
    return path.size() > top.size() && std::equal(top.begin(), top.end(), path.begin());
}

} // namespace

FieldChanges fieldChanges(const Json &before, const Json &after, const std::string &apiVersion)
{
    Comparison comparison(isBuiltInVersion(apiVersion));
    comparison.compare(before.is_object() ? &before : nullptr, &after, {});
    return comparison.take();
}

FieldSet fieldsIn(const Json &configuration, const std::string &apiVersion)
{
    FieldSet fields;
    FieldPath path;
    collectNamed(fields, configuration, path, {}, isBuiltInVersion(apiVersion));
    fields.erase(FieldPath{});
    fields.erase(FieldPath{"f:metadata"});
    return fields;
}

Json fieldsV1(const FieldSet &fields)
{
    Json written = Json::object();
    for (auto path = fields.begin(); path != fields.end(); ++path) {
        Json *here = &written;
        for (const std::string &step : *path) {
            here = &(*here)[step];
            if (!here->is_object())
                *here = Json::object();
        }
        const auto next = std::next(path);
        if (next != fields.end() && isBelow(*next, *path))
            (*here)["."] = Json::object();
    }
    return written;
}

FieldSet parseFieldsV1(const Json &fields)
{
    FieldSet parsed;
    FieldPath path;
    if (fields.is_object())
        collectParsed(parsed, fields, path);
    return parsed;
}

std::string pathText(const FieldPath &path)
{
    std::string text;
    for (const std::string &step : path) {
        const std::string rest = step.substr(std::min<std::size_t>(step.size(), 2));
        if (step.starts_with("f:")) {
            text += "." + rest;
        } else if (step.starts_with("k:")) {
            const Result<Json> key = parseDocument(rest);
            std::string members;
            if (key && key->is_object()) {
                for (const auto &[name, value] : key->items())
                    members += (members.empty() ? "" : ",") + name + "=" + encode(value);
            }
            text += "[" + members + "]";
        } else {
            text += "[=" + rest + "]";
        }
    }
    return text;
}

} // namespace wk::apiserver
