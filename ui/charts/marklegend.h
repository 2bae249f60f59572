// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"

#include <QWidget>

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

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    static QString word(EntryType type);
    bool hasGaps() const;
    static int widthOf(const QString &word);
    void paintInferred(QPainter &painter, int x, const Tokens &tokens) const;
    void rename();

    std::vector<EntryType> m_types;
};

} // namespace wk
