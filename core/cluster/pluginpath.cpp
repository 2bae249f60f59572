// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/pluginpath.h"

#include <algorithm>
#include <cstdlib>

#include <sys/stat.h>
#include <unistd.h>

namespace wk {

namespace {

bool isProgram(const std::string &path)
{
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::vector<std::string> directoriesIn(std::string_view variable)
{
    std::vector<std::string> directories;
    while (!variable.empty()) {
        const std::string_view directory = variable.substr(0, variable.find(':'));
        variable.remove_prefix(std::min(variable.size(), directory.size() + 1));
        if (directory.starts_with('/'))
            directories.emplace_back(directory);
    }
    return directories;
}

} // namespace

PluginPath::PluginPath()
{
    const char *variable = std::getenv("PATH");
    m_variable = variable ? variable : "/usr/local/bin:/usr/bin:/bin";
}

void PluginPath::add(std::string_view variable)
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::string> known = directoriesIn(m_variable);
    for (const std::string &directory : directoriesIn(variable)) {
        if (std::ranges::find(known, directory) != known.end())
            continue;
        m_variable += (m_variable.empty() ? "" : ":") + directory;
        known.push_back(directory);
    }
}

std::string PluginPath::variable() const
{
    const std::lock_guard lock(m_mutex);
    return m_variable;
}

std::vector<std::string> PluginPath::directories() const
{
    return directoriesIn(variable());
}

std::optional<std::string> PluginPath::find(const std::string &command) const
{
    if (command.starts_with('/'))
        return isProgram(command) ? std::optional(command) : std::nullopt;
    for (const std::string &directory : directories()) {
        if (std::string path = directory + "/" + command; isProgram(path))
            return path;
    }
    return {};
}

} // namespace wk
