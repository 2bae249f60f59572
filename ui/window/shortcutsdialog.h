// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace wk {

/// The keys of the window, in a list; F1. Deletes itself when closed. Gui thread.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ShortcutsDialog(QWidget *parent);
};

} // namespace wk
