// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWheelEvent>

namespace wk {

constexpr double StepIn = 0.8;        ///< of time, by one notch
constexpr double NotchAngle = 120;    ///< QWheelEvent::angleDelta
constexpr double PixelsPerNotch = 40; ///< of a touchpad

/// How far a wheel was turned away from the user.
inline double wheelNotches(const QWheelEvent &event)
{
    return event.pixelDelta().isNull() ? event.angleDelta().y() / NotchAngle : event.pixelDelta().y() / PixelsPerNotch;
}

} // namespace wk
