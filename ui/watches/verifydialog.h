// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/informer/audit.h"
#include "core/informer/watchstatus.h"

#include <QDialog>

#include <optional>
#include <vector>

class QListView;
class QProgressBar;
class QPushButton;
class QStringListModel;

namespace wk {

class SafeLabel;

/// Shows how watches are compared with their server: how far it is, with Cancel, then that they are equal, or what
/// differs by name. It blocks nothing, and asks and cancels by signals. Gui thread.
class VerifyDialog : public QDialog
{
    Q_OBJECT

public:
    /// A watch, what it is called, and about how many objects will be compared.
    struct Subject {
        WatchId watch = 0;
        QString name;
        std::uint64_t objects = 0;
    };
    /// Differences shown; the sentence counts them all.
    static constexpr int MostShown = 5000;

    explicit VerifyDialog(std::vector<Subject> subjects, QWidget *parent = nullptr);

    void moved(WatchId watch, std::uint64_t listed);
    void answered(WatchId watch, const Result<AuditReport> &report);
    /// It was closed, and nobody answers for it any more.
    void forget(WatchId watch);

    bool isDone() const;
    /// What is said above the list: a line a watch.
    QString words() const;
    QStringList differences() const;

Q_SIGNALS:
    /// The answer for a watch is not wanted any more.
    void cancelled(wk::WatchId watch);

protected:
    void changeEvent(QEvent *event) override;
    void done(int result) override;

private:
    struct Run {
        Subject subject;
        std::uint64_t listed = 0;
        bool isOver = false;
        std::optional<Result<AuditReport>> report;
    };

    Run *runOf(WatchId watch);
    QString lineOf(const Run &run) const;
    void say();

    std::vector<Run> m_runs;
    SafeLabel *m_label;
    QProgressBar *m_progress;
    QStringListModel *m_rows;
    QListView *m_list;
    QPushButton *m_button;
};

} // namespace wk
