// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/aboutdialog.h"

#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/programicon.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

namespace wk {

namespace {

QLabel *plainLabel(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    label->setWordWrap(true);
    return label;
}

} // namespace

AboutDialog::AboutDialog(const QString &build, QWidget *parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("About Watchkeeper"));
    constexpr int IconSide = 96;
    auto *picture = new QLabel(this);
    picture->setPixmap(programIcon().pixmap(scaled(IconSide), scaled(IconSide)));
    QLabel *name =
        plainLabel(tr("Watchkeeper %1", "program and version").arg(QCoreApplication::applicationVersion()), this);
    name->setFont(fontOf(TextRole::Headline));
    QLabel *what = plainLabel(tr("Shows what happens in a Kubernetes cluster, live. It only ever reads.") +
                                  QStringLiteral("\n\n") +
                                  tr("Free software under the GNU General Public License, version 3 or later, without "
                                     "any warranty."),
                              this);
    QLabel *which = plainLabel(build, this);
    which->setFont(fontOf(TextRole::Mono));
    which->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    which->setAccessibleName(tr("Version and libraries"));
    auto *buttons = new QDialogButtonBox(this);
    QPushButton *copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    QPushButton *close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    close->setDefault(true);
    connect(copy, &QPushButton::clicked, this, [build] { QGuiApplication::clipboard()->setText(build); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *grid = new QGridLayout(this);
    const int margin = scaled(4 * measure::Grid);
    grid->setContentsMargins(margin, margin, margin, margin);
    grid->setHorizontalSpacing(margin);
    grid->setVerticalSpacing(scaled(2 * measure::Grid));
    grid->addWidget(picture, 0, 0, 3, 1, Qt::AlignTop);
    grid->addWidget(name, 0, 1);
    grid->addWidget(what, 1, 1);
    grid->addWidget(which, 2, 1);
    grid->addWidget(buttons, 3, 0, 1, 2);
    constexpr int TextWidth = 440;
    grid->setColumnMinimumWidth(1, scaled(TextWidth));
    grid->setSizeConstraint(QLayout::SetFixedSize);
}

} // namespace wk
