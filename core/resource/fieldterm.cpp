// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/fieldterm.h"

namespace wk {

std::string fieldTerm(std::string_view field, std::string_view value)
{
    std::string term(field);
    term += '=';
    for (const char c : value) {
        if (c == '\\' || c == ',' || c == '=')
            term += '\\';
        term += c;
    }
    return term;
}

} // namespace wk
