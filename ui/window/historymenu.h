// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"

#include <QMenu>

class QActionGroup;

namespace wk {

class UiSettings;

/// How much of the history is kept in memory, and for how long: a menu of both, remembered. Gui thread.
class HistoryMenu : public QMenu
{
    Q_OBJECT

public:
    /// The settings outlive the menu.
    explicit HistoryMenu(UiSettings &settings, QWidget *parent = nullptr);

    /// As chosen, or as it was remembered.
    EventLog::Bounds bounds() const;

Q_SIGNALS:
    void chosen(const wk::EventLog::Bounds &bounds);

private:
    void addSizes();
    void addAges();
    void choose(int megabytes, int hours);

    UiSettings &m_settings;
    QList<QAction *> m_headings;
    QList<QAction *> m_sizes;
    QList<QAction *> m_ages;
};

} // namespace wk
