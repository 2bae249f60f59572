// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/recorddialog.h"

#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace wk {

namespace {

constexpr int FileChars = 52;
constexpr int KindsSeen = 7;
constexpr const char *Ending = ".wklog";

QLabel *label(QVBoxLayout &column)
{
    auto *made = new QLabel;
    made->setTextFormat(Qt::PlainText);
    made->setWordWrap(true);
    column.addWidget(made);
    return made;
}

} // namespace

RecordDialog::RecordDialog(Offer offer, QWidget *parent)
    : QDialog(parent)
    , m_offer(std::move(offer))
    , m_file(new QLineEdit(m_offer.file))
    , m_browse(new QPushButton)
    , m_kinds(new QListWidget)
    , m_isFiltered(new QCheckBox)
    , m_isRedacted(new QCheckBox)
{
    auto *column = new QVBoxLayout(this);
    m_range = label(*column);
    m_range->setVisible(!m_offer.range.isEmpty());
    m_fileLabel = label(*column);
    m_fileLabel->setBuddy(m_file);
    auto *row = new QHBoxLayout;
    row->addWidget(m_file);
    row->addWidget(m_browse);
    column->addLayout(row);
    m_file->setMinimumWidth(fontMetrics().averageCharWidth() * FileChars);
    m_kindsLabel = label(*column);
    m_kindsLabel->setBuddy(m_kinds);
    column->addWidget(m_kinds);
    for (const ResourceInfo &kind : m_offer.kinds) {
        auto *item = new QListWidgetItem(displayText(kind.gvr.qualifiedName()), m_kinds);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
    m_kinds->setFixedHeight(m_kinds->fontMetrics().lineSpacing() * (KindsSeen + 2));
    column->addWidget(m_isFiltered);
    m_isFiltered->setVisible(!m_offer.query.isAll());
    m_isFiltered->setChecked(!m_offer.query.isAll());
    column->addWidget(m_isRedacted);
    m_isRedacted->setChecked(true);
    m_problem = label(*column);
    m_problem->hide();
    auto *buttons = new QDialogButtonBox;
    m_record = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    m_cancel = buttons->addButton(QString(), QDialogButtonBox::RejectRole);
    column->addWidget(buttons);
    connect(m_browse, &QPushButton::clicked, this, &RecordDialog::choose);
    connect(buttons, &QDialogButtonBox::accepted, this, &RecordDialog::answer);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    whenTranslated(this, [this] { setTexts(); });
}

void RecordDialog::setTexts()
{
    const bool isRange = !m_offer.range.isEmpty();
    setWindowTitle(isRange ? tr("Save a range") : tr("Record"));
    m_range->setText(tr("What came from %1, with what stood before.").arg(m_offer.range));
    m_fileLabel->setText(tr("&File"));
    m_browse->setText(tr("Choose…"));
    m_kindsLabel->setText(tr("&Kinds"));
    m_isFiltered->setText(tr("Only what is shown: %1").arg(m_offer.filter));
    m_isRedacted->setText(tr("&Replace what looks like a secret"));
    m_isRedacted->setToolTip(safeToolTip(tr(
        "Values of environment variables, keys, tokens, passwords in addresses. Names and labels stay as they are.")));
    m_record->setText(isRange ? tr("Save") : tr("Record"));
    m_cancel->setText(tr("Cancel"));
}

void RecordDialog::choose()
{
    auto *dialog = new QFileDialog(this, windowTitle());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // answer() says what it would take the place of
    dialog->setNameFilter(tr("Recordings (*.wklog)"));
    dialog->selectFile(m_file->text());
    connect(dialog, &QFileDialog::fileSelected, m_file, &QLineEdit::setText);
    dialog->open();
}

QString RecordDialog::path() const
{
    QString text = m_file->text().trimmed();
    if (!text.isEmpty() && QFileInfo(text).isRelative()) // beside what was offered
        text = QFileInfo(m_offer.file).absoluteDir().filePath(text);
    return text.isEmpty() || text.endsWith(QLatin1String(Ending)) ? text : QString(text + QLatin1String(Ending));
}

void RecordDialog::answer()
{
    const auto refuse = [this](const QString &why) {
        m_problem->setText(why);
        m_problem->show();
    };
    const QFileInfo file(path());
    if (path().isEmpty())
        return refuse(tr("Name a file."));
    if (!file.absoluteDir().exists())
        return refuse(tr("There is no folder %1.").arg(displayText(file.absolutePath().toStdString())));
    if (file.exists())
        return refuse(tr("There is a file of that name already. Choose another name."));
    if (const auto free = Recorder::isFree(options()); !free)
        return refuse(displayText(free.error().text));
    if (!m_offer.kinds.empty() && rows().kinds.empty())
        return refuse(tr("Choose at least one kind."));
    accept();
    Q_EMIT wanted();
}

Recorder::Options RecordDialog::options() const
{
    Recorder::Options options;
    options.path = QFileInfo(path()).absoluteFilePath().toStdString();
    options.secrets = m_isRedacted->isChecked() ? EntryCopier::Secrets::Redacted : EntryCopier::Secrets::Kept;
    if (m_isFiltered->isChecked())
        options.filter = m_offer.filter.toStdString();
    return options;
}

RetoldRows RecordDialog::rows() const
{
    RetoldRows rows;
    for (int at = 0; at < m_kinds->count(); ++at) {
        if (m_kinds->item(at)->checkState() == Qt::Checked)
            rows.kinds.insert(m_offer.kinds[std::size_t(at)].gvr);
    }
    if (m_isFiltered->isChecked())
        rows.query = m_offer.query;
    return rows;
}

} // namespace wk
