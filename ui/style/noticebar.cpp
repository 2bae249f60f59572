// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/noticebar.h"

#include "core/informer/entry.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace wk {

namespace {

constexpr int mostLines = 3;

} // namespace

NoticeBar::NoticeBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new SafeLabel(this))
    , m_retry(new QToolButton(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(3 * measure::Glyph), scaled(measure::Grid), scaled(measure::FirstPadding),
                            scaled(measure::Grid) + 1);
    row->addWidget(m_text, 1);
    row->addWidget(m_retry);
    m_retry->setAutoRaise(true);
    connect(m_retry, &QToolButton::clicked, this, &NoticeBar::retryAsked);
    whenTranslated(this, [this] {
        setAccessibleName(tr("Notice"));
        m_retry->setText(tr("Retry now"));
        m_retry->setAccessibleName(m_retry->text());
    });
    // What to try stands at the end: it is wrapped, not cut.
    m_text->setWordWrap(true);
    m_text->setMaximumHeight(mostLines * m_text->fontMetrics().lineSpacing());
    setMinimumHeight(scaled(measure::FilterBar));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    hide();
}

void NoticeBar::say(const QString &text, bool canRetry)
{
    m_retry->setVisible(canRetry);
    m_text->setText(text);
    m_text->setToolTip(safeToolTip(text));
    setAccessibleDescription(text);
    setVisible(!text.isEmpty());
}

void NoticeBar::paintEvent(QPaintEvent *)
{
    const Tokens &colours = tokens(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colours.gapTint);
    painter.fillRect(0, height() - 1, width(), 1, colours.border);
    const int side = scaled(measure::Glyph);
    paintGlyph(painter, QRectF(scaled(measure::FirstPadding), (height() - side) / 2.0, side, side), EntryType::Gap,
               colours.gap);
}

} // namespace wk
