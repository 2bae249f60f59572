// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wk::apiserver {

/// The part of a URL after "?", decoded. Of a name that stands twice the first counts. A value; any thread.
class Query
{
public:
    static Query parse(std::string_view text);

    bool has(const std::string &name) const { return m_values.contains(name); }

    /// Empty when it is not there.
    std::string value(const std::string &name) const;
    /// "1", "true" and a bare name are true, as Go's conversion of query parameters has it.
    bool isSet(const std::string &name) const;

private:
    std::map<std::string, std::string> m_values;
};

/// Decodes %XX (and with `plusIsSpace` a "+"); empty for a broken escape or a NUL.
std::optional<std::string> percentDecoded(std::string_view text, bool plusIsSpace = false);

/// A request as the handlers see it: read whole, let in, nothing of the connection left. A value.
struct Request {
    std::string method{};
    std::string path{};
    Query query{};
    std::string accept{};
    std::string acceptEncoding{};
    std::string contentType{};
    std::string userAgent{};
    std::string body{};
};

/// An answer that is complete.
struct Reply {
    int status = 200;
    std::string body{};
    std::string contentType = "application/json";
    std::vector<std::pair<std::string, std::string>> headers{};
};

} // namespace wk::apiserver
