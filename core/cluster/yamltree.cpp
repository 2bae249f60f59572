// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/yamltree.h"

#include "core/base/limits.h"

#include <simdjson.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <regex>
#include <sstream>

namespace wk {

namespace {

/// Leaves the parser; caught in parseYaml(), never outside.
struct Refused {
    int line;
    std::string text;
};

constexpr std::string_view MergeKey = "<<";

bool isMergeKey(const YamlNode &key)
{
    return key.kind == YamlNode::Kind::Scalar && !key.quoted && key.text == MergeKey;
}

/// What a part of the tree costs once it stands there.
struct Weight {
    std::size_t nodes = 0;
    std::size_t bytes = 0;
    int depth = 0;

    void addChild(const Weight &child)
    {
        nodes += child.nodes;
        bytes += child.bytes;
        depth = std::max(depth, child.depth + 1);
    }
};

/// A map's entries with each key once: the last value of a key given twice, as kubectl reads it, and what `merged`
/// adds.
void settle(YamlNode &map, std::vector<YamlNode> merged)
{
    std::map<std::string, std::size_t> places;
    std::vector<YamlEntry> settled;
    for (YamlEntry &entry : map.entries) {
        const auto [place, isNew] = places.emplace(entry.key, settled.size());
        if (isNew)
            settled.push_back(std::move(entry));
        else
            settled[place->second].value = std::move(entry.value);
    }
    for (YamlNode &source : merged) {
        for (YamlEntry &entry : source.entries) {
            if (places.emplace(entry.key, settled.size()).second)
                settled.push_back(std::move(entry));
        }
    }
    map.entries = std::move(settled);
}

/// Builds the tree from the parser's events and stops as soon as a bound is passed: an alias is weighed before it is
/// copied.
class TreeBuilder : public YAML::EventHandler
{
public:
    YamlNode take() { return std::move(m_root); }

    void OnDocumentStart(const YAML::Mark &) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override
    {
        YamlNode node;
        node.line = mark.line + 1;
        finishLeaf(std::move(node), anchor);
    }

    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override
    {
        const int line = mark.line + 1;
        const auto known = m_anchors.find(anchor);
        if (known == m_anchors.end())
            throw Refused{line, "The alias stands inside what it names, so it would never end."};
        if (int(m_open.size()) + known->second.weight.depth > limits::YamlDepth)
            refuseDepth(line);
        spend(known->second.weight, line);
        attach(known->second.node, known->second.weight);
    }

    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  const std::string &value) override
    {
        YamlNode node;
        node.kind = YamlNode::Kind::Scalar;
        node.line = mark.line + 1;
        node.quoted = tag == "!"; // yaml-cpp's mark of a scalar that is not plain
        if (!node.quoted)
            refuseTag(tag, node.line);
        node.text = value;
        finishLeaf(std::move(node), anchor);
    }

    void OnSequenceStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        open(YamlNode::Kind::Sequence, mark, tag, anchor);
    }
    void OnSequenceEnd() override { close(); }

    void OnMapStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        open(YamlNode::Kind::Map, mark, tag, anchor);
    }
    void OnMapEnd() override { close(); }

private:
    struct Open {
        YamlNode node;
        YAML::anchor_t anchor = 0;
        Weight weight{1, 0, 1};
        std::optional<YamlNode> key;
        std::vector<YamlNode> merged;
    };
    struct Anchored {
        YamlNode node;
        Weight weight;
    };

    static void refuseTag(const std::string &tag, int line)
    {
        if (!tag.empty() && tag != "?")
            throw Refused{line, "The tag \"" + tag + "\" is not supported. Remove it; a kubeconfig needs none."};
    }

    [[noreturn]] static void refuseDepth(int line)
    {
        throw Refused{line, "Values are nested deeper than " + std::to_string(limits::YamlDepth) +
                                " levels. A kubeconfig needs six."};
    }

    void spend(const Weight &weight, int line)
    {
        m_nodes += weight.nodes;
        m_bytes += weight.bytes;
        if (m_nodes > std::size_t(limits::YamlNodes) || m_bytes > limits::KubeconfigBytes)
            throw Refused{line, "With its aliases expanded the file holds more than " +
                                    std::to_string(limits::YamlNodes) + " values or " +
                                    std::to_string(limits::KubeconfigBytes / limits::MiB) +
                                    " MiB. Remove aliases, or split the file."};
    }

    void open(YamlNode::Kind kind, const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor)
    {
        const int line = mark.line + 1;
        refuseTag(tag, line);
        if (int(m_open.size()) >= limits::YamlDepth)
            refuseDepth(line);
        Open level;
        level.node.kind = kind;
        level.node.line = line;
        level.anchor = anchor;
        spend({1, 0, 1}, line);
        m_open.push_back(std::move(level));
    }

    void close()
    {
        Open level = std::move(m_open.back());
        m_open.pop_back();
        settle(level.node, std::move(level.merged));
        remember(level.anchor, level.node, level.weight);
        attach(std::move(level.node), level.weight);
    }

    void finishLeaf(YamlNode node, YAML::anchor_t anchor)
    {
        const Weight weight{1, node.text.size(), 1};
        spend(weight, node.line);
        remember(anchor, node, weight);
        attach(std::move(node), weight);
    }

    void remember(YAML::anchor_t anchor, const YamlNode &node, const Weight &weight)
    {
        if (!anchor)
            return;
        spend(weight, node.line);
        m_anchors[anchor] = {node, weight};
    }

    void attach(YamlNode node, const Weight &weight)
    {
        if (m_open.empty()) {
            m_root = std::move(node);
            return;
        }
        Open &parent = m_open.back();
        parent.weight.addChild(weight);
        if (parent.node.kind == YamlNode::Kind::Sequence)
            parent.node.items.push_back(std::move(node));
        else if (!parent.key)
            parent.key = std::move(node);
        else
            enter(parent, std::move(node));
    }

    static void enter(Open &parent, YamlNode value)
    {
        const YamlNode key = std::move(*parent.key);
        parent.key.reset();
        if (key.kind == YamlNode::Kind::Sequence || key.kind == YamlNode::Kind::Map)
            throw Refused{key.line, "A key of a map must be text, not a list or a map."};
        if (!isMergeKey(key))
            parent.node.entries.push_back({key.text, std::move(value)});
        else
            collectMerge(parent, std::move(value));
    }

    static void collectMerge(Open &parent, YamlNode value)
    {
        std::vector<YamlNode> sources = std::move(value.items);
        if (value.kind != YamlNode::Kind::Sequence)
            sources = {std::move(value)};
        for (YamlNode &source : sources) {
            if (source.kind != YamlNode::Kind::Map)
                throw Refused{source.line, "The merge key \"<<\" takes a map or a list of maps."};
            parent.merged.push_back(std::move(source));
        }
    }

    YamlNode m_root;
    std::vector<Open> m_open;
    std::map<YAML::anchor_t, Anchored> m_anchors;
    std::size_t m_nodes = 0;
    std::size_t m_bytes = 0;
};

