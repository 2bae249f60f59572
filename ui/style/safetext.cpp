// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/safetext.h"

#include <QPainter>
#include <QStyle>

namespace wk {

namespace {

bool isShown(char32_t character)
{
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return false;
    default: return true;
    }
}

QString mark(char32_t character)
{
    return QStringLiteral("‹U+%1›").arg(static_cast<uint>(character), 4, 16, QLatin1Char('0')).toUpper();
}

} // namespace

QString displayText(std::string_view bytes, std::size_t limit)
{
    // Four bytes a character at most, so no more than that is ever read.
    const bool cutEarly = bytes.size() > limit * 4;
    const QString text =
        QString::fromUtf8(bytes.data(), static_cast<qsizetype>(cutEarly ? limit * 4 : bytes.size()));
    QString shown;
    shown.reserve(std::min<qsizetype>(text.size(), static_cast<qsizetype>(limit)));
    for (const char32_t character : text.toUcs4()) {
        if (shown.size() >= static_cast<qsizetype>(limit))
            return shown + QChar(0x2026);
        if (isShown(character))
            shown += QString::fromUcs4(&character, 1);
        else
            shown += mark(character);
    }
    return cutEarly ? QString(shown + QChar(0x2026)) : shown;
}

QString safeToolTip(const QString &text)
{
    if (text.isEmpty())
        return {};
    const QString cut = text.left(static_cast<qsizetype>(limits::LineChars));
    return QStringLiteral("<qt>") + cut.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br/>")) +
           QStringLiteral("</qt>");
}

SafeLabel::SafeLabel(QWidget *parent)
    : SafeLabel(QString(), parent)
{
}

SafeLabel::SafeLabel(const QString &text, QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setText(text);
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

void ElidedLabel::resizeEvent(QResizeEvent *event)
{
    SafeLabel::resizeEvent(event);
    const bool fits = fontMetrics().horizontalAdvance(text()) <= contentsRect().width();
    setToolTip(fits ? QString() : safeToolTip(text()));
}

} // namespace wk
