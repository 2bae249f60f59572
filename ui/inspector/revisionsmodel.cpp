// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/revisionsmodel.h"

#include "core/base/clock.h"
#include "core/history/answers/writernames.h"
#include "core/resource/compare.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <algorithm>
#include <functional>
#include <map>

namespace wk {

namespace {

/// The revision as the row of the stream that it was.
Entry entryOf(const Revision &revision)
{
    Entry entry;
    entry.type = revision.of.type;
    entry.origin = revision.of.origin;
    entry.arrived = revision.of.arrived;
    entry.object = revision.of.object;
    entry.previous = revision.changes ? revision.of.object : ObjectPtr();
    entry.changes = revision.changes;
    entry.columns = revision.of.table;
    return entry;
}

/// As the stream says who created it; null where nobody saw that.
ChangesPtr creation(const Revision &revision)
{
    const bool isTold = revision.of.type == EntryType::Added && revision.of.origin == EntryClass::Live;
    return isTold ? describeChanges({}, revision.of.object) : ChangesPtr();
}

/// Those whose entries moved, else who is told with a question mark.
std::vector<std::string> writersOf(const Revision &revision)
{
    const ChangesPtr changes = revision.changes ? revision.changes : creation(revision);
    if (changes && !changes->managers.empty())
        return changes->managers;
    return revision.likelyWriters ? revision.likelyWriters->managers : std::vector<std::string>();
}

} // namespace

RevisionsModel::RevisionsModel(Clock &clock, QObject *parent)
    : QAbstractListModel(parent)
    , m_clock(clock)
{}

QString RevisionsModel::time(const Revision &revision) const
{
    return format::moment(revision.of.arrived, m_clock.wallNow());
}

bool RevisionsModel::isQuiet(const Revision &revision)
{
    return revision.changes && revision.of.type == EntryType::Modified &&
           revision.changes->worth <= ChangeWorth::Heartbeat;
}

EventWords RevisionsModel::words(const Revision &revision)
{
    if (revision.changes && revision.changes->total == 0 && revision.changes->worth == ChangeWorth::ManagedFields)
        return {{{tr("only field ownership")}}, true};
    if (!revision.changes && revision.of.type == EntryType::Modified)
        return {{{tr("the oldest kept")}}, true};
    const EventWords words = eventWords(entryOf(revision));
    return words.pieces.empty() ? listedWords(*revision.of.object, revision.of.table) : words;
}

QString RevisionsModel::managers(const Revision &revision)
{
    Entry entry = entryOf(revision);
    if (!entry.changes)
        entry.changes = creation(revision);
    const QString managers = eventManagers(entry);
    const bool isInDoubt = managers.isEmpty() && revision.likelyWriters;
    return isInDoubt ? doubtfulWriters(*revision.likelyWriters) : managers;
}

std::string RevisionsModel::writer(const Revision &revision)
{
    if (const std::vector<std::string> writers = writersOf(revision); !writers.empty())
        return writers.front();
    const auto names = revision.likelyWriters ? writerNames(*revision.likelyWriters) : std::vector<std::string_view>();
    return names.empty() ? std::string() : std::string(names.front());
}

std::vector<std::size_t> RevisionsModel::shownOf(const std::vector<Revision> &revisions) const
{
    std::vector<std::size_t> shown;
    for (std::size_t i = revisions.size(); i-- > 0;) {
        if (!isFoldedAway(revisions[i]) && isWanted(revisions[i]))
            shown.push_back(i);
    }
    return shown;
}

void RevisionsModel::setRevisions(std::vector<Revision> revisions)
{
    std::vector<std::size_t> shown = shownOf(revisions);
    // Another state of the same ladder has new rungs above, and more or fewer below.
    const auto top = m_shown.empty() ? shown.end()
                                     : std::ranges::find(shown, m_revisions[m_shown.front()].of.row,
                                                         [&](std::size_t i) { return revisions[i].of.row; });
    const auto isSame = [&](std::size_t now, std::size_t old) {
        return revisions[now].of.row == m_revisions[old].of.row;
    };
    const auto [now, old] = std::mismatch(top, shown.end(), m_shown.begin(), m_shown.end(), isSame);
    const auto common = std::size_t(now - top);
    if (common == 0 || (now != shown.end() && old != m_shown.end())) {
        beginResetModel();
        m_revisions = std::move(revisions);
        m_shown = std::move(shown);
        return endResetModel();
    }
    const auto above = std::size_t(top - shown.begin());
    if (m_shown.size() > common) {
        beginRemoveRows({}, int(common), int(m_shown.size()) - 1);
        m_shown.resize(common);
        endRemoveRows();
    }
    if (above > 0)
        beginInsertRows({}, 0, int(above) - 1);
    m_revisions = std::move(revisions);
    m_shown.assign(shown.begin(), now);
    if (above > 0)
        endInsertRows();
    if (now == shown.end())
        return;
    beginInsertRows({}, int(m_shown.size()), int(shown.size()) - 1);
    m_shown = std::move(shown);
    endInsertRows();
}

void RevisionsModel::setQuietShown(bool shown)
{
    if (shown == m_isQuietShown)
        return;
    beginResetModel();
    m_isQuietShown = shown;
    m_shown = shownOf(m_revisions);
    endResetModel();
}

void RevisionsModel::setNarrowing(const Narrowing &narrowing)
{
    if (narrowing == m_narrowing)
        return;
    beginResetModel();
    m_narrowing = narrowing;
    m_shown = shownOf(m_revisions);
    endResetModel();
}

bool RevisionsModel::isWanted(const Revision &revision) const
{
    const bool isOfSpec = revision.isOfSpec || revision.of.type != EntryType::Modified;
    if (m_narrowing.specOnly && !isOfSpec)
        return false;
    return m_narrowing.writer.empty() || std::ranges::count(writersOf(revision), m_narrowing.writer) > 0;
}

int RevisionsModel::unnarrowedCount() const
{
    return int(std::ranges::count_if(m_revisions, [this](const Revision &each) { return !isFoldedAway(each); }));
}

std::vector<std::pair<std::string, int>> RevisionsModel::writers() const
{
    std::map<std::string, int> counts;
    for (const Revision &revision : m_revisions) {
        if (isFoldedAway(revision))
            continue;
        for (const std::string &writer : writersOf(revision))
            ++counts[writer];
    }
    std::vector<std::pair<std::string, int>> writers(counts.begin(), counts.end());
    std::ranges::stable_sort(writers, std::greater(), &std::pair<std::string, int>::second);
    return writers;
}

void RevisionsModel::setCompared(std::optional<RowId> from, std::optional<RowId> to)
{
    if (from == m_from && to == m_to)
        return;
    m_from = from;
    m_to = to;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

bool RevisionsModel::isCompared(const Revision &revision) const
{
    return revision.of.row == m_from || revision.of.row == m_to;
}

int RevisionsModel::quietCount() const
{
    return int(std::ranges::count_if(m_revisions, isQuiet));
}

int RevisionsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

QVariant RevisionsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Revision &of = revision(index.row());
    const QString who = managers(of);
    const QString text =
        who.isEmpty()
            ? tr("Revision %1, %2: %3", "number, time, what changed").arg(of.number).arg(time(of), summary(of))
            : tr("Revision %1, %2, %3: %4", "number, time, managers, what changed")
                  .arg(of.number)
                  .arg(time(of), who, summary(of));
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return text;
    case Qt::ToolTipRole:
        return safeToolTip(
            text + u'\n' + tr("rv %1").arg(format::version(of.of.object->version.text())) + u'\n' +
            tr("Click to compare it with the one before, Ctrl+click to compare it with the selected one."));
    default: return {};
    }
}

std::size_t RevisionsModel::indexOf(RowId revision) const
{
    const auto found = std::ranges::find(m_revisions, revision, [](const Revision &each) { return each.of.row; });
    return std::size_t(found - m_revisions.begin());
}

int RevisionsModel::rowOf(RowId revision) const
{
    const auto found = std::ranges::find(m_shown, indexOf(revision));
    return found == m_shown.end() ? -1 : int(found - m_shown.begin());
}

std::vector<Revision> RevisionsModel::steps(RowId from, RowId to) const
{
    const std::size_t first = indexOf(from);
    const std::size_t last = indexOf(to);
    if (first > last || last >= m_revisions.size())
        return {};
    return {m_revisions.begin() + std::ptrdiff_t(first), m_revisions.begin() + std::ptrdiff_t(last) + 1};
}

std::optional<RowId> RevisionsModel::predecessor(RowId revision) const
{
    const std::size_t index = indexOf(revision);
    if (index == 0 || index >= m_revisions.size())
        return {};
    return m_revisions[index - 1].of.row;
}

} // namespace wk
