// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/pathreader.h"

#include "core/json/pathdocument.h"

namespace wk::json {

namespace {

using Element = simdjson::dom::element;

/// Go's %v of a value with or without parts: map[a:1 b:[2 3]].
void appendGoValue(std::string &out, Element element)
{
    if (element.is_array()) {
        out += '[';
        const std::size_t begin = out.size();
        for (const Element part : simdjson::dom::array(element)) {
            out += out.size() == begin ? "" : " ";
            appendGoValue(out, part);
        }
        out += ']';
    } else if (element.is_object()) {
        out += "map[";
        const std::size_t begin = out.size();
        MemberStack members;
        const auto range = members.push(simdjson::dom::object(element), MemberOrder::Bytes);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            out += out.size() == begin ? "" : " ";
            out += members[i].key;
            out += ':';
            appendGoValue(out, members[i].value);
        }
        out += ']';
    } else {
        appendGoText(out, PathAccess<Element>::scalar(element));
    }
}

} // namespace

struct PathReader::Private {
    std::vector<PathSteps> paths;
    Document document;
    Element root;

    Result<DocumentPaths::Values> find(std::size_t path) const
    {
        return DocumentPaths(MissingKeys::Allowed).find(paths.at(path), {root});
    }
};

PathReader::PathReader(std::vector<PathSteps> paths)
    : d(std::make_unique<Private>())
{
    d->paths = std::move(paths);
}

PathReader::PathReader(PathReader &&) noexcept = default;
PathReader::~PathReader() = default;

Result<> PathReader::read(std::string_view json)
{
    const auto root = d->document.parse(json);
    if (!root)
        return root.error();
    d->root = *root;
    return success();
}

Result<std::string> PathReader::cell(std::size_t path) const
{
    const auto found = d->find(path);
    if (!found)
        return found.error();
    std::string text;
    for (const auto &value : *found) {
        text += &value == &found->front() ? "" : ",";
        if (const Element *element = std::get_if<Element>(&value))
            appendGoValue(text, *element);
        else
            appendGoText(text, std::get<PathScalar>(value));
    }
    return found->empty() ? std::string("<none>") : text;
}

Result<std::optional<PathScalar>> PathReader::first(std::size_t path) const
{
    const auto found = d->find(path);
    if (!found)
        return found.error();
    if (found->empty())
        return std::optional<PathScalar>();
    const PathSort sort = DocumentPaths::sortOf(found->front());
    if (sort == PathSort::Array || sort == PathSort::Object)
        return pathError("unsortable type");
    return std::optional(DocumentPaths::scalarOf(found->front()));
}

} // namespace wk::json
