// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/selectionhistory.h"

#include <QWidget>

class QToolButton;

namespace wk {

/// Back and forward through what was selected. Gui thread.
class SelectionSteps : public QWidget
{
    Q_OBJECT

public:
    /// The state outlives it.
    explicit SelectionSteps(WindowState &state, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void selectionChanged();
    void select(const std::optional<ObjectRef> &object);
    void retranslate();

    WindowState &m_state;
    SelectionHistory m_history;
    QToolButton *m_back;
    QToolButton *m_forward;
};

} // namespace wk
