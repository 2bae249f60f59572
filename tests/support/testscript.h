// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>

#include <string>

namespace wk {

/// Programs for one test, written as shell scripts into a directory that goes away with it.
class TestScripts
{
public:
    /// The absolute path of a script that can be run.
    std::string write(const QString &name, const QByteArray &body)
    {
        QFile file(m_directory.filePath(name));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
            file.write("#!/bin/sh\n");
            file.write(body);
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        return file.fileName().toStdString();
    }
    QString path(const QString &name) const { return m_directory.filePath(name); }
    QByteArray read(const QString &name) const
    {
        QFile file(m_directory.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private:
    QTemporaryDir m_directory;
};

} // namespace wk
