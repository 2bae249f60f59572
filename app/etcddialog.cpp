// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/etcddialog.h"

#include "ui/style/measures.h"
#include "ui/style/whentranslated.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace wk {

namespace {

constexpr int EditChars = 44;

} // namespace

EtcdDialog::EtcdDialog(QWidget *parent)
    : QDialog(parent)
{
    auto *column = new QVBoxLayout(this);
    auto *form = new QFormLayout;
    column->addLayout(form);
    m_members = addField(*form, false);
    m_prefix = addField(*form, false);
    m_user = addField(*form, false);
    m_password = addField(*form, false);
    m_ca = addField(*form, true);
    m_certificate = addField(*form, true);
    m_key = addField(*form, true);
    m_insecure = new QCheckBox(this);
    form->addRow(QString(), m_insecure);
    m_problem = new QLabel(this);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->hide();
    column->addWidget(m_problem);
    auto *buttons = new QDialogButtonBox(this);
    m_connect = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    m_cancel = buttons->addButton(QString(), QDialogButtonBox::RejectRole);
    column->addWidget(buttons);
    m_password.edit->setEchoMode(QLineEdit::Password);
    m_members.edit->setText(QStringLiteral("127.0.0.1:2379"));
    m_members.edit->selectAll();
    connect(buttons, &QDialogButtonBox::accepted, this, &EtcdDialog::wanted);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    whenTranslated(this, [this] { setTexts(); });
}

EtcdDialog::Field EtcdDialog::addField(QFormLayout &form, bool isFile)
{
    Field field{new QLabel(this), new QLineEdit(this), nullptr};
    field.label->setBuddy(field.edit);
    field.edit->setMinimumWidth(fontMetrics().averageCharWidth() * EditChars);
    auto *row = new QHBoxLayout;
    row->addWidget(field.edit);
    if (isFile) {
        field.browse = new QPushButton(this);
        row->addWidget(field.browse);
        connect(field.browse, &QPushButton::clicked, this, [this, edit = field.edit] { choose(*edit); });
    }
    form.addRow(field.label, row);
    return field;
}

void EtcdDialog::choose(QLineEdit &edit)
{
    auto *dialog = new QFileDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, &edit, &QLineEdit::setText);
    dialog->open();
}

void EtcdDialog::setTexts()
{
    setWindowTitle(tr("Connect to etcd"));
    m_members.label->setText(tr("&Members"));
    m_members.edit->setPlaceholderText(tr("https://10.0.0.1:2379, with commas between"));
    m_prefix.label->setText(tr("Keys that &begin with"));
    m_prefix.edit->setPlaceholderText(tr("all keys"));
    m_user.label->setText(tr("&User"));
    m_password.label->setText(tr("&Password"));
    m_ca.label->setText(tr("C&A certificates"));
    m_certificate.label->setText(tr("Client c&ertificate"));
    m_certificate.edit->setToolTip(tr("etcd's gateway takes one without a CN"));
    m_key.label->setText(tr("Its &key"));
    for (const Field *field : {&m_ca, &m_certificate, &m_key})
        field->browse->setText(tr("Choose…"));
    m_insecure->setText(tr("Do not check who &answers"));
    m_connect->setText(tr("Connect"));
    m_cancel->setText(tr("Cancel"));
}

EtcdArguments EtcdDialog::arguments() const
{
    return {m_members.edit->text(), m_ca.edit->text(),       m_certificate.edit->text(), m_key.edit->text(),
            m_user.edit->text(),    m_password.edit->text(), m_insecure->isChecked()};
}

QString EtcdDialog::prefix() const
{
    return m_prefix.edit->text();
}

void EtcdDialog::say(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->show();
}

} // namespace wk
