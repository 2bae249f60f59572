// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/aboutdialog.h"

#include <QCoreApplication>
#include <QPushButton>

namespace wk {

AboutDialog::AboutDialog(QWidget *parent)
    : QMessageBox(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    setTextFormat(Qt::PlainText);
    setWindowTitle(tr("About Watchkeeper"));
    setText(tr("Watchkeeper %1", "program and version").arg(QCoreApplication::applicationVersion()));
    setInformativeText(tr("Shows what happens in a Kubernetes cluster, live. It only ever reads.") +
                       QStringLiteral("\n\n") +
                       tr("Free software under the GNU General Public License, version 3 or later, without any "
                          "warranty.") +
                       QStringLiteral("\n\n") + tr("Qt %1", "version in use").arg(QLatin1String(qVersion())));
    setDefaultButton(addButton(tr("Close"), QMessageBox::RejectRole));
}

} // namespace wk
