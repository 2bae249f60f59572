// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stream/streamcolumns.h"

#include <QObject>

class QHeaderView;
class QTableView;

namespace wk {

/// How wide the columns of a stream stand: those that the user has sized as they were left, the others as
/// streamWidths() has them share the room. Gui thread.
class StreamLayout : public QObject
{
    Q_OBJECT

public:
    /// The table shows the model already.
    StreamLayout(QTableView &table, const StreamModel &model);

    /// The room or the font is another.
    void fit();

private:
    int wholeWidth(int column) const;

    QTableView &m_table;
    const StreamModel &m_model;
    QHeaderView *m_header;
    bool m_isFitting = false;
    std::size_t m_kindsFitted = 0;                          ///< how many kinds there were when it fitted
    std::array<bool, StreamModel::ColumnCount> m_isSized{}; ///< by the user, who keeps what they chose
};

} // namespace wk
