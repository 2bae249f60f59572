// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/proxystyle.h"

#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/stylepaint.h"

#include <QAbstractButton>
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

namespace wk {

namespace {

constexpr int scrollBarWidth = 10;
constexpr int tabSidePadding = 14;
constexpr int buttonSidePadding = 10;

} // namespace

void setFilterEdge(QWidget *edit, FilterEdge edge)
{
    edit->setProperty(paint::edgeProperty, static_cast<int>(edge));
    edit->update();
}

void setPrimary(QWidget *button)
{
    button->setProperty(paint::primaryProperty, true);
    button->update();
}

ProxyStyle::ProxyStyle()
    : QProxyStyle(QStringLiteral("fusion"))
{}

void ProxyStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton *>(widget))
        widget->setAttribute(Qt::WA_Hover);
}

void ProxyStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                               const QWidget *widget) const
{
    switch (element) {
    case PE_FrameFocusRect: return paint::focusFrame(*painter, *option);
    case PE_PanelLineEdit: return paint::lineEdit(*painter, *option, widget);
    case PE_FrameLineEdit: return paint::lineEdit(*painter, *option, widget);
    case PE_PanelButtonCommand: return paint::button(*painter, *option, widget);
    case PE_PanelButtonTool: return paint::toolButton(*painter, *option);
    case PE_PanelItemViewItem: return paint::itemRow(*painter, *option);
    case PE_FrameTabBarBase: return paint::tabBarBase(*painter, *option);
    case PE_FrameTabWidget:
    case PE_FrameStatusBarItem:
    case PE_FrameDockWidget: return;
    case PE_FrameMenu:
    case PE_PanelTipLabel:
    case PE_PanelMenu: return paint::popup(*painter, *option);
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: return paint::checkBox(*painter, *option);
    case PE_IndicatorRadioButton: return paint::radioButton(*painter, *option);
    case PE_IndicatorHeaderArrow: return paint::sortArrow(*painter, *option);
    case PE_IndicatorArrowDown: return paint::chevron(*painter, *option, true);
    case PE_IndicatorArrowRight: return paint::chevron(*painter, *option, false);
    case PE_IndicatorBranch: return paint::branch(*painter, *option);
    case PE_PanelScrollAreaCorner: return paint::scrollCorner(*painter, *option);
    case PE_IndicatorDockWidgetResizeHandle: return paint::separator(*painter, *option);
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ProxyStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                             const QWidget *widget) const
{
    switch (element) {
    case CE_Header:
        // The base style would ask itself, not us, where the label and the arrow stand.
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option))
            return drawHeader(*header, *painter, widget);
        break;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea: return paint::headerSection(*painter, *option);
    case CE_HeaderLabel:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option)) {
            const QStyleOptionHeaderV2 quiet = paint::headerLabel(*header);
            return QProxyStyle::drawControl(element, &quiet, painter, widget);
        }
        break;
    case CE_TabBarTabShape: return paint::tabShape(*painter, *option);
    case CE_TabBarTabLabel: return paint::tabLabel(*painter, *option);
    case CE_DockWidgetTitle: return paint::dockTitle(*painter, *option);
    case CE_Splitter: return paint::separator(*painter, *option);
    case CE_ProgressBarGroove: return paint::progressGroove(*painter, *option);
    case CE_ProgressBarContents: return paint::progressContents(*painter, *option);
    case CE_ProgressBarLabel: return;
    case CE_PushButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            const QStyleOptionButton inked = paint::buttonLabel(*button, widget);
            return QProxyStyle::drawControl(element, &inked, painter, widget);
        }
        break;
    default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void ProxyStyle::drawHeader(const QStyleOptionHeader &header, QPainter &painter, const QWidget *widget) const
{
    drawControl(CE_HeaderSection, &header, &painter, widget);
    QStyleOptionHeaderV2 part = paint::headerLabel(header);
    part.rect = paint::headerLabelRect(header);
    drawControl(CE_HeaderLabel, &part, &painter, widget);
    part.rect = paint::headerArrowRect(header);
    drawPrimitive(PE_IndicatorHeaderArrow, &part, &painter, widget);
}

void ProxyStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                    const QWidget *widget) const
{
    switch (control) {
    case CC_ScrollBar:
        return paint::scrollBar(*painter, *option, subControlRect(control, option, SC_ScrollBarSlider, widget));
    case CC_ComboBox:
        return paint::comboBox(*painter, *option, subControlRect(control, option, SC_ComboBoxArrow, widget));
    case CC_ToolButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option)) {
            // The icon says what it is; a second arrow in its corner only clutters it.
            QStyleOptionToolButton bare = *button;
            bare.features &= ~QStyleOptionToolButton::HasMenu;
            return QProxyStyle::drawComplexControl(control, &bare, painter, widget);
        }
        break;
    default: break;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect ProxyStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
                                 const QWidget *widget) const
{
    const QStyleOptionSlider *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control == CC_ScrollBar && bar)
        return paint::scrollBarPart(*bar, subControl);
    return QProxyStyle::subControlRect(control, option, subControl, widget);
}

QSize ProxyStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents,
                                   const QWidget *widget) const
{
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    switch (type) {
    case CT_PushButton:
    case CT_LineEdit:
    case CT_ComboBox:
    case CT_SpinBox: size.setHeight(std::max(contents.height() + 2, scaled(measure::Control))); break;
    case CT_ToolButton: size = size.expandedTo({scaled(measure::SmallControl), scaled(measure::SmallControl)}); break;
    case CT_TabBarTab: size.setHeight(scaled(measure::Tab)); break;
    case CT_HeaderSection: size.setHeight(scaled(measure::Header)); break;
    case CT_ItemViewItem: size.setHeight(std::max(size.height(), scaled(measure::Row))); break;
    case CT_MenuItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
            item && item->menuItemType != QStyleOptionMenuItem::Separator)
            size.setHeight(std::max(size.height(), scaled(measure::SmallControl)));
        break;
    default: break;
    }
    return size;
}

int ProxyStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent: return scaled(scrollBarWidth);
    case PM_ScrollBarSliderMin: return scaled(measure::Row);
    case PM_ScrollView_ScrollBarSpacing:
    case PM_ScrollView_ScrollBarOverlap:
    case PM_TabBarTabOverlap:
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabVSpace:
    case PM_TabBarBaseHeight:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_ToolBarFrameWidth:
    case PM_ToolBarItemMargin:
    case PM_DockWidgetFrameWidth: return 0;
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
    case PM_DefaultFrameWidth:
    case PM_MenuPanelWidth: return 1;
    case PM_MenuVMargin: return measure::Grid;
    case PM_MenuHMargin: return 0;
    case PM_ButtonMargin: return 2 * (scaled(buttonSidePadding) - 1);
    case PM_TabBarTabHSpace: return 2 * scaled(tabSidePadding);
    case PM_HeaderMargin: return scaled(measure::CellPadding);
    case PM_HeaderMarkSize: return scaled(8);
    case PM_FocusFrameHMargin: return scaled(measure::CellPadding) - 1;
    case PM_SmallIconSize: return scaled(measure::Icon);
    case PM_ButtonIconSize:
    case PM_TabBarIconSize: return scaled(measure::FieldIcon);
    case PM_MenuButtonIndicator: return scaled(measure::Glyph);
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return scaled(measure::FieldIcon);
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int ProxyStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                          QStyleHintReturn *returnData) const
{
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DockWidget_ButtonsHaveFrame:
    case SH_ItemView_ActivateItemOnSingleClick:
    case SH_ScrollBar_Transient:
    case SH_Menu_SloppySubMenus: return 0;
    case SH_ItemView_ShowDecorationSelected:
    case SH_ScrollBar_LeftClickAbsolutePosition:
    case SH_Menu_MouseTracking: return 1;
    case SH_TabBar_Alignment: return Qt::AlignLeft;
    case SH_TabBar_ElideMode: return Qt::ElideNone;
    case SH_ItemView_PaintAlternatingRowColorsForEmptyArea: return 0;
    case SH_Header_ArrowAlignment: return Qt::AlignRight | Qt::AlignVCenter;
    case SH_Table_GridLineColor: return static_cast<int>(paint::gridColour(option).rgba());
    default: return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

} // namespace wk
