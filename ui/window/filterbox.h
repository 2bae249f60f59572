// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

class QTimer;

namespace wk {

class WindowState;

/// The window's filter: its text is the window state's. What is typed is handed on after a pause of 150 ms,
/// or at once by Return; Escape empties it, and once more gives the focus back. The edge says whether the
/// text can be read, a sentence at the right why not, and the words wear the inks of the filter language. Gui
/// thread.
class FilterBox : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterBox(WindowState &state, QWidget *parent = nullptr);

    /// What stands at the right: why the text cannot be read. Empty when it can.
    const QString &verdict() const { return m_verdict; }

    QSize sizeHint() const override;

Q_SIGNALS:
    /// The user is done with the box and wants to go on in the view.
    void left();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;

private:
    void typed();
    void judge();
    void ink();
    void handOn();

    WindowState &m_state;
    QTimer *m_pause;
    QString m_verdict;
    bool m_isComposing = false; ///< an input method holds the text's formats
};

} // namespace wk
