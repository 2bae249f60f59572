// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/execfields.h"

#include "core/cluster/yamltype.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

namespace wk {

namespace {

constexpr std::string_view V1 = "client.authentication.k8s.io/v1";
constexpr std::string_view V1Beta1 = "client.authentication.k8s.io/v1beta1";
constexpr std::string_view PluginExtension = "client.authentication.k8s.io/exec";

void checkVersion(FieldReader &fields, const std::string &version)
{
    if (version.empty())
        fields.fail("apiVersion",
                    "The plugin's apiVersion is missing. Plugins of today use client.authentication.k8s.io/v1.");
    else if (version != V1 && version != V1Beta1)
        fields.fail(
            "apiVersion",
            "Plugins of version \"" + version +
                "\" are not supported, nor does kubectl know them any more: only client.authentication.k8s.io/v1 and "
                "v1beta1. Update the plugin and this entry.");
}

InteractiveMode readInteraction(FieldReader &fields, const std::string &version)
{
    const std::string mode = fields.text("interactiveMode");
    if (mode == "Never")
        return InteractiveMode::Never;
    if (mode == "Always")
        return InteractiveMode::Always;
    if (mode.empty() && version == V1)
        fields.fail("interactiveMode", "The field is missing, and version v1 requires it. Set IfAvailable or Never.");
    else if (!mode.empty() && mode != "IfAvailable")
        fields.fail("interactiveMode", "\"" + mode + "\" is not known here: Never, IfAvailable or Always.");
    return InteractiveMode::IfAvailable;
}

std::vector<std::pair<std::string, std::string>> readEnvironment(FieldReader &fields)
{
    std::vector<std::pair<std::string, std::string>> variables;
    for (const YamlNode *node : fields.list("env")) {
        FieldReader variable(node, fields.file(), fields.pathOf("env") + "[" + std::to_string(variables.size()) + "]");
        std::string name = variable.text("name");
        std::string value = variable.text("value");
        if (variable.error())
            fields.fail(*variable.error());
        else if (name.empty() || name.find('=') != std::string::npos)
            fields.fail({ErrorKind::ConfigBroken, "A variable of the plugin's environment has no usable name.",
                         variable.place("name")});
        variables.emplace_back(std::move(name), std::move(value));
    }
    return variables;
}

QJsonValue numberOf(std::string text)
{
    std::erase(text, '_');
    bool isWhole = false;
    const qlonglong whole = QByteArray::fromStdString(text).toLongLong(&isWhole, 0);
    return isWhole ? QJsonValue(whole) : QJsonValue(QByteArray::fromStdString(text).toDouble());
}

QJsonValue scalarOf(const YamlNode &node)
{
    switch (yamlType(node)) {
    case YamlType::Null: return QJsonValue::Null;
    case YamlType::Bool: return yamlBool(node);
    case YamlType::Number: return numberOf(node.text);
    case YamlType::Text: break;
    }
    return QString::fromStdString(node.text);
}

/// The first value in the tree that nobody may read; null when there is none.
const YamlNode *faultIn(const YamlNode &node)
{
    if (!node.fault.empty())
        return &node;
    for (const auto &[key, value] : node.entries) {
        if (const YamlNode *found = faultIn(value))
            return found;
    }
    for (const YamlNode &item : node.items) {
        if (const YamlNode *found = faultIn(item))
            return found;
    }
    return nullptr;
}

/// As deep as the YAML is: limits::YamlDepth.
QJsonValue jsonOf(const YamlNode &node)
{
    if (node.kind == YamlNode::Kind::Map) {
        QJsonObject object;
        for (const auto &[key, value] : node.entries)
            object.insert(QString::fromStdString(key), jsonOf(value));
        return object;
    }
    if (node.kind == YamlNode::Kind::Sequence) {
        QJsonArray array;
        for (const YamlNode &item : node.items)
            array.append(jsonOf(item));
        return array;
    }
    return scalarOf(node);
}

} // namespace

std::string readPluginConfig(FieldReader &cluster)
{
    int index = 0;
    for (const YamlNode *node : cluster.list("extensions")) {
        FieldReader extension(node, cluster.file(), cluster.pathOf("extensions") + "[" + std::to_string(index++) + "]");
        if (extension.text("name") != PluginExtension)
            continue;
        const YamlNode *content = extension.node("extension");
        if (!content)
            continue;
        if (const YamlNode *faulty = faultIn(*content)) {
            const std::string path = extension.pathOf("extension");
            cluster.fail({ErrorKind::ConfigBroken, faulty->fault, configPlace(cluster.file(), faulty->line, path)});
            return {};
        }
        // Bare scalars may not stand alone in QJsonDocument.
        const QByteArray wrapped = QJsonDocument(QJsonArray{jsonOf(*content)}).toJson(QJsonDocument::Compact);
        return wrapped.sliced(1, wrapped.size() - 2).toStdString();
    }
    return {};
}

std::optional<ExecPlugin> readExecPlugin(FieldReader &user, const std::string &directory)
{
    FieldReader fields(user.node("exec"), user.file(), user.pathOf("exec"));
    ExecPlugin plugin;
    plugin.apiVersion = fields.text("apiVersion");
    plugin.command = fields.text("command");
    plugin.args = fields.texts("args");
    plugin.env = readEnvironment(fields);
    plugin.installHint = fields.text("installHint");
    plugin.provideClusterInfo = fields.flag("provideClusterInfo");
    if (plugin.command.empty())
        fields.fail("command", "The plugin's command is missing: the program that signs in.");
    checkVersion(fields, plugin.apiVersion);
    plugin.interactive = readInteraction(fields, plugin.apiVersion);
    if (fields.error()) {
        user.fail(*fields.error());
        return {};
    }
    // A bare name is looked up in PATH; anything with a separator belongs to the kubeconfig's directory.
    plugin.program = plugin.command;
    if (plugin.command.find('/') != std::string::npos && !plugin.command.starts_with('/'))
        plugin.program = QDir::cleanPath(QString::fromStdString(directory + plugin.command)).toStdString();
    return plugin;
}

} // namespace wk
