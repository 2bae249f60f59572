// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace wk {

class WindowState;
enum class FilterEdge;

/// The window's filter: its text is the window state's. What is typed is handed on after a pause of 150 ms,
/// or at once by Return; Escape empties it, and once more gives the focus back. Gui thread.
class FilterBox : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterBox(WindowState &state, QWidget *parent = nullptr);

    /// What the reader of the filter says of it: the edge, and a sentence (empty when all is well) for the
    /// tooltip.
    void setVerdict(FilterEdge edge, const QString &sentence);

    QSize sizeHint() const override;

Q_SIGNALS:
    /// The user is done with the box and wants to go on in the view.
    void left();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void handOn();

    WindowState &m_state;
    class QTimer *m_pause;
};

} // namespace wk
