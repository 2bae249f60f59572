// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/filterbox.h"

#include "ui/models/filterwords.h"
#include "ui/models/windowstate.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/proxystyle.h"
#include "ui/style/safetext.h"
#include "ui/style/stylepaint.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"

#include <QAction>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QTextCharFormat>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// Long enough not to filter at every letter, short enough to feel live.
constexpr std::chrono::milliseconds typingPause{150};
constexpr int mostCharacters = 4096;
constexpr std::size_t ShownFilterChars = 80;
constexpr int LeastVerdictWidth = 60;
constexpr int MarkWidth = 8;

QColor colourOf(FilterSpan::Ink ink, const Tokens &colours)
{
    switch (ink) {
    case FilterSpan::Ink::Field: return colours.synField;
    case FilterSpan::Ink::Operator: return colours.synOp;
    case FilterSpan::Ink::Value: return colours.synValue;
    case FilterSpan::Ink::Keyword: return colours.synKey;
    case FilterSpan::Ink::Number: return colours.synNum;
    case FilterSpan::Ink::Plain: return colours.text;
    }
    return colours.text;
}

} // namespace

FilterBox::FilterBox(WindowState &state, QWidget *parent)
    : QLineEdit(parent)
    , m_state(state)
    , m_pause(new QTimer(this))
{
    setFont(fontOf(TextRole::MonoInput));
    setMaxLength(mostCharacters);
    addAction(icon(Icon::Search), QLineEdit::LeadingPosition);
    QAction *empty = addAction(icon(Icon::Close), QLineEdit::TrailingPosition);
    empty->setVisible(false);
    whenTranslated(this, [this, empty] {
        setPlaceholderText(tr("Filter, for example kind:Pod ns:web phase != Running"));
        setAccessibleName(tr("Filter"));
        empty->setText(tr("Clear the filter"));
        empty->setToolTip(safeToolTip(empty->text()));
    });
    connect(empty, &QAction::triggered, this, [this] {
        clear();
        handOn();
    });
    connect(this, &QLineEdit::textChanged, empty, [empty](const QString &text) { empty->setVisible(!text.isEmpty()); });

    m_pause->setSingleShot(true);
    m_pause->setInterval(typingPause);
    connect(m_pause, &QTimer::timeout, this, &FilterBox::handOn);
    connect(this, &QLineEdit::textChanged, this, &FilterBox::typed);
    connect(this, &QLineEdit::textEdited, this, &FilterBox::offer);
    connect(this, &QLineEdit::cursorPositionChanged, this, [this] {
        if (m_popup && m_popup->isVisible())
            offer();
    });
    connect(&state, &WindowState::filterChanged, this, [this] {
        if (text() != m_state.filter())
            setText(m_state.filter());
    });
    setText(state.filter());
    judge();
}

void FilterBox::typed()
{
    m_pause->start();
    judge();
    ink();
}

void FilterBox::judge()
{
    const FilterParse parsed = parseFilter(text().toStdString());
    FilterEdge edge = text().trimmed().isEmpty() ? FilterEdge::Empty : FilterEdge::Valid;
    m_verdict.clear();
    if (!parsed.filter) {
        edge = hasFocus() && isUnfinished(parsed.error, text()) ? FilterEdge::Typing : FilterEdge::Wrong;
        m_verdict = filterErrorWords(parsed.error);
        m_wrongAt = spanOf(parsed.error, text()).start;
    }
    setFilterEdge(this, edge);
    const QString shown = stillShown();
    setAccessibleDescription(shown.isEmpty() ? m_verdict : QString(m_verdict + u". " + shown));
    const QString help = tr(
        "What is shown. Words are searched for in names, namespaces and cells; field:value asks one field, field == "
        "value matches exactly; restarts > 3, size > 5kB and age < 10m compare; not, and, or and ( ) combine them. / "
        "moves here, Esc clears it.");
    setToolTip(safeToolTip(m_verdict.isEmpty() ? help : QString(m_verdict + u'\n' + shown)));
}

QString FilterBox::stillShown() const
{
    if (m_verdict.isEmpty())
        return {};
    if (m_state.activeFilter().isEmpty())
        return tr("still showing all");
    return tr("still showing %1", "the filter whose result is shown")
        .arg(wk::displayText(print(m_state.activeFilter()), ShownFilterChars));
}

/// Colours the words. QLineEdit has no formats of its own, but takes those of an input method.
void FilterBox::ink()
{
    if (m_isComposing)
        return;
    const Tokens &colours = tokens(palette());
    QList<QInputMethodEvent::Attribute> attributes;
    const auto add = [&](const FilterSpan &span, const QTextCharFormat &format) {
        attributes.append({QInputMethodEvent::TextFormat, span.start - cursorPosition(), span.length, format});
    };
    for (const FilterSpan &span : filterSpans(text())) {
        QTextCharFormat format;
        format.setForeground(colourOf(span.ink, colours));
        add(span, format);
    }
    const FilterParse parsed = parseFilter(text().toStdString());
    if (!parsed.filter && parsed.error.length > 0) {
        QTextCharFormat wrong;
        wrong.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wrong.setUnderlineColor(colours.deleted);
        wrong.setForeground(colours.text);
        add(spanOf(parsed.error, text()), wrong);
    }
    QInputMethodEvent event(QString(), attributes);
    QLineEdit::inputMethodEvent(&event);
}

QSize FilterBox::sizeHint() const
{
    return {scaled(400), scaled(measure::Control)};
}

