// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QPushButton;
class QToolButton;

namespace wk {

class Clock;
class ElidedLabel;
class LiveFigures;
class SafeLabel;
class TimeTravel;
class WindowState;

/// The line between the tabs and the view while it shows the past: which moment that is, whether what the window's kind
/// was then is known, steps to the events beside it, a field for another one, and the way back. Not there while the
/// window is live. Gui thread.
class PastBanner : public QWidget
{
    Q_OBJECT

public:
    /// All outlive it.
    PastBanner(WindowState &state, TimeTravel &travel, const LiveFigures &figures, Clock &clock,
               QWidget *parent = nullptr);

    /// How long ago it is, and how much has come since.
    void tick();
    /// The keys go to the field.
    void askForTime();
    QLineEdit &timeField() { return *m_time; }
    /// What it says, whole.
    QString words() const;

Q_SIGNALS:
    /// The field has been answered: the keys are the view's again.
    void left();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void buildControls();
    void retranslate();
    void showMoment();
    void goToTyped();
    void sayWayBack();
    QStringList detail() const;
    QString outage() const;
    int roomForDetail() const;
    void fit();

    WindowState &m_state;
    TimeTravel &m_travel;
    const LiveFigures &m_figures;
    Clock &m_clock;
    SafeLabel *m_moment;
    ElidedLabel *m_detail;
    QToolButton *m_earlier;
    QToolButton *m_later;
    QLineEdit *m_time;
    QPushButton *m_live;
    QString m_outage;   ///< that something was not seen at the moment; empty when all was
    QStringList m_said; ///< beside the moment, whether there is room for it or not
    bool m_isMistyped = false;
};

} // namespace wk
