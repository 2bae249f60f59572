// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRect>
#include <QString>

#include <array>
#include <cstdint>

class QPainter;

namespace wk {

struct Tokens;

/// The colours that a cluster may be given, to be known by in every view; red is for production.
enum class ClusterColour : std::uint8_t { None, Red, Orange, Amber, Green, Blue, Violet };
inline constexpr std::array ClusterColours{ClusterColour::None,  ClusterColour::Red,   ClusterColour::Orange,
                                           ClusterColour::Amber, ClusterColour::Green, ClusterColour::Blue,
                                           ClusterColour::Violet};

/// Invalid for None.
QColor clusterInk(const Tokens &tokens, ClusterColour colour);
/// For people, in their language.
QString clusterColourName(ClusterColour colour);

/// Paints a cluster's colour at the left of an area, in front of its name, which has the area that is returned. Without
/// a colour that is all of it.
QRect paintClusterDot(QPainter &painter, const QRect &area, ClusterColour colour, const Tokens &tokens);
/// How much of the area that takes.
int clusterDotWidth(ClusterColour colour);

/// How a user wants to see a cluster. A value.
struct ClusterLook {
    QString name; ///< instead of its context's; empty: that
    ClusterColour colour = ClusterColour::None;

    bool operator==(const ClusterLook &) const = default;
};

} // namespace wk