/// Where a character begins. The line edit tells only where the cursor stands.
int FilterBox::leftOf(int character) const
{
    const auto advance = [this](int characters) { return fontMetrics().horizontalAdvance(text().left(characters)); };
    return cursorRect().center().x() + advance(character) - advance(cursorPosition());
}

QRect FilterBox::errorMark() const
{
    if (m_verdict.isEmpty() || m_isComposing)
        return {};
    const int wide = scaled(MarkWidth);
    const int high = wide / 2;
    const int under = (height() + fontMetrics().height()) / 2;
    const int left = leftOf(m_wrongAt);
    const bool isInSight = left >= scaled(measure::Row) && left + wide < width() - scaled(measure::Row);
    return isInSight ? QRect(left, std::min(under, height() - high - 2), wide, high) : QRect();
}

void FilterBox::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    if (m_verdict.isEmpty())
        return;
    const bool isWrong = property(paint::edgeProperty).toInt() == static_cast<int>(FilterEdge::Wrong);
    const QColor &ink = isWrong ? tokens(palette()).deleted : tokens(palette()).text2;
    QPainter painter(this);
    if (const QRectF mark = errorMark(); !mark.isEmpty()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawPolygon(QPolygonF{mark.bottomLeft(), mark.bottomRight(), {mark.center().x(), mark.top()}});
    }
    painter.setFont(fontOf(TextRole::Caption));
    const int right = width() - scaled(measure::Row) - scaled(measure::Grid);
    const int typedTo = scaled(measure::Row) + fontMetrics().horizontalAdvance(text()) + scaled(measure::Row);
    if (right - typedTo < scaled(LeastVerdictWidth))
        return;
    const QString said = painter.fontMetrics().elidedText(m_verdict + QStringLiteral(" · ") + stillShown(),
                                                          Qt::ElideRight, right - typedTo);
    painter.setPen(ink);
    painter.drawText(QRect(typedTo, 0, right - typedTo, height()), Qt::AlignLeft | Qt::AlignVCenter, said);
}

/// While something is offered its keys are the offer's: Tab would leave the box. Escape is the box's before the
/// window's.
bool FilterBox::event(QEvent *event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!isKey)
        return QLineEdit::event(event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (event->type() == QEvent::ShortcutOverride && key->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (!m_popup || !m_popup->isVisible())
        return QLineEdit::event(event);
    const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    const bool isOurs = key->key() == Qt::Key_Tab || key->key() == Qt::Key_Escape || key->key() == Qt::Key_Up ||
                        key->key() == Qt::Key_Down || (isReturn && m_popup->hasChoice());
    if (!isOurs)
        return QLineEdit::event(event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        steer(key->key());
    return true;
}

void FilterBox::steer(int key)
{
    switch (key) {
    case Qt::Key_Up: return m_popup->step(-1);
    case Qt::Key_Down: return m_popup->step(1);
    case Qt::Key_Escape: return m_popup->hide();
    default: return m_popup->take();
    }
}

void FilterBox::offer()
{
    offerAs(FilterAsked::ByTyping);
}

void FilterBox::offerAs(FilterAsked asked)
{
    if (!m_popup) {
        m_popup = new FilterPopup(this);
        connect(m_popup, &FilterPopup::taken, this, &FilterBox::insert);
    }
    const std::string before = text().left(cursorPosition()).toStdString();
    const FilterPlace place = filterPlaceAt(text().toStdString(), before.size());
    const bool wasOpen = m_popup->isVisible();
    m_popup->offer(place, m_seen, cursorRect().left(), asked);
    m_hasJustClosed = wasOpen && !m_popup->isVisible();
}

void FilterBox::insert(const FilterPlace &place, const QString &inserted)
{
    const QByteArray utf8 = text().toUtf8();
    const auto characters = [&utf8](std::size_t bytes) {
        return static_cast<int>(QString::fromUtf8(utf8.left(static_cast<qsizetype>(bytes))).size());
    };
    const int start = characters(place.offset);
    setSelection(start, characters(place.offset + place.length) - start);
    QLineEdit::insert(inserted);
    setFocus();
    // Behind a field its values are wanted, behind a value nothing more.
    if (place.wants != FilterPlace::Wants::Value)
        offer();
    m_hasJustClosed = !m_popup->isVisible();
}

void FilterBox::keyPressEvent(QKeyEvent *event)
{
    const bool hasJustClosed = std::exchange(m_hasJustClosed, false);
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier)
        return offerAs(FilterAsked::ByUser);
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        handOn();
        if (!m_state.filterError()) // what is wrong is put right here, not in the table
            leave();
        return;
    case Qt::Key_Escape:
        if (hasJustClosed || event->isAutoRepeat()) // held down, it has closed what was offered
            return;
        if (text().isEmpty())
            leave();
        clear();
        handOn();
        return;
    case Qt::Key_Down: leave(); return;
    default: QLineEdit::keyPressEvent(event);
    }
}

void FilterBox::changeEvent(QEvent *event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        ink();
    if (event->type() == QEvent::LanguageChange)
        judge();
}

void FilterBox::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    if (m_popup)
        m_popup->hide();
    m_hasJustClosed = false;
    judge();
}

void FilterBox::inputMethodEvent(QInputMethodEvent *event)
{
    m_isComposing = !event->preeditString().isEmpty();
    QLineEdit::inputMethodEvent(event);
    ink();
}

void FilterBox::leave()
{
    if (m_popup)
        m_popup->hide();
    handOn();
    Q_EMIT left();
}

void FilterBox::handOn()
{
    m_pause->stop();
    m_state.setFilter(text());
}

} // namespace wk
