// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace wk {

/// Light, dark, or as the desktop has it.
enum class ColourScheme { System, Light, Dark };

/// By its name on the command line: "light", "dark", "system".
ColourScheme schemeNamed(const QString &name, ColourScheme otherwise);

/// Gives the application its style, palette and fonts, and changes them while it runs: all that paints asks
/// tokens(palette()) at the time of painting, so a change needs no restart. One per QApplication, made before
/// the first widget. Gui thread.
class Theme : public QObject
{
    Q_OBJECT

public:
    explicit Theme(QObject *parent = nullptr);

    ColourScheme scheme() const { return m_scheme; }
    bool isDark() const { return m_dark; }
    void setScheme(ColourScheme scheme);

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// QApplication has another palette; widgets get theirs at the next turn of the event loop.
    void changed();

private:
    void applyLater();
    void apply();

    ColourScheme m_scheme = ColourScheme::System;
    bool m_dark = false;
    bool m_pending = false;
};

} // namespace wk
