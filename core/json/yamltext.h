// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/yamlscalar.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace wk::yaml {

/// The text of a YAML document while it is written: knows its column, so that long scalars fold where go-yaml folds
/// them. Any thread, one at a time.
class Text
{
public:
    const std::string &string() const { return m_out; }
    std::size_t size() const { return m_out.size(); }
    void clear();
    void reserve(std::size_t bytes) { m_out.reserve(bytes); }

    /// Structure and whatever else is ASCII without a newline.
    void put(std::string_view ascii) { m_out += ascii; }
    void newLine(int indent);
    /// A scalar in its style. Further lines of it are indented by `indent`; with `fold`, lines over 80 break at blanks.
    void putScalar(std::string_view text, int indent, bool fold);

private:
    std::size_t column() const;
    void putFolded(std::string_view text, int indent, bool quoted);
    void putEscaped(std::string_view text, int indent, bool fold);
    void putEscape(char32_t c);
    void putBlock(std::string_view text, int indent);

    std::string m_out;
    std::size_t m_lineStart = 0;
};

} // namespace wk::yaml
