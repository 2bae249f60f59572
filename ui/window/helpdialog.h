// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QListWidget;
class QTextBrowser;

namespace wk {

/// The pages of resources/help, which are Markdown, with their names beside them; in the program's language where there
/// is such a page, else in English. Deletes itself when closed. Gui thread.
class HelpDialog : public QDialog
{
    Q_OBJECT

public:
    explicit HelpDialog(QWidget *parent);

private:
    void showPage(int index);

    QListWidget *m_names;
    QTextBrowser *m_page;
};

} // namespace wk
