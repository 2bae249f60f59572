// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/diagnosticsdialog.h"

#include "ui/style/fonts.h"
#include "ui/style/measures.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace wk {

DiagnosticsDialog::DiagnosticsDialog(std::function<QString()> lookUp, QWidget *parent)
    : QDialog(parent)
    , m_text(new QPlainTextEdit(this))
    , m_lookUp([this](const QString &found) { m_text->setPlainText(found); })
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Diagnostics"));
    constexpr int Width = 820;
    constexpr int Height = 560;
    resize(scaled(Width), scaled(Height));
    m_text->setReadOnly(true);
    m_text->setFont(fontOf(TextRole::Mono));
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("What was found"));
    m_text->setPlaceholderText(tr("Looking…"));
    auto *buttons = new QDialogButtonBox(this);
    QPushButton *copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    QPushButton *close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    close->setDefault(true);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *column = new QVBoxLayout(this);
    const int margin = scaled(3 * measure::Grid);
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(margin);
    column->addWidget(m_text, 1);
    column->addWidget(buttons);
    m_lookUp.run(std::move(lookUp));
}

} // namespace wk
