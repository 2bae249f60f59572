// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubeconfigwatch.h"

#include "core/base/limits.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

#include <sys/stat.h>

namespace wk {

namespace {

QString nameOf(const std::string &path)
{
    return QFile::decodeName(path.c_str());
}

std::vector<long long> fileStamp(const std::string &path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        return {};
    return {static_cast<long long>(status.st_dev),
            static_cast<long long>(status.st_ino),
            status.st_size,
            status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec,
            status.st_ctim.tv_sec,
            status.st_ctim.tv_nsec};
}

} // namespace

KubeconfigWatch::KubeconfigWatch(KubeconfigSources sources, Clock &clock, Told told)
    : m_sources(std::move(sources))
    , m_clock(clock)
    , m_told(std::move(told))
    , m_seen(stampsNow())
{
    const auto moved = [this] {
        if (!m_isSoon)
            lookIn(Rest);
    };
    connect(&m_system, &QFileSystemWatcher::fileChanged, this, moved);
    connect(&m_system, &QFileSystemWatcher::directoryChanged, this, moved);
    listen(m_seen);
    lookIn(Rest);
}

void KubeconfigWatch::lookIn(std::chrono::milliseconds pause)
{
    m_isSoon = pause == Rest;
    m_next = m_clock.after(pause, [this] { look(); });
}

/// What moves is read once it has been the same for a rest.
void KubeconfigWatch::look()
{
    Stamps now = stampsNow();
    const bool rests = now == m_seen;
    m_seen = std::move(now);
    listen(m_seen);
    if (rests && m_seen != m_taken)
        read();
    lookIn(rests ? std::chrono::milliseconds(Period) : Rest);
}

void KubeconfigWatch::read()
{
    auto set = KubeconfigSet::load(m_sources);
    if (m_seen != stampsNow()) // it has moved under us
        return;
    m_taken = m_seen; // what is broken is read again when it has moved
    if (set)
        m_told(std::make_shared<const KubeconfigSet>(std::move(set).value()));
}

KubeconfigWatch::Stamps KubeconfigWatch::stampsNow() const
{
    Stamps stamps;
    for (const std::string &name : m_sources.names) {
        if (name.empty() || m_sources.held.contains(name))
            continue;
        const std::string path = QFile::encodeName(QDir::current().absoluteFilePath(nameOf(name))).toStdString();
        stamps[path] = fileStamp(path);
        if (!QFileInfo(nameOf(path)).isDir())
            continue;
        const QDir folder(nameOf(path));
        const QStringList files = folder.entryList(QDir::Files, QDir::Name).mid(0, limits::KubeconfigFolderFiles);
        for (const QString &file : files) {
            const std::string each = QFile::encodeName(folder.filePath(file)).toStdString();
            stamps[each] = fileStamp(each);
        }
    }
    return stamps;
}

/// A file that is replaced is another one to the system: its folder tells of that.
void KubeconfigWatch::listen(const Stamps &stamps)
{
    const QStringList known = m_system.files() + m_system.directories();
    QStringList more;
    for (const auto &[path, stamp] : stamps) {
        const QFileInfo info(nameOf(path));
        for (const QString &each : {info.filePath(), info.path()}) {
            if (QFileInfo::exists(each) && !known.contains(each) && !more.contains(each))
                more.append(each);
        }
    }
    if (!more.isEmpty())
        m_system.addPaths(more);
}

} // namespace wk
