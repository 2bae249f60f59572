// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QStyleOptionHeader;

namespace wk {

/// What the edge of a filter box says of its text.
enum class FilterEdge { Empty, Typing, Valid, Wrong };

/// Sets the edge that ProxyStyle paints round a line edit.
void setFilterEdge(QWidget *edit, FilterEdge edge);

/// Marks a push button as the one filled button of its place.
void setPrimary(QWidget *button);

/// Fusion with the design's measures: flat controls of 28 px, tabs with an accent line, thin scroll bars, 1
/// px separators and a 2 px accent where the focus is. Colours come from tokens(option palette) at the time
/// of painting. Gui thread.
class ProxyStyle : public QProxyStyle
{
    Q_OBJECT

public:
    ProxyStyle();

    using QProxyStyle::polish;
    void polish(QWidget *widget) override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget = nullptr) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
                         const QWidget *widget = nullptr) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents,
                           const QWidget *widget = nullptr) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option = nullptr,
                    const QWidget *widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr, const QWidget *widget = nullptr,
                  QStyleHintReturn *returnData = nullptr) const override;

private:
    void drawHeader(const QStyleOptionHeader &header, QPainter &painter, const QWidget *widget) const;
};

} // namespace wk
