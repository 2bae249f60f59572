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
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>

namespace wk {

namespace {

constexpr int mostLines = 5;

} // namespace

/// Text of several lines, as high as they are up to so many: what is more can be scrolled to.
class NoticeText : public QScrollArea
{
public:
    explicit NoticeText(QWidget *parent)
        : QScrollArea(parent)
        , m_label(new SafeLabel)
    {
        setWidget(m_label);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        viewport()->setAutoFillBackground(false);
        m_label->setAutoFillBackground(false);
        m_label->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        m_label->setWordWrap(true); // what to try stands at the end
    }
    void setText(const QString &text)
    {
        m_label->setText(text);
        m_label->setToolTip(safeToolTip(text));
        updateGeometry();
    }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override
    {
        return std::min(m_label->heightForWidth(width), mostLines * m_label->fontMetrics().lineSpacing());
    }
    QSize sizeHint() const override { return {m_label->sizeHint().width(), heightForWidth(width())}; }
    QSize minimumSizeHint() const override { return {0, m_label->fontMetrics().lineSpacing()}; }

protected:
    /// The keys reach it only while there is something to scroll to.
    void resizeEvent(QResizeEvent *event) override
    {
        QScrollArea::resizeEvent(event);
        const bool isCut = m_label->heightForWidth(viewport()->width()) > viewport()->height();
        setFocusPolicy(isCut ? Qt::TabFocus : Qt::NoFocus);
    }

private:
    SafeLabel *m_label;
};

NoticeBar::NoticeBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new NoticeText(this))
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
