// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/columnwriter.h"

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t MinWidth = 6;
constexpr std::size_t Padding = 3;

std::size_t codePoints(const std::string &text)
{
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

std::string ColumnWriter::write(const std::vector<std::vector<std::string>> &rows)
{
    for (const auto &row : rows) {
        if (m_widths.size() < row.size())
            m_widths.resize(row.size(), MinWidth);
        for (std::size_t i = 0; i < row.size(); ++i)
            m_widths[i] = std::max(m_widths[i], codePoints(row[i]) + Padding);
    }
    std::string text;
    for (const auto &row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += row[i];
            if (i + 1 < row.size())
                text.append(m_widths[i] - codePoints(row[i]), ' ');
        }
        text += '\n';
    }
    return text;
}

} // namespace wk
