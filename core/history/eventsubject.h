// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"
#include "core/query/filter.h"

namespace wk {

/// A row of the stream as filters see it. A value that the history outlives.
/// owner: name and uid of each owner. changed: paths of a MODIFIED row. manager: whoever's entry moved; of an update in
/// doubt who may have written it, and DoubtedWriter.
/// phase: the word under STATUS, as `kubectl get` shows it, else status.phase. ready, restarts, reason, message, count
/// and column: the server's cells. age: of the object when the event came.
/// A bare word: name, namespace, changed paths, an error's or gap's words, and the cells Reason, Status and Message.
class EventSubject : public FilterSubject
{
public:
    EventSubject(const HistorySnapshot &log, RowId row);

    bool answers(const FilterTerm &term) const override;

private:
    bool answersText(const FilterTerm &term) const;
    bool answersReason(const FilterTerm &term) const;
    bool answersCells(const FilterTerm &term) const;

    const HistorySnapshot &m_log;
    RowId m_row;
    ObjectPtr m_object;
};

/// A cell that is not there, or null, has no value.
bool cellAnswers(const std::optional<Cell> &cell, const FilterTerm &term);

/// Whether an object itself answers: ns, name, uid, rv, node, owner and label. False for what is the event's, the
/// watch's or the table's.
bool objectAnswers(const Object &object, const FilterTerm &term);

} // namespace wk
