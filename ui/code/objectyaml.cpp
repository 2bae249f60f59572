// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/objectyaml.h"

#include "core/json/scalartext.h"

#include <QClipboard>
#include <QGuiApplication>

namespace wk {

namespace {

std::string member(std::string_view key, std::string_view text)
{
    std::string out = "\"" + std::string(key) + "\":\"";
    json::appendEscaped(out, text);
    return out + "\",";
}

/// Whether the text has the key at its top: what is deeper or within a text is indented.
bool hasKey(std::string_view yaml, std::string_view key)
{
    return yaml.starts_with(key) || yaml.find('\n' + std::string(key)) != std::string_view::npos;
}

std::string withType(const std::string &json, const ResourceInfo &resource)
{
    const std::size_t brace = json.find('{');
    if (brace == std::string::npos)
        return json;
    return '{' + member("apiVersion", resource.gvr.groupVersion()) + member("kind", resource.kind) +
           json.substr(brace + 1);
}

/// Empty when it cannot be had.
std::string objectYaml(const Object &object, const ResourceInfo &resource, yaml::Writer::ManagedFields managedFields)
{
    const std::string json = object.body.object();
    if (json.empty())
        return {};
    Result<std::string> yaml = yaml::fromJson(json, managedFields);
    if (yaml && !hasKey(*yaml, "kind: ") && !hasKey(*yaml, "apiVersion: "))
        yaml = yaml::fromJson(withType(json, resource), managedFields);
    return yaml ? *std::move(yaml) : std::string();
}

} // namespace

std::string objectsYaml(const std::vector<ObjectPtr> &objects, const ResourceInfo &resource,
                        yaml::Writer::ManagedFields managedFields)
{
    std::string text;
    std::size_t leftOut = 0;
    for (const ObjectPtr &object : objects) {
        const std::string yaml = text.size() < YamlBytes ? objectYaml(*object, resource, managedFields) : std::string();
        if (yaml.empty()) {
            ++leftOut;
            continue;
        }
        text += text.empty() ? "" : "---\n";
        text += yaml;
    }
    if (leftOut > 0)
        text += "# left out: " + std::to_string(leftOut) + '\n';
    return text;
}

YamlCopy::YamlCopy()
    : m_task([](const QString &text) { QGuiApplication::clipboard()->setText(text); })
{}

void YamlCopy::copy(std::vector<ObjectPtr> objects, ResourceInfo resource)
{
    m_task.run([objects = std::move(objects), resource = std::move(resource)] {
        return QString::fromStdString(objectsYaml(objects, resource));
    });
}

} // namespace wk
