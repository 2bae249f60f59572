// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/watchmark.h"

#include <QString>
#include <QWidget>

#include <optional>

namespace wk {

/// How a table's watch fares, in a mark and a few words, with all there is to say in its tooltip. Gui thread.
class StateBadge : public QWidget
{
    Q_OBJECT

public:
    explicit StateBadge(QWidget *parent = nullptr);

    /// Plain texts; without a look nothing is shown.
    void show(const std::optional<WatchLook> &look, const QString &words, const QString &tip);
    const QString &words() const { return m_words; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Somebody wants to know more.
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    WatchLook m_look;
    QString m_words;
};

} // namespace wk
