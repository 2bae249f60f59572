// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/processtree.h"

#include <QDir>
#include <QFile>

#include <csignal>
#include <vector>

namespace wk {

namespace {

constexpr std::size_t MostProcesses = 10'000; // a plugin that forks without end is not followed without end

/// Any of its threads may have started some.
void addChildren(pid_t process, std::vector<pid_t> &tree)
{
    const QDir threads(QStringLiteral("/proc/%1/task").arg(process));
    for (const QString &thread : threads.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(threads.filePath(thread + QStringLiteral("/children")));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        for (const QByteArray &child : file.readAll().split(' ')) {
            if (const pid_t id = child.toInt(); id > 1 && tree.size() < MostProcesses)
                tree.push_back(id);
        }
    }
}

} // namespace

void killTree(pid_t root)
{
    if (root <= 1)
        return;
    std::vector<pid_t> tree{root};
    for (std::size_t next = 0; next < tree.size(); ++next) {
        ::kill(tree[next], SIGSTOP); // so that no more come
        addChildren(tree[next], tree);
    }
    for (const pid_t process : tree)
        ::kill(process, SIGKILL);
}

} // namespace wk
