// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/eventlog.h"
#include "core/history/rows/historyfeed.h"
#include "ui/models/uisettings.h"

#include <QMenu>
#include <QPointer>

class QMessageBox;

#include <optional>

namespace wk {

/// How much of the history is kept, in memory and on the disk, for how long, and whether it is there after a restart: a
/// menu of these, remembered. Gui thread.
class HistoryMenu : public QMenu
{
    Q_OBJECT

public:
    /// The settings outlive the menu.
    explicit HistoryMenu(UiSettings &settings, QWidget *parent = nullptr);

    /// Without a disk for it the history is what fits into the memory. There is one until this says otherwise.
    void setHasDisk(bool hasDisk);
    /// Where the history lies that is kept across restarts, and how much that is now. Empty, and until this is said: it
    /// cannot be kept so.
    void setPlace(const QString &folder, quint64 bytes);

    /// Why it cannot be kept across restarts, for people.
    void setRefusal(const QString &why);
    /// How it is kept in this run, whatever has been chosen since.
    void setInForce(HistoryKeeping keeping);

    /// Whose history it is: whenever the menu is shown it says how much is kept. Both outlive the menu.
    void setHistory(const HistoryFeed &history, Clock &clock);

    /// As chosen, or as it was remembered, where that can be.
    HistoryKeeping keeping() const;
    /// As chosen, or as it was remembered.
    EventLog::Bounds bounds() const;
    /// How many bytes of the objects' bodies may stay in memory: an eighth, for on the disk they are read as fast.
    std::size_t bodyMemory() const;

Q_SIGNALS:
    void chosen(const wk::EventLog::Bounds &bounds);
    void keepingChosen(wk::HistoryKeeping keeping);
    /// The user has been asked whether what is kept across restarts is to go, and it is.
    void deleteAsked();

private:
    using Limit = int HistoryLimits::*;

    void addKeeping();
    QList<QAction *> addChoices(std::span<const int> values, Limit limit);
    void choose(HistoryKeeping keeping);
    void setTexts();
    void showWhatCanBe();
    void sayHeld(const HistorySnapshot &log, WallTime now);
    void sayPlace();
    void askToDelete();
    bool usesDisk() const { return keeping() != HistoryKeeping::InMemoryOnly; }
    HistoryLimits limits() const;

    UiSettings &m_settings;
    bool m_hasDisk = true;
    QString m_folder;
    quint64 m_folderBytes = 0;
    QString m_refusal;
    std::optional<HistoryKeeping> m_inForce;
    QAction *m_held; ///< only says something
    QAction *m_keepingHeading = nullptr;
    QList<QAction *> m_keepings;
    QAction *m_place = nullptr; ///< only says something
    QAction *m_delete = nullptr;
    QPointer<QMessageBox> m_question;
    QList<QAction *> m_headings;
    QList<QAction *> m_sizes;
    QList<QAction *> m_diskSizes;
    QList<QAction *> m_ages;
};

} // namespace wk
