// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/models/seenvalues.h"

#include <QFrame>

class QListView;
class QStandardItemModel;

namespace wk {

class SafeLabel;

/// Who wants to see what could go on. Where nothing stands yet only the user does: whoever types knows what to type.
enum class FilterAsked : std::uint8_t { ByTyping, ByUser };

/// What could go on in the filter, under its box: fields, or values seen with how often. It never takes the focus; the
/// box hands it its keys. Gui thread.
class FilterPopup : public QFrame
{
    Q_OBJECT

public:
    /// Stands in the window of `box`, which outlives it.
    explicit FilterPopup(QWidget *box);

    /// Shows what fits the place, at `left` px of the box; hides when there is nothing.
    void offer(const FilterPlace &place, const SeenValues &seen, int left, FilterAsked asked);

    /// Moves the choice down or up; the first move chooses the first or last.
    void step(int rows);
    /// Whether the user has moved to one.
    bool hasChoice() const { return m_hasChoice; }
    /// Takes the chosen one, or the first.
    void take();

Q_SIGNALS:
    /// `text` goes in place of what stands at `place`.
    void taken(const wk::FilterPlace &place, const QString &text);

private:
    void fillFields();
    void fillValues(const SeenValues &seen);
    void add(const std::string &shown, const std::string &inserted, std::uint32_t count);
    void layOut(int left);
    void retranslate();

    QWidget *m_box;
    FilterPlace m_place;
    QStandardItemModel *m_rows;
    QListView *m_list;
    SafeLabel *m_heading;
    SafeLabel *m_hint;
    bool m_hasChoice = false;
};

} // namespace wk
