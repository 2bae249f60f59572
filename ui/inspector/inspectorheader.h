// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/phase.h"

#include <QWidget>

class QToolButton;

namespace wk {

/// What the inspector's head says of its object. Plain text, made safe.
struct InspectorTitle {
    QString name;
    QString place;  ///< "Pod in web"
    QString status; ///< "CrashLoopBackOff"
    Phase phase = Phase::None;
    QString version; ///< "rv 8 123 309"
    QString moment;  ///< "As of 10:41:08.113"; empty for what is now
    QString notice;  ///< "Deleted at 10:41:08; this is its last state.", "Not seen from 10:41:08 to …"; mostly empty

    bool operator==(const InspectorTitle &) const = default;
};

/// Name and standing of the object under inspection, with a button that copies the name. As high as shows all of its
/// notice. Gui thread.
class InspectorHeader : public QWidget
{
    Q_OBJECT

public:
    explicit InspectorHeader(QWidget *parent = nullptr);

    void setTitle(const InspectorTitle &title);
    const InspectorTitle &title() const { return m_title; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void paintStanding(QPainter &painter, QRect line);
    void paintNotices(QPainter &painter) const;
    bool hasNotices() const { return !m_title.notice.isEmpty() || !m_title.moment.isEmpty(); }
    QRect lineAt(int number) const;
    QRect noticeArea() const;
    int neededHeight() const;

    InspectorTitle m_title;
    QToolButton *m_copy;
};

} // namespace wk
