// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"

#include "core/apiserver/document.h"
#include "core/apiserver/protobufbody.h"
#include "core/base/boundedfile.h"
#include "core/base/displaysafe.h"
#include "core/cluster/jwtexpiry.h"
#include "core/cluster/yamltree.h"
#include "core/informer/mailbox.h"
#include "core/informer/watchmachine.h"
#include "core/json/document.h"
#include "core/json/jsonpath.h"
#include "core/json/pathtemplate.h"
#include "core/json/prettyprint.h"
#include "core/resource/linediff.h"
#include "core/source/kube/framesplitter.h"
#include "tests/support/protobytes.h"
#include "tests/support/testregistry.h"

#include <nlohmann/json.hpp>

#include <QTemporaryFile>
#include <QTest>

#include <algorithm>
#include <array>
#include <functional>

/// Each bound on what strangers can make us hold: what is as large is taken, as is what is smaller by one, and what is
/// larger by one is refused.
namespace tst_limits {

using namespace wk;

namespace {

/// Whether something of that size is taken.
using Takes = std::function<bool(std::size_t size)>;

std::string nested(std::size_t depth)
{
    return std::string(depth, '[') + std::string(depth, ']');
}

bool hasFault(const YamlNode &node)
{
    return !node.fault.empty() || std::ranges::any_of(node.items, hasFault);
}

bool takesYamlDepth(std::size_t depth)
{
    const auto tree = parseYaml(nested(depth), "config");
    return tree.ok() && !hasFault(*tree);
}

/// A list of so many values together with itself.
bool takesYamlNodes(std::size_t nodes)
{
    std::string text;
    for (std::size_t i = 1; i < nodes; ++i)
        text += "- x\n";
    return parseYaml(text, "config").ok();
}

bool takesFile(std::size_t bytes)
{
    QTemporaryFile file;
    if (!file.open() || !file.resize(qint64(bytes)))
        qFatal("no temporary file");
    return readBoundedFile(file.fileName().toStdString(), limits::CredentialFileBytes).ok();
}

bool takesJwt(std::size_t bytes)
{
    const std::string token =
        "e30." + QByteArray(R"({"exp":1})").toBase64(QByteArray::Base64UrlEncoding).toStdString() + '.';
    return jwtExpiry(token + std::string(bytes - token.size(), 'x')).has_value();
}

bool takesFrame(std::size_t bytes)
{
    FrameSplitter frames(limits::FrameBytes);
    frames.append(std::string(bytes, 'x') + '\n');
    return frames.next().has_value();
}

bool takesJsonBytes(std::size_t bytes)
{
    return json::Document().parse('"' + std::string(bytes - 2, 'x') + '"').ok();
}

/// Of two texts that differ in all lines.
bool takesDiffLines(std::size_t lines)
{
    std::string text;
    for (std::size_t i = 0; i < lines; ++i)
        text += "x\n";
    return diffLines(text, "y\n").ok() && diffLines("y\n", text).ok();
}

bool takesDiffBytes(std::size_t bytes)
{
    return diffLines(std::string(bytes, 'x'), "y").ok() && diffLines("y", std::string(bytes, 'x')).ok();
}

bool takesRanges(std::size_t depth)
{
    std::string text;
    for (std::size_t i = 0; i < depth; ++i)
        text = "{range .a}" + text + "{end}";
    return json::PathTemplate::parse(text).ok();
}

/// Of a Pod with so many values, most of them finalizers.
bool takesProtoValues(std::size_t values)
{
    constexpr std::size_t Always = 10; // its parts, and what a Pod has in JSON whether it is said or not
    test::ProtoBytes metadata;
    for (std::size_t i = Always; i < values; ++i)
        metadata.bytes(14, "f");
    return bool(apiserver::protobufBody(test::kubeEnvelope("v1", "Pod", test::ProtoBytes().message(1, metadata))));
}

/// A list in so many pages, each with another token.
bool takesPages(std::size_t pages)
{
    WatchMachine machine;
    machine.step(WatchMachine::Start{}, {});
    for (std::size_t page = 1; page <= pages; ++page)
        machine.step(WatchMachine::Page{ResourceVersion("7"), page < pages ? std::to_string(page) : std::string(), 1},
                     {});
    return !machine.error();
}

bool takesEntries(std::size_t entries)
{
    auto entry = std::make_shared<Entry>();
    entry->version = ResourceVersion("1");
    Mailbox box;
    static_cast<void>(box.post(std::vector<EntryPtr>(entries, entry)));
    return box.take().dropped == 0;
}

bool takesCell(std::size_t characters)
{
    const std::string text(characters, 'x');
    return displaySafe(text) == text;
}

// The same code with a bound that is no size of its own to make.
constexpr std::size_t Smaller = 1000;

/// So many values that are gone to: the document, its list, and what is in that.
bool takesPathValues(std::size_t values)
{
    std::string list = "[1";
    for (std::size_t i = 3; i < values; ++i)
        list += ",1";
    return json::PathTemplate::parse("{[*]}")->print(list + ']', {.mostValues = Smaller}).ok();
}

bool takesPrinted(std::size_t bytes)
{
    return json::PathTemplate::parse(std::string(bytes, 'x'))->print("{}", {.mostBytes = Smaller}).ok();
}

struct Row {
    const char *constant;
    const char *of;
    std::size_t limit;
    Takes takes;
};

const auto &rows()
{
    static const std::array rows{
        Row{"KubeconfigBytes", "YAML", limits::KubeconfigBytes,
            [](std::size_t size) { return parseYaml(std::string(size, '#'), "config").ok(); }},
        Row{"YamlDepth", "YAML", limits::YamlDepth, takesYamlDepth},
        Row{"YamlNodes", "YAML", limits::YamlNodes, takesYamlNodes},
        Row{"CredentialFileBytes", "files", limits::CredentialFileBytes, takesFile},
        Row{"JwtBytes", "tokens", limits::JwtBytes, takesJwt},
        Row{"FrameBytes", "frames", limits::FrameBytes, takesFrame},
        Row{"FrameBytes", "documents", limits::FrameBytes, takesJsonBytes},
        Row{"JsonDepth", "what a server says", limits::JsonDepth,
            [](std::size_t depth) { return json::Document().parse(nested(depth)).ok(); }},
        Row{"JsonDepth", "what a server is told", limits::JsonDepth,
            [](std::size_t depth) { return apiserver::parseDocument(nested(depth)).ok(); }},
        Row{"PathBytes", "paths", limits::PathBytes,
            [](std::size_t size) { return json::parsePath(std::string(size, 'a')).ok(); }},
        Row{"PathBytes", "templates", limits::PathBytes,
            [](std::size_t size) { return json::PathTemplate::parse(std::string(size, 'a')).ok(); }},
        Row{"PathDepth", "ranges", limits::PathDepth, takesRanges},
        Row{"PathValues", "a smaller bound", Smaller, takesPathValues},
        Row{"TemplateBytes", "a smaller bound", Smaller, takesPrinted},
        Row{"DiffLines", "texts", limits::DiffLines, takesDiffLines},
        Row{"DiffBytes", "texts", limits::DiffBytes, takesDiffBytes},
        Row{"ProtoValues", "bodies", limits::ProtoValues, takesProtoValues},
        Row{"ListPages", "lists", limits::ListPages, takesPages},
        Row{"MailboxEntries", "mailboxes", limits::MailboxEntries, takesEntries},
        Row{"CellChars", "cells", limits::CellChars, takesCell},
    };
    return rows;
}

} // namespace

class TestLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdAtTheLimitAndBreakPastIt_data();
    void holdAtTheLimitAndBreakPastIt();
};

void TestLimits::holdAtTheLimitAndBreakPastIt_data()
{
    QTest::addColumn<std::size_t>("row");
    QTest::addColumn<int>("beside");
    for (std::size_t i = 0; i < rows().size(); ++i) {
        for (const int beside : {-1, 0, 1})
            QTest::addRow("%s of %s %+d", rows()[i].constant, rows()[i].of, beside) << i << beside;
    }
}

void TestLimits::holdAtTheLimitAndBreakPastIt()
{
    QFETCH(std::size_t, row);
    QFETCH(int, beside);
    QCOMPARE(rows()[row].takes(rows()[row].limit + std::size_t(beside)), beside <= 0);
}

} // namespace tst_limits

WK_TEST(tst_limits, TestLimits, QCoreApplication)
#include "tst_limits.moc"
