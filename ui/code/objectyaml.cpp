// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/objectyaml.h"

#include "core/resource/objectjson.h"

#include <QClipboard>
#include <QGuiApplication>

namespace wk {

namespace {

/// Empty when it cannot be had.
std::string objectYaml(const Object &object, const ResourceInfo &resource, yaml::Writer::ManagedFields managedFields)
{
    Result<std::string> yaml = yaml::fromJson(objectJson(object, resource), managedFields);
    return yaml ? *std::move(yaml) : std::string();
}

} // namespace

std::string objectsYaml(const std::vector<ObjectPtr> &objects, const ResourceInfo &resource,
                        yaml::Writer::ManagedFields managedFields)
{
    std::string text;
    std::size_t leftOut = 0;
    std::size_t bare = 0;
    for (const ObjectPtr &object : objects) {
        const std::string yaml = text.size() < YamlBytes ? objectYaml(*object, resource, managedFields) : std::string();
        if (yaml.empty()) {
            ++leftOut;
            continue;
        }
        text += text.empty() ? "" : "---\n";
        text += yaml;
        bare += object->body.isNull() ? 1 : 0;
    }
    if (bare > 0)
        text += "# without their content, which is never fetched: " + std::to_string(bare) + '\n';
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
