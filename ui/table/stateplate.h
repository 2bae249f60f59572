// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tablestate.h"

#include <QScrollArea>

class QLineEdit;
class QProgressBar;
class QPushButton;

namespace wk {

class SafeLabel;
class WaysOut;
struct OtherClusters;
enum class WayOut;

/// What stands in the middle of a table that has no rows: loading with a count, empty, hidden by the filter,
/// denied, failing; with the reason and what to try. Where there is little room it scrolls. Gui thread.
class StatePlate : public QScrollArea
{
    Q_OBJECT

public:
    explicit StatePlate(QWidget *parent = nullptr);

    void show(const TableState &state);
    /// What is offered where there is no way to the cluster.
    void setOtherClusters(const OtherClusters &others);

Q_SIGNALS:
    /// What waits to be tried again shall be tried now.
    void retryAsked();
    /// These shall be looked at.
    void namespacesAsked(const QStringList &names);
    /// What takes so long shall be left.
    void cancelAsked();
    /// The events that the filter asks for shall be shown.
    void streamAsked();
    /// The kind that the filter asks for shall be shown.
    void kindAsked(const wk::ResourceInfo &resource);
    /// Another cluster, or the one of another kubeconfig.
    void clusterChosen(const QString &name);
    void wayAsked(wk::WayOut way);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void askForNamespaces();
    void offerKind(const std::optional<ResourceInfo> &kind);

    class StateMark *m_mark;
    SafeLabel *m_title;
    SafeLabel *m_detail;
    QProgressBar *m_progress;
    QLineEdit *m_namespaces;
    QPushButton *m_retry;
    QPushButton *m_cancel;
    QPushButton *m_stream;
    QPushButton *m_kind;
    std::optional<ResourceInfo> m_kindAskedFor;
    WaysOut *m_ways;
};

} // namespace wk
