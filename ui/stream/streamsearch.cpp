// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamsearch.h"

#include "ui/models/seenwords.h"
#include "ui/stream/streamtable.h"

#include <QDeadlineTimer>
#include <QItemSelectionModel>

#include <algorithm>

namespace wk {

namespace {

/// How long one slice may take, where the turn has as much left.
constexpr std::chrono::milliseconds LookSlice{4};
/// Between two looks at the clock: half a millisecond, when they are read whole.
constexpr std::size_t RowsALook = 64;

enum Answer : char { NotAsked, Said, NotSaid };

bool isSaid(const FoldedSearch &needle, std::vector<char> &answers, StringPool::Id id, const StringPool &pool)
{
    if (id >= answers.size())
        answers.resize(pool.size(), NotAsked);
    if (answers[id] == NotAsked)
        answers[id] = needle.isIn(pool.text(id)) ? Said : NotSaid;
    return answers[id] == Said;
}

} // namespace

StreamSearch::StreamSearch(StreamTable &table, const StreamModel &model)
    : m_table(table)
    , m_model(model)
{
    connect(&m_work, &QTimer::timeout, this, &StreamSearch::work);
    connect(&model, &QAbstractItemModel::modelReset, this, &StreamSearch::lookAnew);
}

void StreamSearch::setNeedle(const QString &needle)
{
    m_needle = needle.isEmpty() ? std::nullopt : std::optional(FoldedSearch(needle.toStdString()));
    for (std::vector<char> *answers : {&m_kinds, &m_spaces, &m_names})
        answers->clear();
    lookAnew();
}

void StreamSearch::lookAnew()
{
    m_found.clear();
    m_next = 0;
    take(Step::None);
}

/// Looks at what there is by now, and takes that step as soon as it is known where it leads.
void StreamSearch::take(Step step)
{
    m_step = m_needle ? step : Step::None;
    m_from = chosen();
    m_isFromUnlooked = m_from && *m_from >= m_next;
    m_end = m_needle ? shownEnd() : 0;
    lookOn();
}

RowId StreamSearch::shownEnd() const
{
    const FilteredRows &rows = m_model.rows();
    return rows.size() == 0 ? 0 : rows.at(rows.size() - 1) + 1;
}

void StreamSearch::work()
{
    if (m_turn.waits())
        return;
    lookOn();
    Q_EMIT lookedOn();
}

void StreamSearch::lookOn()
{
    forgetFallen();
    const QDeadlineTimer deadline(m_turn.share(LookSlice));
    const FilteredRows &rows = m_model.rows();
    for (auto index = static_cast<std::size_t>(m_model.countBefore(m_next)); m_next < m_end;) {
        const std::size_t end = std::min(index + RowsALook, rows.size());
        for (; index < end; ++index)
            look(index);
        m_next = index < rows.size() ? rows.at(index) : std::max(m_end, shownEnd());
        if (deadline.hasExpired())
            break;
    }
    if (m_next < m_end)
        m_work.start(0);
    else
        m_work.stop();
    tryStep();
}

void StreamSearch::look(std::size_t index)
{
    const FilteredRows &rows = m_model.rows();
    const RowId row = rows.at(index);
    if (saysWhereAndWhat(row) || (rows.size() - index <= std::size_t(RowsReadWhole) && saysMore(row)))
        m_found.push_back(row);
}

/// What lies behind the rows that were looked at cannot be before what was found in them.
void StreamSearch::tryStep()
{
    const Step step = m_step;
    if (step == Step::None)
        return;
    const bool isDone = m_next >= m_end;
    const bool isKnown = m_from && *m_from < m_next;
    m_step = Step::None;
    if (m_from != chosen())
        return; // the user has chosen another meanwhile
    if (step == Step::Next) {
        const auto next = !m_from            ? m_found.begin()
                          : m_isFromUnlooked ? std::ranges::lower_bound(m_found, *m_from)
                                             : std::ranges::upper_bound(m_found, *m_from);
        if (next != m_found.end())
            return choose(*next);
    } else if (isKnown) {
        if (const auto here = std::ranges::lower_bound(m_found, *m_from); here != m_found.begin())
            return choose(*(here - 1));
    }
    if (!isDone)
        m_step = step;
    else if (!m_found.empty())
        choose(step == Step::Next ? m_found.front() : m_found.back());
}

void StreamSearch::forgetFallen()
{
    const HistorySnapshot &log = m_model.log();
    if (m_reuses != log.reuses()) {
        m_reuses = log.reuses();
        for (std::vector<char> *answers : {&m_kinds, &m_spaces, &m_names})
            answers->clear();
    }
    if (!m_found.empty() && m_found.front() < log.begin())
        m_found.erase(m_found.begin(), std::ranges::lower_bound(m_found, log.begin()));
}

bool StreamSearch::saysWhereAndWhat(RowId row)
{
    const HistorySnapshot &log = m_model.log();
    return isSaid(*m_needle, m_names, log.nameId(row), log.names()) ||
           isSaid(*m_needle, m_spaces, log.nsId(row), log.namespaces()) ||
           isSaid(*m_needle, m_kinds, log.kindId(row), log.kinds());
}

bool StreamSearch::saysMore(RowId row) const
{
    const HistorySnapshot &log = m_model.log();
    if (m_needle->isIn(typeName(log.type(row))) || m_needle->isIn(log.manager(row)) ||
        (hasClass(log.type(row)) && m_needle->isIn(classWord(log.origin(row)).toStdString())))
        return true;
    const ChangesPtr changes = log.type(row) == EntryType::Modified ? log.changes(row) : nullptr;
    if (changes)
        return std::ranges::any_of(changes->first, [this](const ToldChange &change) {
            return m_needle->isIn(change.path) || m_needle->isIn(change.before) || m_needle->isIn(change.after);
        });
    const EventWords words =
        log.isListed(row) ? listedWords(*log.object(row), log.table(row)) : eventWords(*log.entry(row));
    return m_needle->isIn(words.plain().toStdString());
}

/// The focus alone makes a row current that nobody has chosen.
std::optional<RowId> StreamSearch::chosen() const
{
    const QModelIndex current = m_table.currentIndex();
    if (!m_table.selectionModel()->isSelected(current))
        return {};
    const std::optional<StreamModel::Outline> row = m_model.outlineAt(current.row());
    return row ? std::optional(row->id) : std::nullopt;
}

int StreamSearch::foundCurrent() const
{
    const std::optional<RowId> row = chosen();
    const auto found = row ? std::ranges::lower_bound(m_found, *row) : m_found.end();
    return found == m_found.end() || *found != *row ? -1 : static_cast<int>(found - m_found.begin());
}

void StreamSearch::findNext()
{
    take(Step::Next);
}

void StreamSearch::findPrevious()
{
    take(Step::Previous);
}

void StreamSearch::choose(RowId row)
{
    m_table.goToRow(m_model.indexOf(row));
}

QString StreamSearch::selectedText() const
{
    return {};
}

QWidget *StreamSearch::searched()
{
    return &m_table;
}

} // namespace wk
