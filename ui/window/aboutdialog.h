// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMessageBox>

namespace wk {

/// What the program is, its version and its licence. Deletes itself when closed. Gui thread.
class AboutDialog : public QMessageBox
{
    Q_OBJECT

public:
    explicit AboutDialog(QWidget *parent);
};

} // namespace wk
