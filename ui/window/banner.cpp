// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/banner.h"

#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <utility>

namespace wk {

Banner::Banner(Kind kind, std::function<QString()> words, QWidget *parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_text(new ElidedLabel(Qt::ElideRight, this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(measure::FirstPadding), 0, scaled(measure::Grid), 1);
    row->addWidget(m_text, 1);
    m_text->setAlignment(kind == Kind::Danger ? Qt::AlignCenter : Qt::AlignLeft | Qt::AlignVCenter);
    if (kind == Kind::Danger)
        m_text->setFont(fontOf(TextRole::BodyBold));
    else
        addClose();
    setFixedHeight(scaled(measure::FilterBar));
    ink();
    whenTranslated(this, [this, words = std::move(words)] {
        m_text->setText(words());
        setAccessibleName(m_kind == Kind::Danger ? tr("Warning") : tr("Note"));
        setAccessibleDescription(m_text->text());
    });
}

QString Banner::text() const
{
    return m_text->text();
}

void Banner::addButton(std::function<QString()> words, std::function<void()> clicked)
{
    auto *button = new QPushButton(this);
    button->setFocusPolicy(Qt::TabFocus);
    static_cast<QHBoxLayout *>(layout())->insertWidget(1, button);
    connect(button, &QPushButton::clicked, this, std::move(clicked));
    whenTranslated(button, [button, words = std::move(words)] { button->setText(words()); });
}

void Banner::addClose()
{
    auto *close = new QToolButton(this);
    close->setIcon(icon(Icon::Close));
    close->setIconSize(QSize(scaled(measure::FieldIcon), scaled(measure::FieldIcon)));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::TabFocus);
    layout()->addWidget(close);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    whenTranslated(close, [close] {
        close->setAccessibleName(tr("Close this note"));
        close->setToolTip(safeToolTip(close->accessibleName()));
    });
}

/// The danger's fill is bright in both themes, so its text is dark in both.
void Banner::ink()
{
    if (m_kind != Kind::Danger)
        return;
    QPalette colours = m_text->palette();
    colours.setColor(QPalette::WindowText, lightTokens().text);
    m_text->setPalette(colours);
}

void Banner::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        ink();
}

void Banner::paintEvent(QPaintEvent *)
{
    const Tokens &colours = tokens(palette());
    QPainter painter(this);
    painter.fillRect(rect(), m_kind == Kind::Danger ? colours.failed : colours.accentTint);
    painter.fillRect(0, height() - 1, width(), 1, colours.border);
}

} // namespace wk
