// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace wk {

struct Tokens;

/// What the glyphs on a chart mean, and the hatches where there are gaps: a mark and its word, side by side. Gui
/// thread.
class MarkLegend : public QWidget
{
    Q_OBJECT

public:
    explicit MarkLegend(std::vector<EntryType> types, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Item {
        QString word;
        std::function<void(QPainter &, const QRectF &, const Tokens &)> paintMark;
    };

    static QString word(EntryType type);
    std::vector<Item> items() const;
    static int widthOf(const QString &word);
    void rename();

    std::vector<EntryType> m_types;
};

} // namespace wk
