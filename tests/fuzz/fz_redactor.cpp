// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/scalartext.h"
#include "core/recording/redactor.h"
#include "tests/fuzz/fuzz.h"

#include <nlohmann/json.hpp>

#include <string>

namespace {

using namespace wk;

constexpr std::string_view Planted = "planted-9f3c";

/// As it is recorded.
std::string recorded(Redactor &redactor, const std::string &json)
{
    return redactor.ofObject(json).value_or(json);
}

} // namespace

/// Whatever stands beside it, a planted secret is not in what is recorded; and what was JSON is JSON.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    if (bytes.find("planted") != bytes.npos)
        return 0;
    Redactor redactor;
    static_cast<void>(redactor.ofText(bytes));
    static_cast<void>(redactor.ofObject(bytes));
    std::string text;
    json::appendEscaped(text, bytes);
    for (const std::string &beside : {std::string(bytes), '"' + text + '"'}) {
        const std::string json = "{\"a\":" + beside + ",\"env\":[{\"name\":\"A\",\"value\":\"" + std::string(Planted) +
                                 "\"}],\"password\":\"" + std::string(Planted) + "\"}";
        const bool isJson = nlohmann::json::accept(json);
        const std::string made = recorded(redactor, json);
        WK_MUST(!isJson || nlohmann::json::accept(made));
        WK_MUST(!isJson || made.find(Planted) == made.npos);
    }
    return 0;
}
