// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/streammodel.h"

#include <QTableView>

namespace wk {

class StreamDelegate;
class StreamLayout;
class UiSettings;

/// The rows of a StreamModel. Follows the newest row until the user scrolls up, chooses a row by mouse or key or is
/// taken to an older one, and again when they scroll to the end or press End; whenever it follows, the newest row is in
/// sight. Rows that fall off at the top do not move what is looked at. Gui thread.
class StreamTable : public QTableView
{
    Q_OBJECT

public:
    /// How many lines are copied at most: each is put into words for it, and of many more the window would stand still.
    static constexpr int CopiedLines = 10'000;

    /// The settings outlive it: they keep the widths of its columns.
    explicit StreamTable(UiSettings &settings, QWidget *parent = nullptr);

    void setStream(StreamModel *model);

    bool isFollowing() const { return m_following; }

    void setFollowing(bool following);
    /// Makes a row current and selected, as it was before the rows were other ones. Whoever follows the newest stays
    /// there; else it is brought into sight.
    void restoreRow(int row);
    /// The same without a move of the rows.
    void chooseRow(int row);
    /// After the room has become another one, unless the newest row is followed.
    void keepCurrentInSight();
    /// Takes the user to a row, which becomes the current one; the newest is not followed any more.
    void goToRow(int row);
    /// Rows are falling off: what the selection says meanwhile is nobody's choice.
    bool isLosingRows() const { return m_isLosingRows; }

    /// The moment of the past that the window shows stands before this row of the log; empty: it shows the present.
    /// While it does not, the newest row is not followed.
    void setPlayhead(std::optional<RowId> upTo);
    /// How many rows stand below the last that is seen whole.
    int rowsBelow() const;
    /// Rows of this object have an accent edge.
    void mark(const ObjectRef &object);
    /// The clusters have these colours, which may be others than before; they outlive the table.
    void setClusters(const WatchClusters &clusters);
    /// What stands in the middle while there are no rows: a sentence.
    void setPlaceholder(const QString &sentence);
    /// A row as a line of tab-separated cells.
    QString line(int row) const;
    /// The selected rows as lines, headers left out. Of more than CopiedLines the first, and a sentence that says so.
    QString selectedLines() const;

    void reset() override;
    void doItemsLayout() override;

Q_SIGNALS:
    void followingChanged(bool following);
    /// The user asked for the menu of a cell.
    void cellMenuRequested(const QModelIndex &index, const QPoint &globalPos);

protected:
    void rowsInserted(const QModelIndex &parent, int first, int last) override;
    void updateGeometries() override;
    void paintEvent(QPaintEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void paintPlaceholder();
    void beforeRowsFall(int last);
    void afterRowsFell();
    void userScrolled(int action);
    void stayAtNewest();
    void showPlayhead();
    void noteLeft(int value);
    void noteTop();
    void restoreTop();
    void noteUserPosition();
    void setHovered(const QPoint &point);
    void updateRow(int row);
    void applyMeasures();

    UiSettings &m_settings;
    StreamModel *m_stream = nullptr;
    StreamDelegate *m_delegate;
    StreamLayout *m_layout = nullptr;
    bool m_following = true;
    std::optional<RowId> m_playhead;
    bool m_followsAfter = false; ///< once the window shows the present again
    bool m_isLosingRows = false;
    QString m_placeholder;
    std::optional<int> m_topAfterFall; ///< in px
    std::optional<RowId> m_top;        ///< where the user has scrolled to; other filters leave it
    bool m_isResetting = false;
    std::optional<int> m_grownFrom; ///< the first row that came since the last layout
    bool m_isToLayOut = false;      ///< for another reason, too
};

} // namespace wk
