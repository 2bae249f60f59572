// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintEvent>
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

} // namespace wk::test
