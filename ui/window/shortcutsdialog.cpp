// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shortcutsdialog.h"

#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QGridLayout>
#include <QKeySequence>

namespace wk {

ShortcutsDialog::ShortcutsDialog(QWidget *parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keyboard shortcuts"));
    const std::pair<QKeySequence, QString> rows[] = {
        {QKeySequence(Qt::Key_Slash), tr("Filter")},
        {QKeySequence(Qt::CTRL | Qt::Key_Space), tr("In the filter: suggest what can follow")},
        {QKeySequence(QKeySequence::Find), tr("Find in the view")},
        {QKeySequence(Qt::Key_Space), tr("Pause or resume the view; from the past, back to live")},
        {QKeySequence(Qt::Key_Comma), tr("The cluster as of the previous event that matches the filter")},
        {QKeySequence(Qt::Key_Period), tr("… the next event")},
        {QKeySequence(Qt::Key_BracketLeft), tr("In Changes: previous revision")},
        {QKeySequence(Qt::Key_BracketRight), tr("… next revision")},
        {QKeySequence(Qt::CTRL | Qt::Key_J), tr("The cluster as of a time that you enter")},
        {QKeySequence(Qt::Key_Escape), tr("Clear the time range, then go back to live, then clear the filter")},
        {QKeySequence(Qt::CTRL | Qt::Key_PageDown), tr("Next view")},
        {QKeySequence(Qt::CTRL | Qt::Key_PageUp), tr("Previous view")},
        {QKeySequence(Qt::ALT | Qt::Key_1), tr("First view; Alt+2 the second, and so on")},
        {QKeySequence(QKeySequence::Copy), tr("Copy the selected rows")},
        {QKeySequence(Qt::CTRL | Qt::Key_B), tr("Show navigator")},
        {QKeySequence(Qt::CTRL | Qt::Key_I), tr("Show inspector")},
        {QKeySequence(Qt::CTRL | Qt::Key_T), tr("Show time strip")},
        {QKeySequence(Qt::Key_F10), tr("Menu")},
        {QKeySequence(Qt::SHIFT | Qt::Key_F10), tr("Context menu of the selection, like the Menu key")},
        {QKeySequence(Qt::Key_F1), tr("This list, also ?")},
        {QKeySequence(Qt::CTRL | Qt::Key_Q), tr("Quit")},
    };
    auto *grid = new QGridLayout(this);
    const int margin = scaled(5 * measure::Grid);
    grid->setContentsMargins(margin, margin, margin, margin);
    grid->setHorizontalSpacing(margin);
    grid->setVerticalSpacing(scaled(2 * measure::Grid));
    int row = 0;
    for (const auto &[keys, what] : rows) {
        auto *name = new SafeLabel(keys.toString(QKeySequence::NativeText), this);
        name->setFont(fontOf(TextRole::Mono));
        grid->addWidget(name, row, 0, Qt::AlignRight);
        grid->addWidget(new SafeLabel(what, this), row++, 1);
    }
}

} // namespace wk
