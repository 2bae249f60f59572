// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Where credential plugins are looked for by a bare name, and what is run is given as its PATH: the environment's
/// PATH, and behind it that of the login shell, once it is known. Any thread.
class PluginPath
{
public:
    /// Of the environment.
    PluginPath();
    explicit PluginPath(std::string variable)
        : m_variable(std::move(variable))
    {}

    /// Adds the directories that are not there yet.
    void add(std::string_view variable);
    /// As an environment has it.
    std::string variable() const;
    /// In their order; only absolute ones count: "." would run what lies in the current directory.
    std::vector<std::string> directories() const;
    /// The program of an absolute path, or of a bare name in the directories; none when it may not be run.
    std::optional<std::string> find(const std::string &command) const;

private:
    mutable std::mutex m_mutex;
    std::string m_variable;
};

} // namespace wk
