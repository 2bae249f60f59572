// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"

#include <QLabel>
#include <QString>

#include <string_view>

namespace wk {

/// displaySafe() of core/base as a QString: what every text of a cluster goes through on its way to a widget.
/// Any thread.
QString displayText(std::string_view bytes, std::size_t limit = limits::CellChars);

/// The same of several lines, which stay lines; a tab is a blank, and empty lines at the end are none.
QString displayLines(std::string_view bytes);

/// A tooltip that cannot be taken for markup: QToolTip has no plain mode, so the text is escaped and marked
/// as rich. Lines stay lines, and short ones are not broken. An empty text stays empty.
QString safeToolTip(const QString &text);

/// A label that shows plain text and nothing else, whatever it is given. Gui thread.
class SafeLabel : public QLabel
{
    Q_OBJECT

public:
    explicit SafeLabel(QWidget *parent = nullptr);
    explicit SafeLabel(const QString &text, QWidget *parent = nullptr);

    /// The second level of text.
    void setQuiet();

protected:
    void changeEvent(QEvent *event) override;

private:
    void inkQuietly();

    bool m_isQuiet = false;
};

/// A SafeLabel on one line that gives up its end (or middle) where there is no room, and says the whole in
/// its tooltip.
class ElidedLabel : public SafeLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(Qt::TextElideMode mode, QWidget *parent = nullptr);

    /// For the tooltip, where the text says less than there is to say; empty where it says all.
    void setWhole(const QString &whole) { m_whole = whole; }

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    Qt::TextElideMode m_mode;
    QString m_whole;
};

} // namespace wk
