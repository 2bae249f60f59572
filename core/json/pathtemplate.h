// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "core/json/jsonpath.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wk::json {

/// A part of a template: what to print, or a range and what is done for each value that it finds.
struct PathPart {
    PathSteps steps;
    bool isRange = false;
    bool isEnded = false; ///< the range has its {end}
    std::vector<PathPart> body{};
};

struct TemplateOptions {
    enum class Form {
        Text,  ///< values side by side with blanks between; what has parts as JSON
        Arrays ///< what each action finds as a JSON array of its own
    };
    Form form = Form::Text;
    MissingKeys missing = MissingKeys::Allowed;
    std::size_t mostValues = limits::PathValues;   ///< that all its steps may lead to
    std::size_t mostBytes = limits::TemplateBytes; ///< that it may print
};

/// kubectl's template of JSONPath actions between text, `{range .items[*]}{.metadata.name}{"\n"}{end}`, and what it
/// makes of a document. Any thread, one at a time. Source: client-go util/jsonpath, cli-runtime printers/jsonpath.go,
/// kubernetes.io/docs/reference/kubectl/jsonpath.
class PathTemplate
{
public:
    /// Invalid, with kubectl's words, for what is no template, or one over limits::PathBytes or PathDepth.
    static Result<PathTemplate> parse(std::string_view text);

    /// What it makes of a JSON text, without a newline at the end. Invalid for what cannot be found in it or compared,
    /// TooLarge beyond the options, else what Document::parse() says; the text is ours and as long as it is.
    Result<std::string> print(std::string_view json, const TemplateOptions &options = {}) const;

private:
    std::vector<PathPart> m_parts;
};

} // namespace wk::json
