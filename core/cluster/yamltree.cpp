// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/yamltree.h"

#include "core/base/limits.h"
#include "core/cluster/yamlbytes.h"
#include "core/cluster/yamltype.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

namespace wk {

namespace {

/// Leaves the parser; caught in parseYaml(), never outside.
struct Refused {
    int line;
    std::string text;
};

constexpr std::string_view MergeKey = "<<";
constexpr const char *EndlessFault = "The alias stands inside what it names, so it would never end.";

std::string depthFault()
{
    return "Values are nested deeper than " + std::to_string(limits::YamlDepth) + " levels. A kubeconfig needs six.";
}

std::string copiesFault()
{
    return "With its aliases expanded the file holds more than " + std::to_string(limits::YamlNodes) + " values or " +
           std::to_string(limits::KubeconfigBytes / limits::MiB) + " MiB. Remove aliases, or split the file.";
}

YamlNode faulty(std::string fault, int line)
{
    YamlNode node;
    node.line = line;
    node.fault = std::move(fault);
    return node;
}

/// The first fault stays, and its line with it.
void blame(YamlNode &node, const std::string &fault, int line)
{
    if (!node.fault.empty())
        return;
    node.fault = fault;
    node.line = line;
}

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

/// Builds the tree from the parser's events. An alias is weighed before it is copied, and what is nested too deep is
/// not kept, so that what one value holds neither takes the memory nor keeps others from being read.
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
        countNode(line);
        const auto known = m_anchors.find(anchor);
        if (known == m_anchors.end())
            attach(faulty(EndlessFault, line), Leaf);
        else if (int(m_open.size()) + known->second.weight.depth > limits::YamlDepth)
            attach(faulty(depthFault(), line), Leaf);
        else if (!affordCopy(known->second.weight))
            attach(faulty(copiesFault(), line), Leaf);
        else
            attach(known->second.node, known->second.weight);
    }

    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  const std::string &value) override
    {
        YamlNode node;
        node.kind = YamlNode::Kind::Scalar;
        node.line = mark.line + 1;
        node.text = value;
        applyTag(node, tag);
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
    static constexpr Weight Leaf{1, 0, 1};

    struct Open {
        YamlNode node;
        YAML::anchor_t anchor = 0;
        Weight weight = Leaf;
        std::optional<YamlNode> key;
        std::vector<YamlNode> merged;
    };
    struct Anchored {
        YamlNode node;
        Weight weight;
    };

    void countNode(int line)
    {
        if (++m_nodes > std::size_t(limits::YamlNodes))
            throw Refused{line, "The file holds more than " + std::to_string(limits::YamlNodes) + " values."};
    }

    bool affordCopy(const Weight &weight)
    {
        if (m_copies.nodes + weight.nodes > std::size_t(limits::YamlNodes) ||
            m_copies.bytes + weight.bytes > limits::KubeconfigBytes)
            return false;
        m_copies.addChild(weight);
        return true;
    }

    void open(YamlNode::Kind kind, const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor)
    {
        const int line = mark.line + 1;
        countNode(line);
        if (m_tooDeep > 0 || int(m_open.size()) >= limits::YamlDepth) {
            attach(faulty(depthFault(), line), Leaf);
            ++m_tooDeep;
            return;
        }
        Open level;
        level.node.kind = kind;
        level.node.line = line;
        level.anchor = anchor;
        applyTag(level.node, tag);
        m_open.push_back(std::move(level));
    }

    void close()
    {
        if (m_tooDeep > 0) {
            --m_tooDeep;
            return;
        }
        Open level = std::move(m_open.back());
        m_open.pop_back();
        settle(level.node, std::move(level.merged));
        remember(level.anchor, level.node, level.weight);
        attach(std::move(level.node), level.weight);
    }

    void finishLeaf(YamlNode node, YAML::anchor_t anchor)
    {
        countNode(node.line);
        const Weight weight{1, node.text.size(), 1};
        remember(anchor, node, weight);
        attach(std::move(node), weight);
    }

    void remember(YAML::anchor_t anchor, const YamlNode &node, const Weight &weight)
    {
        if (!anchor)
            return;
        if (affordCopy(weight))
            m_anchors[anchor] = {node, weight};
        else
            m_anchors[anchor] = {faulty(copiesFault(), node.line), Leaf};
    }

    void attach(YamlNode node, const Weight &weight)
    {
        if (m_tooDeep > 0)
            return;
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
            return blame(parent.node, "A key of a map must be text, not a list or a map.", key.line);
        if (!key.fault.empty())
            blame(value, key.fault, key.line);
        if (!isMergeKey(key))
            parent.node.entries.push_back({key.text, std::move(value)});
        else
            collectMerge(parent, std::move(value));
    }

    static void collectMerge(Open &parent, YamlNode value)
    {
        if (!value.fault.empty())
            return blame(parent.node, value.fault, value.line);
        std::vector<YamlNode> sources = std::move(value.items);
        if (value.kind != YamlNode::Kind::Sequence)
            sources = {std::move(value)};
        for (YamlNode &source : sources) {
            if (!source.fault.empty())
                blame(parent.node, source.fault, source.line);
            else if (source.kind != YamlNode::Kind::Map)
                blame(parent.node, "The merge key \"<<\" takes a map or a list of maps.", source.line);
            else
                parent.merged.push_back(std::move(source));
        }
    }

    YamlNode m_root;
    std::vector<Open> m_open;
    int m_tooDeep = 0; ///< how many levels below the deepest that is kept
    std::map<YAML::anchor_t, Anchored> m_anchors;
    std::size_t m_nodes = 0; ///< written in the file
    Weight m_copies;         ///< made of them for aliases and anchors
};

Error refusal(const Refused &refused, const std::string &file)
{
    return {ErrorKind::ConfigBroken, refused.text, file + ":" + std::to_string(refused.line)};
}

} // namespace

const YamlNode *YamlNode::find(std::string_view key) const
{
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [&](const YamlEntry &candidate) { return candidate.key == key; });
    return entry == entries.end() ? nullptr : &entry->value;
}

Result<YamlNode> parseYaml(std::string_view bytes, const std::string &file)
{
    const YamlBytes read = yamlBytes(bytes);
    if (!read.fault.empty())
        return refusal({read.line, read.fault}, file);
    TreeBuilder builder;
    try {
        std::istringstream stream{read.text};
        YAML::Parser parser(stream);
        parser.HandleNextDocument(builder);
    } catch (const Refused &refused) {
        return refusal(refused, file);
    } catch (const YAML::Exception &exception) {
        const int line = std::max(exception.mark.line, 0) + 1;
        if (const int tabbed = lineIndentedWithTab(read.text, line))
            return refusal({tabbed, "This line is indented with a tab. YAML takes spaces alone for that: replace it."},
                           file);
        return refusal({line, "This is not YAML: " + exception.msg + "."}, file);
    } catch (const std::exception &exception) {
        return refusal({1, std::string("This cannot be read as YAML: ") + exception.what() + "."}, file);
    }
    return builder.take();
}

} // namespace wk
