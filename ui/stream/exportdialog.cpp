// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/exportdialog.h"

#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QDateTime>
#include <QFileDialog>
#include <QProgressDialog>

namespace wk {

namespace {

/// A name of ours, with the time of asking: nothing that a cluster says stands in it.
QString proposedName(WallTime now)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count();
    const QDateTime time = QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
    return QStringLiteral("stream-") + time.toString(QStringLiteral("yyyyMMdd-HHmmss")) + QStringLiteral("Z.jsonl");
}

} // namespace

ExportDialog::ExportDialog(StreamExport &job, Clock &clock, QWidget *parent)
    : QObject(parent)
    , m_job(job)
    , m_clock(clock)
    , m_window(parent)
{
    connect(&job, &StreamExport::progressed, this, &ExportDialog::showProgress);
    connect(&job, &StreamExport::finished, this, &ExportDialog::showEnd);
}

void ExportDialog::ask()
{
    if (m_job.isRunning()) {
        if (m_progress)
            m_progress->raise();
        return;
    }
    auto *dialog = new QFileDialog(m_window, tr("Export what is shown"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QString lines = tr("Watch lines, as kubectl prints them (*.jsonl)");
    const QString csv = tr("Spreadsheet (*.csv)");
    dialog->setNameFilters({lines, csv});
    dialog->setDefaultSuffix(QStringLiteral("jsonl"));
    dialog->selectFile(proposedName(m_clock.wallNow()));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, csv](const QString &filter) {
        dialog->setDefaultSuffix(filter == csv ? QStringLiteral("csv") : QStringLiteral("jsonl"));
    });
    connect(dialog, &QFileDialog::fileSelected, this, &ExportDialog::begin);
    dialog->open();
}

void ExportDialog::begin(const QString &path)
{
    delete m_progress.data();
    m_progress = new QProgressDialog(m_window);
    m_progress->setWindowTitle(tr("Export"));
    m_label = new SafeLabel(tr("Gathering the events…"), m_progress);
    m_progress->setLabel(m_label);
    m_progress->setCancelButtonText(tr("Cancel"));
    m_progress->setAutoClose(false);
    m_progress->setAutoReset(false);
    m_progress->setMinimumDuration(int(measure::ProgressAfter.count()));
    m_progress->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_progress, &QProgressDialog::canceled, &m_job, &StreamExport::cancel);
    m_job.start(path);
}

void ExportDialog::showProgress(const ExportProgress &progress)
{
    if (!m_progress)
        return;
    m_progress->setMaximum(int(progress.total));
    m_progress->setValue(int(progress.done));
    m_label->setText(tr("%1 of %2 events, %3")
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
    connect(m_progress, &QProgressDialog::canceled, m_progress, &QWidget::close);
    m_progress->setCancelButtonText(tr("Close"));
    QString sentence;
    if (!result) {
        sentence = errorWords(result.error()).sentence();
    } else {
        sentence = tr("%1 written from %n rows.", nullptr, int(result->total)).arg(format::bytes(result->bytes));
        if (result->leftOut > 0)
            sentence += u' ' + tr("%n could not be read and were left out.", nullptr, int(result->leftOut));
        m_progress->setMaximum(1);
        m_progress->setValue(1);
    }
    m_label->setText(sentence);
    m_progress->show();
}

} // namespace wk
