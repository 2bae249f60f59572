// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/signinpanel.h"

#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/style/weblinks.h"
#include "ui/style/whentranslated.h"

#include <QDesktopServices>
#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace wk {

namespace {

constexpr std::chrono::seconds TellSilenceAfter{3}; // a plugin that needs nobody is done by then
constexpr std::size_t MostWords = 8 * limits::KiB;
constexpr int MostLines = 6; // seen at once
constexpr qsizetype MostLinks = 3;

} // namespace

SignInPanel::SignInPanel(const QString &cluster, Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_cluster(displayText(cluster.toStdString()))
    , m_title(new SafeLabel(this))
    , m_cancel(new QPushButton(this))
    , m_text(new QPlainTextEdit(this))
    , m_linkRow(new QHBoxLayout)
{
    auto *column = new QVBoxLayout(this);
    const int side = scaled(measure::FirstPadding);
    column->setContentsMargins(side, scaled(measure::Grid), side, scaled(2 * measure::Grid));
    column->setSpacing(scaled(measure::Grid));
    auto *head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_cancel);
    column->addLayout(head);
    column->addWidget(m_text);
    m_linkRow->setSpacing(scaled(2 * measure::Grid));
    m_linkRow->addStretch(1);
    column->addLayout(m_linkRow);
    m_title->setFont(fontOf(TextRole::BodyBold));
    m_text->setReadOnly(true);
    m_text->setFont(fontOf(TextRole::Mono));
    m_text->setTabChangesFocus(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    connect(m_cancel, &QPushButton::clicked, this, &SignInPanel::cancelAsked);
    whenTranslated(this, [this] {
        setAccessibleName(tr("Sign-in"));
        m_text->setAccessibleName(tr("What the plugin says"));
        m_cancel->setText(tr("Cancel"));
        m_cancel->setAccessibleName(tr("Cancel the sign-in"));
        sayTitle();
        offerLinks(m_offered);
    });
    hide();
}

void SignInPanel::hear(const PluginNews &news)
{
    switch (news.kind) {
    case PluginNews::Kind::Begun: return begin(news.command);
    case PluginNews::Kind::Said: return say(news.words);
    case PluginNews::Kind::Ended: return end();
    }
}

void SignInPanel::begin(const std::string &command)
{
    hide();
    m_command = displayText(command);
    m_words.clear();
    showWords();
    m_silence = m_clock.after(TellSilenceAfter, [this] { show(); });
}

void SignInPanel::say(const std::string &words)
{
    m_silence.cancel();
    m_words += words;
    if (m_words.size() > MostWords) {
        const std::size_t over = m_words.size() - MostWords;
        const std::size_t lineEnd = m_words.find('\n', over);
        m_words.erase(0, lineEnd == std::string::npos ? over : lineEnd + 1);
    }
    // It may come byte by byte.
    if (!std::exchange(m_isStale, true))
        QMetaObject::invokeMethod(this, &SignInPanel::showWords, Qt::QueuedConnection);
}

void SignInPanel::end()
{
    m_silence.cancel();
    m_words.clear();
    hide();
}

/// What has been selected to be copied stays so.
void SignInPanel::showWords()
{
    m_isStale = false;
    const QString before = m_text->toPlainText();
    const QString now = displayLines(m_words);
    if (now.startsWith(before)) {
        const QTextCursor chosen = m_text->textCursor();
        const auto [anchor, position] = std::pair(chosen.anchor(), chosen.position());
        QTextCursor cursor(m_text->document());
        cursor.movePosition(QTextCursor::End);
        cursor.insertText(now.sliced(before.size()));
        cursor.setPosition(anchor); // one that was at the end has gone along
        cursor.setPosition(position, QTextCursor::KeepAnchor);
        m_text->setTextCursor(cursor);
    } else {
        m_text->setPlainText(now);
    }
    m_text->setVisible(!now.isEmpty());
    sayTitle();
    if (const QList<QUrl> links = webLinks(QString::fromStdString(m_words)); links != m_offered)
        offerLinks(links);
    if (!m_words.empty())
        show();
    fitHeight();
}

void SignInPanel::fitHeight()
{
    const int lines = std::max(int(m_text->document()->size().height()), 1);
    const int frame = 2 * m_text->frameWidth() + 2 * int(m_text->document()->documentMargin());
    const qreal line = QFontMetricsF(m_text->font()).lineSpacing();
    // A line that does not fit to the last pixel would push the first one out of sight.
    m_text->setFixedHeight(int(std::ceil(std::min(lines, MostLines) * line)) + frame + scaled(measure::Grid));
    if (!m_text->textCursor().hasSelection())
        m_text->verticalScrollBar()->setValue(lines > MostLines ? m_text->verticalScrollBar()->maximum() : 0);
}

void SignInPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitHeight();
}

void SignInPanel::sayTitle()
{
    const QString words = m_words.empty()
                              ? tr("“%1” is signing you in to “%2” and has said nothing yet.", "a program, a cluster")
                              : tr("“%1” is signing you in to “%2”, and says:", "a program, a cluster");
    m_title->setText(words.arg(m_command, m_cluster));
}

/// Those that were named last: whoever goes on asking means these. The button says where it leads.
void SignInPanel::offerLinks(const QList<QUrl> &links)
{
    m_offered = links;
    while (m_linkRow->count() > 1)
        delete std::unique_ptr<QLayoutItem>(m_linkRow->takeAt(0))->widget();
    for (const QUrl &link : links.last(std::min(links.size(), MostLinks))) {
        auto *open = new QPushButton(tr("Open %1", "a host").arg(linkHost(link)), this);
        open->setAccessibleName(open->text());
        open->setToolTip(safeToolTip(displayText(link.toEncoded().toStdString(), limits::LineChars)));
        connect(open, &QPushButton::clicked, this, [link] { QDesktopServices::openUrl(link); });
        m_linkRow->insertWidget(m_linkRow->count() - 1, open);
    }
}

void SignInPanel::paintEvent(QPaintEvent *)
{
    const Tokens &colours = tokens(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colours.accentTint);
    painter.fillRect(0, height() - 1, width(), 1, colours.border);
}

} // namespace wk
