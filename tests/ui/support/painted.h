// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPaintEvent>
#include <QPixmap>
#include <QScreen>
#include <QWidget>

#include <functional>
#include <numeric>
#include <vector>

namespace wk::test {

/// What a widget has been asked to paint.
struct Painted : QObject {
    explicit Painted(QWidget &widget) { widget.installEventFilter(this); }
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() != QEvent::Paint)
            return false;
        ++count;
        parts.push_back(static_cast<QPaintEvent *>(event)->region());
        return false;
    }
    QRegion region() const { return std::accumulate(parts.begin(), parts.end(), QRegion(), std::plus()); }
    /// Of all parts, painted twice counted twice.
    int height() const
    {
        int sum = 0;
        for (const QRegion &part : parts)
            sum = std::accumulate(part.begin(), part.end(), sum,
                                  [](int total, const QRect &rect) { return total + rect.height(); });
        return sum;
    }
    void forget()
    {
        count = 0;
        parts.clear();
    }

    int count = 0; ///< how often
    std::vector<QRegion> parts;
};

/// Whether a widget looks on the screen as it would if it were painted anew.
inline bool isAsPaintedAnew(QWidget &widget)
{
    QWidget &window = *widget.window();
    const QRect place(widget.mapTo(&window, QPoint()), widget.size());
    const QImage seen =
        window.screen()->grabWindow(window.winId(), place.x(), place.y(), place.width(), place.height()).toImage();
    const QImage anew = widget.grab().toImage();
    return !seen.isNull() && seen.convertToFormat(QImage::Format_RGB32) == anew.convertToFormat(QImage::Format_RGB32);
}

} // namespace wk::test
