// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace wk {

class SafeLabel;

/// A line above a view that says what is not as it should be; not there while all is well. Gui thread.
class NoticeBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeBar(QWidget *parent = nullptr);

    /// `canRetry`: with a button that asks to be tried again at once.
    void say(const QString &text, bool canRetry = false);

Q_SIGNALS:
    void retryAsked();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    SafeLabel *m_text;
    QToolButton *m_retry;
};

} // namespace wk
