// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include "ui/style/fonts.h"
#include "ui/style/proxystyle.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>
#include <QStyleHints>

namespace wk {

namespace {

/// Whether the desktop's own palette is dark. Before Qt 6.5 the only way to ask is to take ours off for a
/// moment.
bool desktopIsDark()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark;
#else
    QApplication::setPalette(QPalette());
    return QApplication::palette().color(QPalette::Window).lightness() < 128;
#endif
}

} // namespace

ColourScheme schemeNamed(const QString &name, ColourScheme otherwise)
{
    if (name == QStringLiteral("dark"))
        return ColourScheme::Dark;
    if (name == QStringLiteral("light"))
        return ColourScheme::Light;
    return name == QStringLiteral("system") ? ColourScheme::System : otherwise;
}

Theme::Theme(QObject *parent)
    : QObject(parent)
{
    QApplication::setStyle(new ProxyStyle);
    QApplication::setFont(interfaceFont());
    fontsChanged();
    QApplication::setFont(fontOf(TextRole::Header), "QHeaderView");
    apply();
    qApp->installEventFilter(this);
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, &Theme::apply);
#endif
}

void Theme::setScheme(ColourScheme scheme)
{
    if (scheme == m_scheme)
        return;
    m_scheme = scheme;
    apply();
}

bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    // Qt tells each window that the desktop's theme has changed, and the application that its palette has:
    // ours as well.
    const bool foreign =
        event->type() == QEvent::ApplicationPaletteChange &&
        QApplication::palette().color(QPalette::Window) != (m_dark ? darkTokens() : lightTokens()).window;
    if ((foreign || event->type() == QEvent::ThemeChange) && m_scheme == ColourScheme::System)
        applyLater();
    if (event->type() == QEvent::ApplicationFontChange)
        fontsChanged();
    return QObject::eventFilter(watched, event);
}

void Theme::applyLater()
{
    if (m_pending)
        return;
    m_pending = true;
    QMetaObject::invokeMethod(this, &Theme::apply, Qt::QueuedConnection);
}

void Theme::apply()
{
    const bool was = m_dark;
    m_pending = false;
    m_dark = m_scheme == ColourScheme::Dark || (m_scheme == ColourScheme::System && desktopIsDark());
    QApplication::setPalette(paletteOf(m_dark ? darkTokens() : lightTokens()));
    if (was != m_dark)
        Q_EMIT changed();
}

} // namespace wk
