// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/journalbound.h"
#include "core/history/journal/journalroot.h"
#include "core/history/rows/historywriter.h"
#include "ui/models/uisettings.h"

#include <memory>
#include <optional>
#include <string>

namespace wk {

struct ShownRecording;

/// Where the history of a cluster is kept: across restarts in the folder of all of them, else only while the program
/// runs, or not on the disk at all. One that is read of a recording is kept there. A value; any thread.
class KeptHistory
{
public:
    KeptHistory() = default;
    /// In memory only; `root` is where it would lie, where it can.
    explicit KeptHistory(std::optional<JournalRoot> root);
    /// In files without a name in this folder, which are gone with the program; in memory where it is empty.
    static KeptHistory whileItRuns(std::string folder, std::optional<JournalRoot> root = {});
    /// The same, where it should be kept across restarts and cannot be.
    static KeptHistory refused(std::string folder, Error why);
    /// In the folder of all clusters, within one bound for all; `name` is the cluster's, for people.
    static KeptHistory acrossRestarts(JournalRoot root, JournalBound bound, std::string name);

    static KeptHistory ofRecording(std::shared_ptr<ShownRecording> recording);

    /// Null for a cluster's.
    const std::shared_ptr<ShownRecording> &recording() const { return m_recording; }
    bool isAcrossRestarts() const { return m_isAcrossRestarts; }
    /// For what of the bodies is too much for the memory; may be empty.
    const std::string &folder() const { return m_folder; }
    bool hasDisk() const { return !m_folder.empty(); }
    /// Where the histories of all clusters lie that outlive the program; empty where none can.
    const std::optional<JournalRoot> &root() const { return m_root; }

    /// Why it is not kept across restarts as it should be.
    const std::optional<Error> &refusal() const { return m_refusal; }
    HistoryKeeping keeping() const
    {
        return m_isAcrossRestarts ? HistoryKeeping::AcrossRestarts
               : hasDisk()        ? HistoryKeeping::WhileItRuns
                                  : HistoryKeeping::InMemoryOnly;
    }

    /// The cluster that was found there the last time; empty when none was.
    ClusterId knownAs(const ClusterId &provisional) const;
    /// There is another cluster now. What cannot be remembered is found out again the next time.
    void remember(const ClusterId &provisional, const ClusterId &cluster) const;
    /// Where the history of a cluster that is reached so is kept, and has been, for HistoryWriter::keepIn(); of several
    /// together, which are reached in no one way, `provisional` is empty.
    HistoryWriter::Find find(const ClusterId &provisional, const ClusterId &cluster) const;

private:
    bool m_isAcrossRestarts = false;
    std::string m_folder;
    std::optional<JournalRoot> m_root;
    JournalBound m_bound;
    std::string m_name;
    std::optional<Error> m_refusal;
    std::shared_ptr<ShownRecording> m_recording;
};

} // namespace wk
