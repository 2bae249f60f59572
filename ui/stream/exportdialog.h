// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stream/streamexport.h"

#include <QPointer>

class QProgressDialog;
class QWidget;

namespace wk {

class SafeLabel;

/// Asks for a file, and shows how far the export is, with Cancel, and how it ended. Its windows stand beside
/// the view and do not block it. Gui thread.
class ExportDialog : public QObject
{
    Q_OBJECT

public:
    ExportDialog(StreamExport &job, Clock &clock, QWidget *parent);

    /// Asks where to; a second asking while an export is under way brings its window to the front.
    void ask();

private:
    void begin(const QString &path);
    void showProgress(const ExportProgress &progress);
    void showEnd(const Result<ExportProgress> &result);

    StreamExport &m_job;
    Clock &m_clock;
    QWidget *m_window;
    QPointer<QProgressDialog> m_progress;
    QPointer<SafeLabel> m_label;
};

} // namespace wk
