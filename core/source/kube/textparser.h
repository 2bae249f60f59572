// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/kube/tape.h"

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// Parses one text after the other, without copying what lies where more may be read behind it. What is parsed is valid
/// until the next call. One thread. Only the decoder includes this header: simdjson's is large.
class TextParser
{
public:
    /// What the next texts are parts of, and what may be read behind it.
    void setReadable(std::string_view readable) { m_readable = readable; }

    std::optional<simdjson::dom::element> parseStrictly(std::string_view text);
    /// As far as the text can be made legal.
    std::optional<simdjson::dom::element> parse(std::string_view text);
    /// What was parsed last, with success.
    TapeValue tape() const { return TapeValue::root(m_parser); }

private:
    bool isPadded(std::string_view text) const;
    std::optional<simdjson::dom::element> parsePadded(const char *bytes, std::size_t size);

    simdjson::dom::parser m_parser;
    std::string m_padded;
    std::string_view m_readable;
};

} // namespace wk
