// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/watches/verifydialog.h"

#include "ui/models/auditwords.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QEvent>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QStringListModel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace wk {

namespace {

constexpr int DialogWidth = 640;
constexpr int ListHeight = 220;

} // namespace

VerifyDialog::VerifyDialog(std::vector<Subject> subjects, QWidget *parent)
    : QDialog(parent)
    , m_label(new SafeLabel(this))
    , m_progress(new QProgressBar(this))
    , m_rows(new QStringListModel(this))
    , m_list(new QListView(this))
    , m_button(new QPushButton(this))
{
    for (Subject &subject : subjects)
        m_runs.push_back({std::move(subject), 0, false, {}});
    auto *column = new QVBoxLayout(this);
    column->setSpacing(scaled(3 * measure::Grid));
    column->addWidget(m_label);
    column->addWidget(m_progress);
    column->addWidget(m_list, 1);
    column->addWidget(m_button, 0, Qt::AlignRight);
    m_label->setWordWrap(true);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->setTextVisible(false);
    m_list->setModel(m_rows);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setMinimumHeight(scaled(ListHeight));
    m_list->setFont(fontOf(TextRole::Mono));
    setMinimumWidth(scaled(DialogWidth));
    connect(m_button, &QPushButton::clicked, this, &QDialog::reject);
    say();
}

VerifyDialog::Run *VerifyDialog::runOf(WatchId watch)
{
    const auto found = std::ranges::find_if(m_runs, [watch](const Run &run) { return run.subject.watch == watch; });
    return found == m_runs.end() || found->isOver ? nullptr : &*found;
}

void VerifyDialog::moved(WatchId watch, std::uint64_t listed)
{
    if (Run *run = runOf(watch)) {
        run->listed = listed;
        say();
    }
}

void VerifyDialog::answered(WatchId watch, const Result<AuditReport> &report)
{
    if (report && !report->asked)
        return; // a regular audit that was under way
    if (Run *run = runOf(watch)) {
        run->isOver = true;
        run->report = report;
        say();
    }
}

void VerifyDialog::forget(WatchId watch)
{
    if (Run *run = runOf(watch)) {
        run->isOver = true;
        say();
    }
}

bool VerifyDialog::isDone() const
{
    return std::ranges::all_of(m_runs, &Run::isOver);
}

QString VerifyDialog::words() const
{
    return m_label->text();
}

QStringList VerifyDialog::differences() const
{
    return m_rows->stringList();
}

QString VerifyDialog::lineOf(const Run &run) const
{
    QString said;
    if (run.report)
        said = auditSentence(*run.report);
    else if (run.isOver)
        said = tr("The watch was closed.");
    else if (run.listed >= run.subject.objects && run.listed > 0)
        said = tr("%1 objects listed; waiting for the watch to catch up with the list.")
                   .arg(format::number(std::int64_t(run.listed)));
    else
        said = tr("Comparing: %1 of about %2 objects.")
                   .arg(format::number(std::int64_t(run.listed)), format::number(std::int64_t(run.subject.objects)));
    return tr("%1: %2", "pods: 412 objects equal").arg(run.subject.name, said);
}

void VerifyDialog::say()
{
    QStringList lines;
    QStringList rows;
    std::uint64_t listed = 0;
    std::uint64_t total = 0;
    for (const Run &run : m_runs) {
        lines << lineOf(run);
        listed += run.isOver ? run.subject.objects : std::min(run.listed, run.subject.objects);
        total += run.subject.objects;
        if (!run.report || !*run.report)
            continue;
        for (const AuditDifference &difference : (**run.report).differences) {
            if (rows.size() < MostShown)
                rows << differenceText(difference);
        }
    }
    m_label->setText(lines.join(u'\n'));
    m_rows->setStringList(rows);
    m_list->setVisible(!rows.isEmpty());
    m_progress->setVisible(!isDone());
    // What is not known yet runs to and fro.
    m_progress->setRange(0, listed > 0 && listed < total ? 1000 : 0);
    if (total > 0)
        m_progress->setValue(int(listed * 1000 / total));
    m_button->setText(isDone() ? tr("Close") : tr("Cancel"));
    setWindowTitle(tr("Verify"));
    m_progress->setAccessibleName(tr("Progress"));
    m_list->setAccessibleName(tr("What differs"));
    setAccessibleDescription(m_label->text());
}

void VerifyDialog::done(int result)
{
    for (Run &run : m_runs) {
        if (!std::exchange(run.isOver, true))
            Q_EMIT cancelled(run.subject.watch);
    }
    QDialog::done(result);
}

void VerifyDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        say();
}

} // namespace wk
