// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QListWidget;
class QTextBrowser;

namespace wk {

/// The pages of resources/help and those that the program makes of its own tables (helppages), all Markdown, with their
/// names beside them; in the program's language where there is such a page, else in English. Deletes itself when
/// closed. Gui thread.
class HelpDialog : public QDialog
{
    Q_OBJECT

public:
    explicit HelpDialog(QWidget *parent);

private:
    void addPage(const QString &title, const QString &markdown);
    void showPage(int index);

    QListWidget *m_names;
    QTextBrowser *m_page;
    QStringList m_pages; ///< what each is, by its row
};

} // namespace wk
