// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/fileexport.h"

#include <QPointer>

#include <cstdint>
#include <vector>

class QMessageBox;
class QProgressDialog;
class QWidget;

namespace wk {

class SafeLabel;
class UiSettings;

enum class ExportFormat : std::uint8_t { WatchLines, Csv };

/// Asks for a file, and shows how far the export is, with Cancel, and how it ended. Its windows stand beside
/// the view and do not block it. Gui thread.
class ExportDialog : public QObject
{
    Q_OBJECT

public:
    /// The settings outlive it: they know where the last file was put.
    ExportDialog(FileExport &job, UiSettings &settings, QWidget *parent);

    /// Asks where to, the first format being the proposed one; a second asking while an export is under way brings its
    /// window to the front. `stem` begins the proposed name; of it only what belongs into a file's name is taken, for
    /// a cluster may have said it.
    void ask(const QString &stem, const std::vector<ExportFormat> &formats, WallTime asOf);

private:
    void begin(const QString &path);
    void showProgress(const ExportProgress &progress);
    void showEnd(const Result<ExportProgress> &result);
    void tellOfFile(const ExportProgress &written);

    FileExport &m_job;
    UiSettings &m_settings;
    QWidget *m_window;
    QString m_path; ///< of the file under way, or of the last
    QPointer<QProgressDialog> m_progress;
    QPointer<SafeLabel> m_label;
    QPointer<QMessageBox> m_told; ///< of the file before
};

} // namespace wk
