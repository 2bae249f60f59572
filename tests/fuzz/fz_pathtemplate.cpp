// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/pathreader.h"
#include "core/json/pathtemplate.h"
#include "tests/fuzz/fuzz.h"

namespace {

constexpr char List[] = R"({"apiVersion":"v1","kind":"List","metadata":{"resourceVersion":""},"items":[
{"kind":"Thing","metadata":{"creationTimestamp":null,"name":"a","labels":{"kubernetes.io/os":"linux"}},
 "data":{"x":"1","y":"<b>"},"n":[1,2.5,1e6,[3,[4,[5]]],true,18446744073709551615]},
{"kind":"Thing","metadata":{"name":"b"},"data":{"x":"2"},"n":[4]}]})";

/// An error, or as much as was allowed.
void printsOrSaysWhyNot(std::string_view text)
{
    const auto parsed = wk::json::PathTemplate::parse(text);
    if (!parsed) {
        WK_MUST(!parsed.error().text.empty());
        return;
    }
    for (const auto form : {wk::json::TemplateOptions::Form::Text, wk::json::TemplateOptions::Form::Arrays}) {
        const wk::json::TemplateOptions options{.form = form, .mostValues = 20'000, .mostBytes = 1'000'000};
        const auto out = parsed->print(List, options);
        WK_MUST(out || !out.error().text.empty());
    }
}

} // namespace

/// Any text as a template, and as the path of a custom column.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    printsOrSaysWhyNot(text);
    auto path = wk::json::parsePath(text);
    if (!path)
        return 0;
    wk::json::PathReader reader({std::move(path).value()});
    WK_MUST(reader.read(List).ok());
    const auto cell = reader.cell(0);
    const auto first = reader.first(0);
    WK_MUST(cell || cell.error() == first.error());
    return 0;
}
