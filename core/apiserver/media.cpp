// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/media.h"

#include <string>

namespace wk::apiserver {

namespace {

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

/// Takes what stands before the next `separator`.
std::string_view takePart(std::string_view &text, char separator)
{
    const std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(part.size() == text.size() ? text.size() : part.size() + 1);
    return trimmed(part);
}

/// One range of an Accept header: what matters of its parameters.
struct Range {
    std::string_view type;
    std::string_view as{};
    std::string_view group{};
    std::string_view version{};
    std::string_view quality{};
};

Range takeRange(std::string_view &header)
{
    std::string_view text = takePart(header, ',');
    Range range{.type = takePart(text, ';')};
    while (!text.empty()) {
        std::string_view value = takePart(text, ';');
        const std::string_view name = takePart(value, '=');
        if (name == "as")
            range.as = value;
        else if (name == "g")
            range.group = value;
        else if (name == "v")
            range.version = value;
        else if (name == "q")
            range.quality = value;
    }
    return range;
}

bool isJson(const Range &range)
{
    return range.type == "application/json" || range.type == "application/*" || range.type == "*/*";
}

bool isNever(std::string_view quality)
{
    return !quality.empty() && quality.find_first_not_of("0.") == quality.npos;
}

} // namespace

std::optional<Form> negotiateForm(std::string_view accept)
{
    if (trimmed(accept).empty())
        return Form::Object;
    while (!accept.empty()) {
        const Range range = takeRange(accept);
        if (!isJson(range) || isNever(range.quality))
            continue;
        if (range.as.empty())
            return Form::Object;
        if (range.group != "meta.k8s.io" || (range.version != "v1" && range.version != "v1beta1"))
            continue;
        if (range.as == "Table")
            return Form::Table;
        if (range.as == "PartialObjectMetadata" || range.as == "PartialObjectMetadataList")
            return Form::Partial;
    }
    return {};
}

bool wantsAggregatedDiscovery(std::string_view accept)
{
    while (!accept.empty()) {
        const Range range = takeRange(accept);
        if (!isJson(range))
            continue;
        if (range.as.empty())
            return false;
        if (range.group == "apidiscovery.k8s.io" && range.version == "v2" && range.as == "APIGroupDiscoveryList")
            return true;
    }
    return false;
}

bool acceptsCoding(std::string_view acceptEncoding, std::string_view coding)
{
    while (!acceptEncoding.empty()) {
        const Range range = takeRange(acceptEncoding);
        if (range.type == coding)
            return !isNever(range.quality);
    }
    return false;
}

bool isMediaType(std::string_view header, std::string_view type)
{
    return takeRange(header).type == type;
}

} // namespace wk::apiserver
