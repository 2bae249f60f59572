// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace wk::matrix {

/// What the C library is to say when this program asks it for the addresses of a name. Names that do not stand here are
/// looked up as ever. Any thread.
class NameTable
{
public:
    static NameTable &instance();

    /// Numeric addresses, in the order in which they are to be tried; none: the name is not found.
    void set(const std::string &name, std::vector<std::string> addresses);
    std::optional<std::vector<std::string>> addresses(const std::string &name);
    /// Makes Qt forget the addresses that it keeps for a minute: it keeps those of 128 names.
    void forgetWhatQtKeeps();

private:
    std::mutex m_mutex;
    std::map<std::string, std::vector<std::string>> m_addresses;
};

} // namespace wk::matrix
