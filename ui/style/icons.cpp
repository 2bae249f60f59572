// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/glyphs.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

/// Outside of any namespace, as Q_INIT_RESOURCE asks: a static library's resources register themselves only
/// when called.
static void registerIcons()
{
    Q_INIT_RESOURCE(icons);
}

namespace wk {

namespace {

const char *fileOf(Icon which)
{
    switch (which) {
    case Icon::Bolt: return "bolt";
    case Icon::Check: return "check";
    case Icon::ChevronDown: return "chevron-down";
    case Icon::ChevronLeft: return "chevron-left";
    case Icon::ChevronRight: return "chevron-right";
    case Icon::Close: return "close";
    case Icon::Columns: return "columns";
    case Icon::Copy: return "copy";
    case Icon::Cube: return "cube";
    case Icon::Down: return "down";
    case Icon::Export: return "export";
    case Icon::Eye: return "eye";
    case Icon::Lock: return "lock";
    case Icon::Menu: return "menu";
    case Icon::Namespace: return "namespace";
    case Icon::Pause: return "pause";
    case Icon::Play: return "play";
    case Icon::Plus: return "plus";
    case Icon::Record: return "record";
    case Icon::Retry: return "retry";
    case Icon::Search: return "search";
    case Icon::Server: return "server";
    case Icon::Split: return "split";
    case Icon::Star: return "star";
    case Icon::Warning: return "warning";
    }
    return "warning";
}

/// The icon drawn once at a size in device pixels, in one colour; kept in QPixmapCache.
QPixmap tinted(Icon which, const QSize &devicePixels, const QColor &ink)
{
    const QString key = QStringLiteral("wk-icon/%1/%2/%3")
                            .arg(QLatin1String(fileOf(which)))
                            .arg(devicePixels.width())
                            .arg(ink.name(QColor::HexArgb));
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    registerIcons();
    pixmap = QPixmap(devicePixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer renderer(QStringLiteral(":/watchkeeper/icons/%1.svg").arg(QLatin1String(fileOf(which))));
    renderer.render(&painter);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), ink);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

QColor inkOf(QIcon::Mode mode)
{
    const QPalette palette = QApplication::palette();
    const Tokens &colours = tokens(palette);
    switch (mode) {
    case QIcon::Normal: return colours.text3;
    case QIcon::Disabled: return colours.disabled;
    case QIcon::Active:
    case QIcon::Selected: return colours.text2;
    }
    return colours.text3;
}

class TintedEngine : public QIconEngine
{
public:
    explicit TintedEngine(Icon which)
        : m_which(which)
    {}
    QIconEngine *clone() const override { return new TintedEngine(m_which); }
    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        paintIcon(*painter, rect, m_which, inkOf(mode));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State) override
    {
        return tinted(m_which, size, inkOf(mode));
    }
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal) override
    {
        return tinted(m_which, size, inkOf(mode));
    }

private:
    Icon m_which;
};

} // namespace

QIcon icon(Icon which)
{
    return QIcon(new TintedEngine(which));
}

void paintIcon(QPainter &painter, const QRectF &box, Icon which, const QColor &ink)
{
    const qreal ratio = painter.device()->devicePixelRatioF();
    QPixmap pixmap = tinted(which, (box.size() * ratio).toSize(), ink);
    pixmap.setDevicePixelRatio(ratio);
    painter.drawPixmap(box.topLeft(), pixmap);
}

} // namespace wk
