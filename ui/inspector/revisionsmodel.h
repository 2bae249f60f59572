// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/revisions.h"
#include "ui/models/eventwords.h"

#include <QAbstractListModel>

#include <vector>

namespace wk {

class Clock;

/// Which revisions are wanted, of those that are not folded away.
struct Narrowing {
    bool specOnly = false; ///< those that change what is wanted, and the object's beginning and end
    std::string writer{};  ///< those that this field manager wrote, as far as that is known; empty: anybody

    bool isNone() const { return !specOnly && writer.empty(); }
    bool operator==(const Narrowing &) const = default;
};

/// The ladder: the revisions of one object, newest first. Those that say nothing but "still here" (heartbeats, who owns
/// what) are folded away at first. Gui thread.
class RevisionsModel : public QAbstractListModel
{
    Q_OBJECT

public:
    /// The clock outlives it.
    explicit RevisionsModel(Clock &clock, QObject *parent = nullptr);

    /// Oldest first, as described() has them. A newer state of the same object keeps its rows.
    void setRevisions(std::vector<Revision> revisions);
    const std::vector<Revision> &revisions() const { return m_revisions; }
    /// Whether there are older ones than these.
    bool hasOlder() const { return !m_revisions.empty() && m_revisions.front().number > 1; }

    void setQuietShown(bool shown);
    bool isQuietShown() const { return m_isQuietShown; }
    void setNarrowing(const Narrowing &narrowing);
    const Narrowing &narrowing() const { return m_narrowing; }
    /// How many would be shown if it were not narrowed.
    int unnarrowedCount() const;
    /// Who wrote the revisions, and how many each; the busiest first.
    std::vector<std::pair<std::string, int>> writers() const;
    /// The two that are compared wear a mark.
    void setCompared(std::optional<RowId> from, std::optional<RowId> to);
    bool isCompared(const Revision &revision) const;
    /// How many are quiet.
    int quietCount() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

    const Revision &revision(int row) const { return m_revisions[m_shown[std::size_t(row)]]; }
    /// Where a revision is shown; -1 where it is not.
    int rowOf(RowId revision) const;
    /// From a revision to a later one, both included, oldest first; empty when one is not held.
    std::vector<Revision> steps(RowId from, RowId to) const;
    /// The revision before, shown or not; empty for the oldest.
    std::optional<RowId> predecessor(RowId revision) const;

    /// When it came, with the date of another day.
    QString time(const Revision &revision) const;

    static bool isQuiet(const Revision &revision);
    /// What its write did, in words, and whose entry moved.
    static EventWords words(const Revision &revision);
    static QString summary(const Revision &revision) { return words(revision).plain(); }
    static QString managers(const Revision &revision);
    /// By what a filter finds whom that names first; empty where it names nobody.
    static std::string writer(const Revision &revision);

private:
    bool isFoldedAway(const Revision &revision) const { return !m_isQuietShown && isQuiet(revision); }
    bool isWanted(const Revision &revision) const;
    std::vector<std::size_t> shownOf(const std::vector<Revision> &revisions) const;
    std::size_t indexOf(RowId revision) const;

    Clock &m_clock;
    std::vector<Revision> m_revisions;
    std::vector<std::size_t> m_shown; ///< indexes into m_revisions, newest first
    std::optional<RowId> m_from;
    std::optional<RowId> m_to;
    bool m_isQuietShown = false;
    Narrowing m_narrowing;
};

} // namespace wk
