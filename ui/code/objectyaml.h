// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/yamlwriter.h"
#include "core/resource/object.h"
#include "core/resource/resourceinfo.h"
#include "ui/answers/latesttask.h"

#include <QString>

#include <string>
#include <vector>

namespace wk {

/// Objects as `kubectl get -o yaml` writes each, "---" between them, with the type that a list leaves out. Of an object
/// whose body was never fetched (a Secret's) there is only what identifies it; what cannot be read is left out, and so
/// is what comes after the first YamlBytes. Comments at the end say how many those are. Any thread; takes a millisecond
/// for a usual object.
std::string objectsYaml(const std::vector<ObjectPtr> &objects, const ResourceInfo &resource,
                        yaml::Writer::ManagedFields managedFields = yaml::Writer::ManagedFields::LeftOut);
inline constexpr std::size_t YamlBytes = 16 * 1024 * 1024;

/// Puts objects into the clipboard, written in Qt's pool. Gui thread.
class YamlCopy
{
public:
    YamlCopy();
    void copy(std::vector<ObjectPtr> objects, ResourceInfo resource);

private:
    LatestTask<QString> m_task;
};

} // namespace wk
