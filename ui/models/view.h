// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFocusEvent>
#include <QWidget>

class QAction;

namespace wk {

struct Batch;

/// A tab of the window. It reads the window's selection, filter and time range from the WindowState it was
/// made with, follows the history, and tells the frame what to write above it. Gui thread.
class View : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// The tab's text, translated.
    virtual QString title() const = 0;
    /// What is new of the window's watches but for the events, which the history has: statuses, and objects of a first
    /// list that is under way. Not called while the window is paused.
    virtual void applyBatch(const Batch &batch) = 0;

    /// "74 of 412 pods": stands at the right of the filter bar. Empty for a view that does not count.
    virtual QString resultText() const { return {}; }

    /// How many of its rows are selected, for the status line; resultChanged() tells that it is another.
    virtual int selectedCount() const { return 0; }

    /// Chips and buttons of the view, for the filter bar; null when it has none. The frame shows it and never
    /// deletes it.
    virtual QWidget *filterBar() { return nullptr; }

    /// Writes what it shows into a file; the window's menu has it, too. Null when it has nothing to write.
    virtual QAction *exportAction() { return nullptr; }

    /// Whether the inspector stands beside it at first; the user's own choice is kept for each view.
    virtual bool wantsInspector() const { return true; }

    /// Whether the window's filter has a say in what it shows. Where it has none, the row under the filter says so.
    virtual bool followsFilter() const { return true; }
    /// The same of the window's time range.
    virtual bool followsTimeRange() const { return true; }

    /// Opens the view's own search (Ctrl+F). False when it has none.
    virtual bool find() { return false; }

Q_SIGNALS:
    void titleChanged();
    void resultChanged();

protected:
    /// Which of its widgets takes the keys when the view is given them. A focus proxy would do the same, but then Tab
    /// never comes to what stands before that widget.
    void giveKeysTo(QWidget *widget) { m_keys = widget; }
    void focusInEvent(QFocusEvent *event) override
    {
        if (m_keys)
            m_keys->setFocus(event->reason());
    }

private:
    QWidget *m_keys = nullptr;
};

} // namespace wk
