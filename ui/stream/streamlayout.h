// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/uisettings.h"
#include "ui/stream/streamcolumns.h"

#include <QObject>

#include <array>
#include <optional>

class QHeaderView;
class QTableView;
class QTimer;

namespace wk {

/// How the columns of a stream stand: in the order that the user left, also the last time; those that were sized as
/// wide as they were left, the others as streamWidths() has them share the room. A double click on a column's edge fits
/// it to what is in sight. The header's menu has all columns, also those that there is no room for, to show or hide,
/// and gives all back. Writes half a second after the last change. Gui thread.
class StreamLayout : public QObject
{
    Q_OBJECT

public:
    /// The table shows the model already. The settings outlive it.
    StreamLayout(QTableView &table, const StreamModel &model, UiSettings &settings);
    ~StreamLayout() override;

    /// The room or the font is another.
    void fit();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    int wholeWidth(int column) const;
    std::optional<bool> usualWish(int column) const;
    std::array<std::size_t, 3> wordsSeen() const;
    int widthByHand(int column) const;
    void arrange();
    void resized(int column, int before, int width);
    void moved();
    void reset();
    void setShown(int column, bool shown);
    void showMenu(const QPoint &at);
    void save();

    QTableView &m_table;
    const StreamModel &m_model;
    UiSettings &m_settings;
    QHeaderView *m_header;
    QTimer *m_later;
    TableLayout m_layout; ///< `shown` has columns that are shown though there is no room
    bool m_isFitting = false;
    bool m_isToFit = false;                  ///< when the edge of a column is let go
    std::array<std::size_t, 3> m_fittedTo{}; ///< wordsSeen() when it fitted
};

} // namespace wk
