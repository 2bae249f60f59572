// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watchcommand.h"
#include "core/base/privatefile.h"
#include "core/recording/watchlines.h"

#include <optional>

namespace wk {

/// `watchkeeper record`: writes what a watch brings to a file as watch JSON Lines. The file has its name once end() has
/// made it whole; a recording that ends before its first list leaves none, one that the disk has no room for its
/// beginning.
class RecordCommand : public WatchCommand
{
    Q_OBJECT

public:
    RecordCommand(Reach reach, RecordArguments arguments, Console console);
    /// The user has had enough: gives the file its name and says what is in it. Does nothing the second time.
    void end();

protected:
    void begin(const std::vector<Watched> &wanted) override;
    void entryArrived(const Watched &watched, const Entry &entry) override;

private:
    void listed(const Watched &watched, const Entry &entry);
    void giveUp(const Error &error);
    std::string fileName() const;

    RecordArguments m_arguments;
    std::optional<PrivateFileWriter> m_file;
    WatchLines m_lines;
    std::uint64_t m_events = 0;
    std::uint64_t m_gaps = 0; ///< places where changes may be missing, which the lines have no word for
    bool m_listed = false;
    bool m_done = false;
};

} // namespace wk
