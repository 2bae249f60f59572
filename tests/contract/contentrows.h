// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "tests/contract/matrixcases.h"

#include <nlohmann/json.hpp>

/// Rows of the group J of the fault matrix.
namespace wk::matrix::content {

inline std::string nested(int depth)
{
    return std::string(std::size_t(depth), '[') + std::string(std::size_t(depth), ']');
}

/// Raw JSON texts, or what stands in their place, somewhere in an object.
inline void addOddValues()
{
    QTest::addColumn<std::string>("value");
    QTest::addColumn<bool>("isReadable");
    const auto row = [](const char *name, const std::string &value, bool isReadable = true) {
        QTest::newRow(name) << value << isReadable;
    };
    row("J1 nested 1,000 deep", nested(1000));
    row("J1 nested 1,025 deep", nested(1025), false);
    row("J1 nested 100,000 deep", nested(100'000), false);
    row("J2 the largest int64", "9223372036854775807");
    row("J2 the largest uint64", "18446744073709551615");
    row("J2 2^53+1", "9007199254740993");
    row("J2 a number beyond a double", "1e400");
    row("J2 a number below a double", "1e-400");
    row("J2 a thousand digits", std::string(1000, '7'));
    row("J2 a million digits", std::string(1'000'000, '7'));
    row("J3 equal keys", R"({"a":1,"a":2})");
    row("J4 bytes that are no UTF-8", "\"\xff\xfe\"");
    row("J4 an overlong slash", "\"\xc0\xaf\"");
    row("J4 a raw surrogate", "\"\xed\xa0\x80\"");
    row("J5 a lone surrogate", R"("\ud800")");
    row("J5 an escaped NUL", R"("\u0000")");
    row("J6 a raw tab", "\"a\tb\"");
    row("J6 a raw escape character", "\"a\x1b[31m\"");
    row("J6 a raw bell", "\"a\x07\"");
    row("J9 a value of a megabyte", "\"" + std::string(1'000'000, 'v') + "\"");
    std::string labels;
    for (int i = 0; i < 10'000; ++i)
        labels += (i > 0 ? ",\"l" : "\"l") + std::to_string(i) + "\":\"v\"";
    row("J9 ten thousand members", "{" + labels + "}");
    row("J10 a right-to-left override", "\"\u202e\"");
    row("J10 a zero-width joiner", "\"a\u200db\"");
    std::string marks;
    for (int i = 0; i < 1000; ++i)
        marks += "\u0301";
    row("J10 a thousand combining marks", "\"a" + marks + "\"");
    row("J10 the private use area", "\"\ue000\"");
    row("J10 an emoji", "\"\U0001f600\"");
    row("J10 Arabic and Hebrew", "\"\u0645\u05d0\"");
    row("J11 markup", R"("<b>bold</b><img src=/dev/zero>&lt;")");
    std::string tables;
    for (int i = 0; i < 5000; ++i)
        tables += "<table>";
    row("J11 five thousand tables", "\"" + tables + "\"");
    row("J13 a count below zero", R"({"count":-1})");
    row("J13 a count of 2^63", R"({"count":9223372036854775808})");
    row("J13 a count with a fraction", R"({"count":1.5})");
    row("J15 managed fields of 500 KiB", R"({"fieldsV1":{"f:data":")" + std::string(500 * 1024, 'f') + "\"}}");
}

/// Texts that a label may hold, and how they are shown where that is another way.
inline void addOddTexts()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("shown"); // empty: as it is
    const auto row = [](const char *name, const std::string &text, const std::string &shown = {}) {
        QTest::newRow(name) << text << shown;
    };
    std::string cut(limits::CellChars - 1, 'v');
    row("J9 a text of a megabyte is shown cut", std::string(1'000'000, 'v'), cut + "…");
    row("J10 a right-to-left override is shown", "a\u202eb", "a‹U+202E›b");
    row("J10 what has no width is shown", "a\u200bb\u2060c", "a‹U+200B›b‹U+2060›c");
    std::string marks = "a";
    std::string few = "a";
    for (int i = 0; i < 1000; ++i)
        marks += "\u0301";
    for (int i = 0; i < 8; ++i)
        few += "\u0301";
    row("J10 of a thousand combining marks eight are shown", marks, few + "‹+992›");
    row("J10 the private use area is shown", "\ue000", "‹U+E000›");
    row("J10 an emoji stays", "\U0001f600");
    row("J10 Arabic and Hebrew stay", "\u0645\u05d0");
    row("J11 markup is text", "<b>bold</b><img src=/dev/zero>&lt;");
    row("J6 a line break is shown", "a\nb\tc", "a‹U+000A›b‹U+0009›c");
}

/// A pod whose every field that is read, and some that are not, can be odd.
inline constexpr char WholePod[] = R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"odd","namespace":"web",
"uid":"u-1","resourceVersion":"42","generation":3,"creationTimestamp":"2026-11-21T10:41:07Z",
"deletionTimestamp":"2026-11-21T10:42:07Z","deletionGracePeriodSeconds":30,"selfLink":"/x","finalizers":["f"],
"labels":{"app":"web"},"annotations":{"note":"n"},"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet",
"name":"rs","uid":"u-0","controller":true,"blockOwnerDeletion":true}],"managedFields":[{"manager":"kubelet",
"operation":"Update","subresource":"status","apiVersion":"v1","time":"2026-11-21T10:41:08Z","fieldsType":"FieldsV1",
"fieldsV1":{"f:status":{}}}]},"spec":{"nodeName":"node-03","containers":[{"name":"c","image":"i"}]},
"status":{"phase":"Running","reason":"r","conditions":[{"type":"Ready","status":"False","lastTransitionTime":"x"}]}})";

inline void addOddFields()
{
    QTest::addColumn<std::string>("object");
    const std::pair<const char *, nlohmann::ordered_json> values[] = {{"null", nullptr},
                                                                      {"a number", 7},
                                                                      {"a text", "text"},
                                                                      {"an array", nlohmann::ordered_json::array()},
                                                                      {"an object", nlohmann::ordered_json::object()},
                                                                      {"huge", std::string(100'000, 'x')}};
    const auto whole = nlohmann::ordered_json::parse(WholePod);
    std::vector<std::string> paths;
    const auto flat = whole.flatten();
    for (const auto &[path, value] : flat.items()) {
        for (std::string at = path; !at.empty(); at.resize(at.rfind('/'))) {
            if (std::find(paths.begin(), paths.end(), at) == paths.end())
                paths.push_back(at);
        }
    }
    for (const std::string &path : paths) {
        const nlohmann::ordered_json::json_pointer at(path);
        for (const auto &[name, value] : values) {
            auto object = whole;
            object[at] = value;
            QTest::addRow("J8 %s is %s", path.c_str(), name) << object.dump();
        }
        auto object = whole;
        auto &parent = object[at.parent_pointer()];
        parent.is_array() ? parent.erase(0) : static_cast<void>(parent.erase(at.back()));
        QTest::addRow("J8 %s is missing", path.c_str()) << object.dump();
    }
}

} // namespace wk::matrix::content
