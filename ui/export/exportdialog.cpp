// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/exportdialog.h"

#include "core/base/qtversions.h"
#include "ui/models/uisettings.h"
#include "ui/style/errorwords.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>

namespace wk {

namespace {

constexpr int DialogWidth = 400; ///< so that neither the title nor the path in an error is cut
constexpr int LongestStem = 63;

QString suffixOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::WatchLines: return QStringLiteral("jsonl");
    case ExportFormat::Csv: return QStringLiteral("csv");
    }
    return {};
}

/// With the time that what is shown is true of. No path can stand in it, nor a hidden file.
QString proposedName(const QString &stem, WallTime asOf, ExportFormat format)
{
    QString name;
    for (const QChar c : stem.left(LongestStem)) {
        if ((c.unicode() < 128 && c.isLetterOrNumber()) || c == u'-' || (c == u'.' && !name.isEmpty()))
            name += c;
    }
    const auto seconds = std::chrono::floor<std::chrono::seconds>(asOf.time_since_epoch()).count();
    const QDateTime time = utcTime(seconds);
    return name + u'-' + time.toString(QStringLiteral("yyyyMMdd-HHmmss")) + QStringLiteral("Z.") + suffixOf(format);
}

} // namespace

ExportDialog::ExportDialog(FileExport &job, UiSettings &settings, QWidget *parent)
    : QObject(parent)
    , m_job(job)
    , m_settings(settings)
    , m_window(parent)
{
    connect(&job, &FileExport::progressed, this, &ExportDialog::showProgress);
    connect(&job, &FileExport::finished, this, &ExportDialog::showEnd);
}

void ExportDialog::ask(const QString &stem, const std::vector<ExportFormat> &formats, WallTime asOf)
{
    if (m_job.isRunning()) {
        if (m_progress)
            m_progress->raise();
        return;
    }
    auto *dialog = new QFileDialog(m_window, tr("Export what is shown"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    for (const ExportFormat format : formats)
        filters.append(format == ExportFormat::Csv ? tr("Spreadsheet (*.csv)")
                                                   : tr("Watch lines, as kubectl prints them (*.jsonl)"));
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(suffixOf(formats.front()));
    const QString folder = m_settings.exportFolder();
    const bool isThere = !folder.isEmpty() && QFileInfo(folder).isDir();
    dialog->setDirectory(isThere ? folder : QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    dialog->selectFile(proposedName(stem, asOf, formats.front()));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, filters, formats](const QString &filter) {
        const auto chosen = std::max<qsizetype>(filters.indexOf(filter), 0);
        dialog->setDefaultSuffix(suffixOf(formats[static_cast<std::size_t>(chosen)]));
    });
    connect(dialog, &QFileDialog::fileSelected, this, &ExportDialog::begin);
    dialog->open();
}

void ExportDialog::begin(const QString &path)
{
    m_path = path;
    m_settings.setExportFolder(QFileInfo(path).absolutePath());
    delete m_progress.data();
    m_progress = new QProgressDialog(m_window);
    m_progress->setWindowTitle(tr("Export"));
    m_progress->setMinimumWidth(scaled(DialogWidth));
    m_label = new SafeLabel(tr("Collecting the rows…"), m_progress);
    m_progress->setLabel(m_label);
    m_progress->setCancelButtonText(tr("Cancel"));
    m_progress->setAutoClose(false);
    m_progress->setAutoReset(false);
    m_progress->setMinimumDuration(int(measure::ProgressAfter.count()));
    m_progress->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_progress, &QProgressDialog::canceled, &m_job, &FileExport::cancel);
    m_job.start(path);
}

void ExportDialog::showProgress(const ExportProgress &progress)
{
    if (!m_progress)
        return;
    m_progress->setMaximum(int(progress.total));
    m_progress->setValue(int(progress.done));
    m_label->setText(tr("%1 of %2 rows, %3")
                         .arg(format::number(std::int64_t(progress.done)), format::number(std::int64_t(progress.total)),
                              format::bytes(progress.bytes)));
}

void ExportDialog::showEnd(const Result<ExportProgress> &result)
{
    if (!m_progress)
        return;
    if (!result && result.error().kind == ErrorKind::Cancelled) {
        m_progress->close();
        return;
    }
    m_progress->disconnect(&m_job);
    if (result) {
        m_progress->close();
        return tellOfFile(*result);
    }
    connect(m_progress, &QProgressDialog::canceled, m_progress, &QWidget::close);
    m_progress->setCancelButtonText(tr("Close"));
    m_label->setText(errorWords(result.error()).sentence());
    m_progress->show();
}

void ExportDialog::tellOfFile(const ExportProgress &written)
{
    const auto rows = int(written.total - written.leftOut - written.unsayable);
    QString sentence = format::counted(tr("%1 written from %n rows.", nullptr, rows), rows);
    sentence = sentence.arg(format::bytes(written.bytes));
    if (written.leftOut > 0)
        sentence += u' ' + tr("%n could not be read and were left out.", nullptr, int(written.leftOut));
    if (written.unsayable > 0)
        sentence +=
            u' ' + tr("%n about the watches themselves, such as LIST, have no watch line; a spreadsheet has them.",
                      nullptr, int(written.unsayable));
    delete m_told.data();
    auto *box = new QMessageBox(QMessageBox::Information, tr("Export"), sentence, QMessageBox::NoButton, m_window);
    m_told = box;
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(displayText(m_path.toStdString(), limits::LineChars));
    QPushButton *folder = box->addButton(tr("Open the folder"), QMessageBox::ActionRole);
    connect(folder, &QPushButton::clicked, box,
            [folder = QFileInfo(m_path).absolutePath()] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
    box->setDefaultButton(box->addButton(tr("Close"), QMessageBox::RejectRole));
    box->setModal(false);
    box->show();
}

} // namespace wk
