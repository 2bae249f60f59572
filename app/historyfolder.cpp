// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/historyfolder.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QStorageInfo>

#include <algorithm>
#include <array>

namespace wk {

namespace {

/// A server that is away would end the process that has a file of it mapped; a disk in memory saves none.
bool isDiskHere(const QString &folder)
{
    static const std::array<QByteArray, 7> Others{"nfs", "cifs", "smb", "9p", "fuse", "tmpfs", "ramfs"};
    const QByteArray type = QStorageInfo(folder).fileSystemType();
    return std::ranges::none_of(Others, [&type](const QByteArray &other) { return type.startsWith(other); });
}

} // namespace

std::string historyFolder()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QLatin1String("/history");
    constexpr auto OwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    if (!QDir().mkpath(folder) || !QFile::setPermissions(folder, OwnerOnly) || !isDiskHere(folder))
        return {};
    return QFile::encodeName(folder).toStdString();
}

} // namespace wk
