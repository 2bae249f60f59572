// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/watchmark.h"

#include <QString>
#include <QWidget>

#include <optional>

namespace wk {

/// A text of the status line with a mark before it and a thin line after it; hidden while its text is empty.
/// Gui thread.
class StatusSegment : public QWidget
{
    Q_OBJECT

public:
    enum class Mark { None, Live, Waiting, Listing, Locked, Trouble, Recording };

    explicit StatusSegment(QWidget *parent = nullptr);

    void setText(const QString &text);
    QString text() const { return m_text; }
    void setMark(Mark mark);
    /// A watch's mark in place of one of those.
    void setLook(const WatchLook &look);
    /// The last of its side has no line after it.
    void setLast(bool last);
    /// A text that changes all the time keeps at least this many digits' room, so that its neighbours stand
    /// still.
    void setLeastWidth(const QString &sample);
    /// A sentence gives up its end where there is no room, and says the whole in its tooltip.
    /// `leastChars` of it stay however narrow the window is.
    void setElides(int leastChars = 16);
    /// What else there is to say: plain text for the tooltip, in place of what is cut.
    void setTip(const QString &tip);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    int markWidth() const;
    int textRoom() const;
    void sayWhatIsCut();

    QString m_text;
    QString m_tip;
    Mark m_mark = Mark::None;
    std::optional<WatchLook> m_look;
    bool m_last = false;
    bool m_elides = false;
    int m_leastChars = 0;
    int m_leastWidth = 0;
};

} // namespace wk
