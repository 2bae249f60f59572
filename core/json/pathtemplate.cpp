// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/pathtemplate.h"

#include "core/base/limits.h"
#include "core/json/pathdocument.h"
#include "core/json/prettyprint.h"
#include "core/json/scalartext.h"

#include <algorithm>
#include <utility>

namespace wk::json {

namespace {

/// Puts actions under the ranges that they stand in.
class PartReader
{
public:
    explicit PartReader(std::vector<PathAction> actions)
        : m_actions(std::move(actions))
    {}

    Result<std::vector<PathPart>> read(int depth)
    {
        if (depth > limits::PathDepth)
            return pathError("the template is nested too deeply");
        std::vector<PathPart> parts;
        while (m_next < m_actions.size()) {
            PathAction &action = m_actions[m_next++];
            if (action.word == "end" && depth == 0)
                return pathError("not in range, nothing to end");
            if (action.word == "end") {
                m_hasEnded = true;
                return parts;
            }
            parts.push_back({std::move(action.steps)});
            if (action.word != "range")
                continue;
            auto body = read(depth + 1);
            if (!body)
                return body.error();
            parts.back().isRange = true;
            parts.back().isEnded = std::exchange(m_hasEnded, false);
            parts.back().body = std::move(body).value();
        }
        return parts;
    }

private:
    std::vector<PathAction> m_actions;
    std::size_t m_next = 0;
    bool m_hasEnded = false;
};

using Value = DocumentPaths::Value;
using Values = DocumentPaths::Values;

/// Writes what a template's parts find.
class PartPrinter
{
public:
    explicit PartPrinter(const TemplateOptions &options)
        : m_options(options)
        , m_finder(options.missing, options.mostValues)
    {}

    Result<> print(const std::vector<PathPart> &parts, const Values &from)
    {
        for (const PathPart &part : parts) {
            const auto found = m_finder.find(part.steps, from);
            if (!found)
                return found.error();
            if (auto done = part.isRange ? printRange(part, *found, from) : printFound(*found); !done)
                return done.error();
            if (m_out.size() > m_options.mostBytes)
                return Error{ErrorKind::TooLarge, "the template prints too much", {}, 0, {}};
        }
        return success();
    }

    std::string take() { return std::move(m_out); }

private:
    Result<> printRange(const PathPart &part, const Values &found, const Values &from)
    {
        for (const Value &value : found) {
            if (auto done = print(part.body, {value}); !done)
                return done;
        }
        // One without an end is gone through once more for what is around it: kubectl's own way.
        return part.isEnded ? success() : print(part.body, from);
    }

    Result<> printFound(const Values &found)
    {
        if (m_options.form == TemplateOptions::Form::Arrays)
            return printArray(found);
        for (std::size_t i = 0; i < found.size(); ++i) {
            const auto text = textOf(found[i]);
            if (!text)
                return text.error();
            m_out += (i == 0 ? "" : " ") + *text;
        }
        return success();
    }

    Result<> printArray(const Values &found)
    {
        std::string json = "[";
        for (const Value &value : found)
            json += (json.size() == 1 ? "" : ",") + jsonOf(value);
        const auto printed = prettyPrinted(json + ']', {.bounds = OwnList});
        if (!printed)
            return printed.error();
        m_out += *printed + '\n';
        return success();
    }

    static Result<std::string> textOf(const Value &value)
    {
        if (DocumentPaths::sortOf(value) != PathSort::Scalar)
            return prettyPrinted(jsonOf(value), {.layout = PrintOptions::Layout::Compact, .bounds = OwnList});
        std::string text;
        appendGoText(text, DocumentPaths::scalarOf(value));
        return text;
    }

    static std::string jsonOf(const Value &value)
    {
        if (const auto *element = std::get_if<simdjson::dom::element>(&value))
            return simdjson::minify(*element);
        const PathScalar scalar = std::get<PathScalar>(value);
        std::string text;
        if (const auto *string = std::get_if<std::string_view>(&scalar)) {
            appendEscaped(text, *string);
            return '"' + text + '"';
        }
        appendGoText(text, scalar);
        return text;
    }

    const TemplateOptions &m_options;
    DocumentPaths m_finder;
    std::string m_out;
};

} // namespace

Result<PathTemplate> PathTemplate::parse(std::string_view text)
{
    if (text.size() > limits::PathBytes)
        return pathError("the template is longer than 64 KiB");
    std::vector<PathAction> actions;
    while (!text.empty()) {
        const std::size_t brace = std::min(text.find('{'), text.size());
        if (brace > 0)
            actions.push_back({{PathStep{PathStep::Kind::Text, std::string(text.substr(0, brace))}}});
        text.remove_prefix(brace);
        if (text.empty())
            break;
        text.remove_prefix(1);
        auto action = takePathAction(text);
        if (!action)
            return action.error();
        actions.push_back(std::move(action).value());
    }
    auto parts = PartReader(std::move(actions)).read(0);
    if (!parts)
        return parts.error();
    PathTemplate parsed;
    parsed.m_parts = std::move(parts).value();
    return parsed;
}

Result<std::string> PathTemplate::print(std::string_view json, const TemplateOptions &options) const
{
    Document document;
    const auto root = document.parse(json, limits::ListBytes);
    if (!root)
        return root.error();
    PartPrinter printer(options);
    if (auto done = printer.print(m_parts, {*root}); !done)
        return done.error();
    return printer.take();
}

} // namespace wk::json
