// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace wk {

/// What the program is, its licence, and which one it is: version, commit and libraries, to be copied into a report.
/// Deletes itself when closed. Gui thread.
class AboutDialog : public QDialog
{
    Q_OBJECT

public:
    /// `build` is what `watchkeeper --version` prints.
    AboutDialog(const QString &build, QWidget *parent);
};

} // namespace wk
