// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record/recordedfile.h"
#include "app/watchcommand.h"

#include <QTimer>

#include <memory>
#include <set>

namespace wk {

/// `watchkeeper record`: writes what watches bring to a file: a recording, or watch JSON Lines. The file has its name
/// once end() has made it whole; a recording that ends before its first list leaves none, one that the disk has no room
/// for its beginning.
class RecordCommand : public WatchCommand
{
    Q_OBJECT

public:
    RecordCommand(Reach reach, RecordArguments arguments, Console console);
    /// The user has had enough: gives the file its name and says what is in it. Does nothing the second time.
    void end();

protected:
    void begin(const std::vector<Watched> &wanted) override;
    void entryArrived(const Watched &watched, const EntryPtr &entry) override;

private:
    void listed(const Watched &kind, const Entry &entry);
    void sayWritten();
    void giveUp(const Error &error);

    const ClusterAccess m_cluster;
    const RecordArguments m_arguments;
    std::unique_ptr<RecordedFile> m_file;
    std::set<WatchId> m_watches;
    std::set<WatchId> m_listed;  ///< for the first time
    std::uint64_t m_objects = 0; ///< that were there then
    std::uint64_t m_gaps = 0;    ///< places where changes may be missing
    bool m_done = false;
    QTimer m_look; ///< at the disk, when nothing comes
};

} // namespace wk