int lineAt(std::string_view bytes, std::size_t offset)
{
    return 1 + int(std::count(bytes.begin(), bytes.begin() + std::ptrdiff_t(offset), '\n'));
}

/// Why these bytes are no text that YAML may hold.
std::optional<Refused> textFault(std::string_view bytes)
{
    if (bytes.size() > limits::KubeconfigBytes)
        return Refused{1, "The file is larger than " + std::to_string(limits::KubeconfigBytes / limits::MiB) + " MiB."};
    if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff"))
        return Refused{1, "The file is UTF-16, as some Windows programs write it. Save it as UTF-8."};
    // UTF-16 without its mark: every other byte of ASCII text is 0.
    if (bytes.size() >= 4 && ((!bytes[0] && bytes[1] && !bytes[2]) || (bytes[0] && !bytes[1] && bytes[2] && !bytes[3])))
        return Refused{1, "The file is UTF-16, as some Windows programs write it. Save it as UTF-8."};
    const auto control = std::find_if(bytes.begin(), bytes.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f;
    });
    if (control != bytes.end())
        return Refused{lineAt(bytes, std::size_t(control - bytes.begin())),
                       "The file holds control characters, so it is no text. Is this the right file?"};
    if (!simdjson::validate_utf8(bytes.data(), bytes.size()))
        return Refused{1, "The file is not UTF-8 text. Save it as UTF-8."};
    return {};
}

Error refusal(const Refused &refused, const std::string &file)
{
    return {ErrorKind::ConfigBroken, refused.text, file + ":" + std::to_string(refused.line)};
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

bool isTrueWord(std::string_view text)
{
    return isOneOf(text, {"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"});
}

bool isFalseWord(std::string_view text)
{
    return isOneOf(text, {"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"});
}

bool isNumber(std::string text)
{
    if (isOneOf(text,
                {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF", ".nan", ".NaN", ".NAN"}))
        return true;
    if (text.empty() || text.size() > 400 ||
        !isOneOf(std::string_view(text).substr(0, 1),
                 {"+", "-", ".", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}))
        return false;
    std::erase(text, '_');
    static const std::regex number(
        R"([-+]?(0[xX][0-9a-fA-F]{1,16}|0[oO][0-7]{1,21}|0[bB][01]{1,64}|(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?))");
    return std::regex_match(text, number);
}

} // namespace

const YamlNode *YamlNode::find(std::string_view key) const
{
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [&](const YamlEntry &candidate) { return candidate.key == key; });
    return entry == entries.end() ? nullptr : &entry->value;
}

YamlType yamlType(const YamlNode &scalar)
{
    if (scalar.kind == YamlNode::Kind::Null)
        return YamlType::Null;
    if (scalar.quoted)
        return YamlType::Text;
    if (isOneOf(scalar.text, {"", "~", "null", "Null", "NULL"}))
        return YamlType::Null;
    if (isTrueWord(scalar.text) || isFalseWord(scalar.text))
        return YamlType::Bool;
    return isNumber(scalar.text) ? YamlType::Number : YamlType::Text;
}

bool yamlBool(const YamlNode &scalar)
{
    return isTrueWord(scalar.text);
}

Result<YamlNode> parseYaml(std::string_view bytes, const std::string &file)
{
    if (const auto fault = textFault(bytes))
        return refusal(*fault, file);
    TreeBuilder builder;
    try {
        std::istringstream stream{std::string(bytes)};
        YAML::Parser parser(stream);
        parser.HandleNextDocument(builder);
    } catch (const Refused &refused) {
        return refusal(refused, file);
    } catch (const YAML::Exception &exception) {
        return refusal({std::max(exception.mark.line, 0) + 1, "This is not YAML: " + exception.msg + "."}, file);
    } catch (const std::exception &exception) {
        return refusal({1, std::string("This cannot be read as YAML: ") + exception.what() + "."}, file);
    }
    return builder.take();
}

} // namespace wk
