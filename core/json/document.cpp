// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/document.h"

#include "core/json/legalise.h"

#include <string>

namespace wk::json {

Result<simdjson::dom::element> Document::parse(std::string_view text, std::size_t mostBytes)
{
    if (text.size() > mostBytes)
        return Error{
            ErrorKind::TooLarge, "the object is larger than " + std::to_string(mostBytes / limits::MiB) + " MiB", {}};
    simdjson::dom::element root;
    simdjson::error_code code = m_parser.parse(text.data(), text.size()).get(root);
    if (code == simdjson::SUCCESS)
        return root;
    if (code == simdjson::DEPTH_ERROR)
        return Error{ErrorKind::TooLarge, simdjson::error_message(code), {}};
    if (const auto legal = legalised(text))
        code = m_parser.parse(*legal).get(root);
    if (code != simdjson::SUCCESS)
        return Error{ErrorKind::BrokenFrame, simdjson::error_message(code), {}};
    return root;
}

std::string_view memberText(const simdjson::dom::object &in, std::string_view key)
{
    std::string_view value;
    return in[key].get(value) == simdjson::SUCCESS ? value : std::string_view();
}

Place memberPlace(Place place, std::string_view key)
{
    if (place != Place::Root && place != Place::Item)
        return Place::Elsewhere;
    if (key == "metadata")
        return Place::Metadata;
    return place == Place::Root && key == "items" ? Place::Items : Place::Elsewhere;
}

Place elementPlace(Place place)
{
    return place == Place::Items ? Place::Item : Place::Elsewhere;
}

bool isManagedFields(Place place, std::string_view key)
{
    return place == Place::Metadata && key == "managedFields";
}

} // namespace wk::json
