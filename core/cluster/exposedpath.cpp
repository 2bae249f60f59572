// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/exposedpath.h"

#include <QFileInfo>

#include <cstring>
#include <vector>

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wk {

namespace {

constexpr std::size_t NameBytes = 16 * 1024; // of all of a group's members

/// Distributions give each user a group of their own, and folders that it may write to.
bool isOwnGroup(gid_t group)
{
    std::vector<char> buffer(NameBytes);
    passwd user = {};
    passwd *foundUser = nullptr;
    if (::getpwuid_r(::geteuid(), &user, buffer.data(), buffer.size(), &foundUser) != 0 || !foundUser ||
        user.pw_gid != group)
        return false;
    std::vector<char> groupBuffer(NameBytes);
    ::group entry = {};
    ::group *foundGroup = nullptr;
    if (::getgrgid_r(group, &entry, groupBuffer.data(), groupBuffer.size(), &foundGroup) != 0 || !foundGroup)
        return false;
    for (char **member = entry.gr_mem; *member; ++member) {
        if (std::strcmp(*member, user.pw_name) != 0)
            return false;
    }
    return std::strcmp(entry.gr_name, user.pw_name) == 0;
}

bool isOthers(const struct stat &status)
{
    return status.st_uid != 0 && status.st_uid != ::geteuid();
}

bool isExposed(const std::string &path)
{
    struct stat link = {};
    struct stat target = {};
    if (::lstat(path.c_str(), &link) != 0 || ::stat(path.c_str(), &target) != 0)
        return false; // there is nothing to run
    if (isOthers(link) || isOthers(target))
        return true;
    const bool isSticky = S_ISDIR(target.st_mode) && (target.st_mode & S_ISVTX) != 0;
    const bool mayGroup = (target.st_mode & S_IWGRP) != 0 && !isOwnGroup(target.st_gid);
    return !isSticky && ((target.st_mode & S_IWOTH) != 0 || mayGroup);
}

std::string firstExposed(const std::string &path)
{
    if (isExposed("/"))
        return "/";
    for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
        if (std::string part = path.substr(0, end); isExposed(part))
            return part;
    }
    return isExposed(path) ? path : std::string();
}

} // namespace

std::string exposedPart(const std::string &program)
{
    const std::string exposed = firstExposed(program);
    return exposed.empty() ? firstExposed(QFileInfo(QString::fromStdString(program)).canonicalFilePath().toStdString())
                           : exposed;
}

} // namespace wk
