// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace wk {

class ElidedLabel;

/// A line above a view that says what is not as it should be; not there while all is well. Gui thread.
class NoticeBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeBar(QWidget *parent = nullptr);

    void say(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    ElidedLabel *m_text;
};

} // namespace wk
