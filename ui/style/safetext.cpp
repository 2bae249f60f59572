// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/safetext.h"

#include "core/base/displaysafe.h"

#include "ui/style/tokens.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace wk {

namespace {

constexpr int UnbrokenColumns = 64;
constexpr char16_t FirstWide = 0x1100; ///< from here on most characters are as wide as two

/// Qt would break a line of two words so that the tooltip is not too flat, also within a name.
bool isShort(const QString &line)
{
    const auto wide = std::ranges::count_if(line, [](QChar c) { return c.unicode() >= FirstWide; });
    return line.size() + wide <= UnbrokenColumns;
}

} // namespace

QString displayText(std::string_view bytes, std::size_t limit)
{
    return QString::fromStdString(displaySafe(bytes, limit));
}

QString displayLines(std::string_view bytes)
{
    QStringList lines;
    for (QByteArray line : QByteArray(bytes.data(), qsizetype(bytes.size())).split('\n')) {
        if (line.endsWith('\r'))
            line.chop(1);
        lines.append(displayText(line.replace('\t', ' ').toStdString(), limits::LineChars));
    }
    while (!lines.isEmpty() && lines.constLast().isEmpty())
        lines.removeLast();
    return lines.join(u'\n');
}

QString safeToolTip(const QString &text)
{
    if (text.isEmpty())
        return {};
    QString html = QStringLiteral("<qt>");
    for (const QString &line : text.left(static_cast<qsizetype>(limits::LineChars)).split(QLatin1Char('\n'))) {
        html += isShort(line) ? QStringLiteral("<div style=\"white-space:pre\">") : QStringLiteral("<div>");
        html += line.isEmpty() ? QStringLiteral("&nbsp;") : line.toHtmlEscaped();
        html += QStringLiteral("</div>");
    }
    return html + QStringLiteral("</qt>");
}

SafeLabel::SafeLabel(QWidget *parent)
    : SafeLabel(QString(), parent)
{}

SafeLabel::SafeLabel(const QString &text, QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setText(text);
}

void SafeLabel::setQuiet()
{
    m_isQuiet = true;
    inkQuietly();
}

void SafeLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_isQuiet)
        inkQuietly();
}

void SafeLabel::inkQuietly()
{
    QPalette colours = palette();
    const QColor &ink = tokens(colours).text2;
    if (colours.color(QPalette::WindowText) == ink)
        return;
    colours.setColor(QPalette::WindowText, ink);
    setPalette(colours);
}

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, QWidget *parent)
    : SafeLabel(parent)
    , m_mode(mode)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 4, SafeLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRect area = contentsRect();
    const QString shown = fontMetrics().elidedText(text(), m_mode, area.width());
    style()->drawItemText(&painter, area, static_cast<int>(alignment()), palette(), isEnabled(), shown,
                          foregroundRole());
}

/// What is cut depends on the text and the room, either of which may have changed.
bool ElidedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const bool fits = fontMetrics().horizontalAdvance(text()) <= contentsRect().width();
        setToolTip(safeToolTip(!m_whole.isEmpty() ? m_whole : fits ? QString() : text()));
    }
    return SafeLabel::event(event);
}

} // namespace wk
