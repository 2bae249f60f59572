// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kepthistory.h"

#include "app/recordings/shownrecording.h"
#include "core/history/journal/journalclaim.h"
#include "core/history/journal/journalstart.h"

#include <QRandomGenerator>

#include <utility>

namespace wk {

KeptHistory::KeptHistory(std::optional<JournalRoot> root)
    : m_root(std::move(root))
{}

KeptHistory KeptHistory::whileItRuns(std::string folder, std::optional<JournalRoot> root)
{
    KeptHistory kept(std::move(root));
    kept.m_folder = std::move(folder);
    return kept;
}

KeptHistory KeptHistory::refused(std::string folder, Error why)
{
    KeptHistory kept = whileItRuns(std::move(folder));
    kept.m_refusal = std::move(why);
    return kept;
}

KeptHistory KeptHistory::acrossRestarts(JournalRoot root, JournalBound bound, std::string name)
{
    KeptHistory kept;
    kept.m_isAcrossRestarts = true;
    kept.m_folder = root.path();
    kept.m_root = std::move(root);
    kept.m_bound = bound;
    kept.m_name = std::move(name);
    return kept;
}

KeptHistory KeptHistory::ofRecording(std::shared_ptr<ShownRecording> recording)
{
    KeptHistory kept;
    kept.m_recording = std::move(recording);
    return kept;
}

ClusterId KeptHistory::knownAs(const ClusterId &provisional) const
{
    return m_isAcrossRestarts ? m_root->knownAs(provisional).value_or(ClusterId()) : ClusterId();
}

void KeptHistory::remember(const ClusterId &provisional, const ClusterId &cluster) const
{
    if (m_isAcrossRestarts)
        (void)m_root->remember(provisional, cluster);
}

HistoryWriter::Find KeptHistory::find(const ClusterId &provisional, const ClusterId &cluster) const
{
    if (m_recording)
        return [recording = m_recording]() -> Result<HistoryFiles> {
            const auto file = ShownRecording::fileOf(recording);
            return file ? Result<HistoryFiles>(HistoryFiles{.opened = *file}) : Result<HistoryFiles>(file.error());
        };
    if (!m_isAcrossRestarts)
        return [folder = m_folder] { return HistoryFiles{.folder = folder}; };
    return [root = *m_root, bound = m_bound, name = m_name, provisional, cluster]() -> Result<HistoryFiles> {
        const auto now = [] { return SystemClock().wallNow(); };
        if (auto done = provisional.isEmpty() ? success() : root.remember(provisional, cluster); !done)
            return done.error();
        auto claim = claimSet(root, {cluster, name}, now(), QRandomGenerator::system()->generate());
        if (!claim)
            return claim.error();
        HistoryFiles files = filesOf(std::move(claim).value(), cluster);
        // What cannot be taken away now is tried again with the next file.
        files.begun = [root, bound, now] { (void)enforceBound(root, bound, now()); };
        files.begun();
        return files;
    };
}

} // namespace wk
