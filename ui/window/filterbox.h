// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/models/seenvalues.h"
#include "ui/window/filterpopup.h"

#include <QLineEdit>
#include <QPointer>

class QTimer;

namespace wk {

class WindowState;

/// The window's filter: its text is the window state's. What is typed is handed on after a pause of 150 ms,
/// or at once by Return; Escape closes what is offered, else empties the text, and once more gives the focus back. The
/// edge says whether the text can be read, a mark under the place where it cannot and a sentence behind the text why
/// not and what is shown meanwhile, and the words wear the inks of the filter language. What could go on there is
/// offered below while typing, or by Ctrl+Space. Gui thread.
class FilterBox : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterBox(WindowState &state, QWidget *parent = nullptr);

    /// Why the text cannot be read. Empty when it can.
    const QString &verdict() const { return m_verdict; }
    /// Whose result is shown while the text cannot be read. Empty when it can.
    QString stillShown() const;
    /// The mark under the place where the text cannot be read. Empty when it can, or while the place is out of sight.
    QRect errorMark() const;
    /// Where the values that are offered come from; without it only fields are.
    void setSeenValues(SeenValues seen) { m_seen = std::move(seen); }

    QSize sizeHint() const override;

Q_SIGNALS:
    /// The user is done with the box and wants to go on in the view.
    void left();

protected:
    bool event(QEvent *event) override;
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
    void offer();
    void offerAs(FilterAsked asked);
    void insert(const FilterPlace &place, const QString &text);
    void steer(int key);
    void leave();
    int leftOf(int character) const;

    WindowState &m_state;
    QTimer *m_pause;
    QPointer<FilterPopup> m_popup; ///< made when it is first needed, in the window that the box stands in by then
    SeenValues m_seen;
    QString m_verdict;
    int m_wrongAt = 0;            ///< the character; meaningful with a verdict
    bool m_hasJustClosed = false; ///< what was offered, by itself: the Escape that was meant for it may come now
    bool m_isComposing = false;   ///< an input method holds the text's formats
};

} // namespace wk
