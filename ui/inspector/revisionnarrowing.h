// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/revisionsmodel.h"

#include <QWidget>

class QMenu;
class QToolButton;

namespace wk {

class Chip;

/// Which revisions of the ladder are wanted: the menu to choose by, and, while it is narrowed, a line that says how
/// many of how many are shown and takes the narrowing back. Gui thread.
class RevisionNarrowing : public QWidget
{
    Q_OBJECT

public:
    /// The model outlives it.
    explicit RevisionNarrowing(RevisionsModel &model, QWidget *parent = nullptr);

    /// Opens the menu; stands where the page wants it.
    QToolButton *button() const { return m_button; }
    /// The model has other revisions, or is narrowed otherwise.
    void refresh();

Q_SIGNALS:
    void asked(const wk::Narrowing &narrowing);

private:
    void fillMenu();
    void addWriters();
    void ask(const Narrowing &narrowing);

    RevisionsModel &m_model;
    QToolButton *m_button;
    QMenu *m_menu;
    Chip *m_chip;
};

} // namespace wk
