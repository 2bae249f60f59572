// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/codepainter.h"

#include "ui/code/highlight.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/tokens.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace wk {

namespace {

struct CodePainterTr {
    Q_DECLARE_TR_FUNCTIONS(CodePainter)
};

constexpr int LayoutsKept = 256;
constexpr int GutterPadding = 12;
constexpr int NumberPadding = 8;
constexpr int LineHeight = 18;
constexpr int GutterEnd = 6;
constexpr int LeastBlameWidth = 40;
constexpr int CutBlameWidth = 64;     ///< what is left of long names where there is little room
constexpr int NameAndTimeWidth = 152; ///< where there is less, times go
constexpr int MostBlameWidth = 320;   ///< nobody's name is longer
constexpr int SignWidth = 18;

const QColor &inkOf(const Tokens &tokens, CodeInk ink)
{
    switch (ink) {
    case CodeInk::Plain: return tokens.text2;
    case CodeInk::Key: return tokens.synField;
    case CodeInk::String: return tokens.synValue;
    case CodeInk::Number: return tokens.synNum;
    case CodeInk::Operator: return tokens.synOp;
    }
    return tokens.text;
}

const QColor &textOf(const Tokens &tokens, LineKind kind)
{
    switch (kind) {
    case LineKind::Plain: return tokens.text2;
    case LineKind::Added: return tokens.diffAddInk;
    case LineKind::Removed: return tokens.diffDelInk;
    case LineKind::Heading: return tokens.text3;
    }
    return tokens.text;
}

QColor backgroundOf(const Tokens &tokens, LineKind kind)
{
    switch (kind) {
    case LineKind::Plain: break;
    case LineKind::Added: return tokens.diffAddBg;
    case LineKind::Removed: return tokens.diffDelBg;
    case LineKind::Heading: return tokens.window;
    }
    return {};
}

QTextLayout::FormatRange range(int start, int length, const QColor &ink, const QColor &fill)
{
    QTextLayout::FormatRange range;
    range.start = start;
    range.length = length;
    if (ink.isValid())
        range.format.setForeground(ink);
    if (fill.isValid())
        range.format.setBackground(fill);
    return range;
}

int digits(int number)
{
    return number < 10 ? 1 : 1 + digits(number / 10);
}

} // namespace

void CodePainter::setFonts(const QFont &code, const QFont &gutter)
{
    m_code = code;
    m_gutterFont = gutter;
    setDocument(m_document);
}

void CodePainter::setPalette(const QPalette &palette)
{
    m_tokens = &tokens(palette);
    m_layouts.clear();
}

void CodePainter::setDocument(CodeDocumentPtr document)
{
    m_document = std::move(document);
    m_layouts.clear();
    m_textWidth = 0;
    const QFontMetricsF code(m_code);
    m_geometry.lineHeight = std::max(scaled(LineHeight), int(std::ceil(code.height())) + 1);
    m_geometry.signX = 0;
    if (!m_document)
        return;
    if (m_document->gutter == CodeGutter::Blame) {
        measureBlame();
        m_geometry.lineHeight = std::max(scaled(measure::DiffLine), m_geometry.lineHeight);
    } else if (m_document->gutter == CodeGutter::Numbers) {
        const int widest = std::max(2, digits(int(m_document->lines.size())));
        m_geometry.signX = int(std::ceil(code.horizontalAdvance(QString(widest, u'0')))) + 2 * NumberPadding;
    }
    placeText();
    qsizetype longest = 0;
    for (const CodeLine &line : m_document->lines)
        longest = std::max(longest, line.text.size());
    m_textWidth = int(std::ceil(double(longest) * code.horizontalAdvance(u'0'))) + 2 * GutterPadding;
}

/// What the names and times take: beside a table the text has little enough room.
void CodePainter::measureBlame()
{
    QFont strong = m_gutterFont;
    strong.setWeight(QFont::Medium);
    const QFontMetricsF name(strong);
    const QFontMetricsF time(m_gutterFont);
    std::set<std::pair<QString, QString>> measured;
    double widest = 0;
    double widestBoth = 0;
    for (const CodeLine &line : m_document->lines) {
        if (line.gutter.isEmpty() || !measured.emplace(line.gutter, line.gutterEnd).second)
            continue;
        const double width = (line.gutterStrong ? name : time).horizontalAdvance(line.gutter);
        widest = std::max(widest, width);
        if (!line.gutterEnd.isEmpty())
            widestBoth = std::max(widestBoth, width + GutterPadding + name.horizontalAdvance(line.gutterEnd));
    }
    const auto padded = [](double width) {
        return std::clamp(int(std::ceil(width)) + GutterPadding + GutterEnd + 1, scaled(LeastBlameWidth),
                          scaled(MostBlameWidth));
    };
    m_nameWidth = padded(widest);
    m_bothWidth = std::max(m_nameWidth, padded(widestBoth));
}

/// The writers have a third of the width at most, and no more than they need: beyond that names are cut, and where
/// little would be left of them times behind them go.
void CodePainter::placeText()
{
    if (m_document && m_document->gutter == CodeGutter::Blame) {
        const int room = m_geometry.width > 0 ? m_geometry.width / 3 : m_bothWidth; // none is known at first
        m_hasTimes = std::min(m_bothWidth, scaled(NameAndTimeWidth)) <= room;
        m_geometry.signX = std::min(m_hasTimes ? m_bothWidth : m_nameWidth, std::max(room, scaled(CutBlameWidth)));
    }
    m_geometry.textX = m_geometry.signX + scaled(SignWidth);
}

void CodePainter::setWidth(int width)
{
    m_geometry.width = width;
    placeText();
}

QString CodePainter::hint(int line) const
{
    const CodeLine &content = m_document->lines[std::size_t(line)];
    if (m_document->gutter != CodeGutter::Blame)
        return content.hint;
    const CodeLine &naming = m_document->lines[std::size_t(namingLine(*m_document, line))];
    const bool isWhole = (m_hasTimes || naming.gutterEnd.isEmpty()) && shownName(naming) == naming.gutter;
    QStringList said{isWhole ? QString() : QString(naming.gutter + u' ' + naming.gutterEnd).trimmed(), content.hint};
    said.removeAll(QString());
    return said.join(u'\n');
}

QFont CodePainter::gutterFont(const CodeLine &line) const
{
    QFont font = m_gutterFont;
    font.setWeight(line.gutterStrong ? QFont::Medium : QFont::Normal);
    return font;
}

QString CodePainter::shownName(const CodeLine &line) const
{
    const QFontMetricsF metrics(gutterFont(line));
    int room = m_geometry.signX - GutterPadding - GutterEnd;
    if (m_hasTimes && !line.gutterEnd.isEmpty())
        room -= int(std::ceil(metrics.horizontalAdvance(line.gutterEnd))) + GutterPadding;
    return metrics.elidedText(line.gutter, Qt::ElideRight, room);
}

QList<QTextLayout::FormatRange> CodePainter::formats(const CodeLine &line) const
{
    QList<QTextLayout::FormatRange> formats;
    if (line.kind == LineKind::Plain) {
        for (const InkRun &run : highlight(m_document->language, line))
            formats.append(range(run.start, run.length, inkOf(*m_tokens, run.ink), {}));
    }
    const QColor &word = line.kind == LineKind::Added ? m_tokens->diffAddWord : m_tokens->diffDelWord;
    for (const CodeSpan &mark : line.marks)
        formats.append(range(mark.start, mark.length, {}, word));
    return formats;
}

QTextLayout &CodePainter::layoutOf(int line)
{
    if (const auto known = m_layouts.constFind(line); known != m_layouts.constEnd())
        return **known;
    if (m_layouts.size() >= LayoutsKept)
        m_layouts.clear();
    const CodeLine &content = m_document->lines[std::size_t(line)];
    const auto layout = std::make_shared<QTextLayout>(content.text, m_code);
    layout->setCacheEnabled(true);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    layout->setTextOption(option);
    layout->setFormats(formats(content));
    layout->beginLayout();
    layout->createLine();
    layout->endLayout();
    if (layout->lineCount() > 0) {
        const int width = int(std::ceil(layout->lineAt(0).naturalTextWidth())) + 2 * GutterPadding;
        m_textWidth = std::max(m_textWidth, width);
    }
    return **m_layouts.insert(line, layout);
}

void CodePainter::paint(QPainter &painter, int line, int y, const CodeDecoration &decoration)
{
    const CodeLine &content = m_document->lines[std::size_t(line)];
    const QRect row(m_geometry.signX, y, m_geometry.width - m_geometry.signX, m_geometry.lineHeight);
    if (const QColor fill = backgroundOf(*m_tokens, content.kind); fill.isValid())
        painter.fillRect(row, fill);
    painter.save();
    painter.setClipRect(row.adjusted(m_geometry.textX - m_geometry.signX, 0, 0, 0), Qt::IntersectClip);
    paintText(painter, line, y, decoration);
    painter.restore();
    paintSign(painter, content, y, decoration);
    const bool isNamedAbove = decoration.isTop && m_document->gutter == CodeGutter::Blame;
    paintGutter(painter, isNamedAbove ? m_document->lines[std::size_t(namingLine(*m_document, line))] : content, y);
}

void CodePainter::paintText(QPainter &painter, int line, int y, const CodeDecoration &decoration)
{
    const CodeLine &content = m_document->lines[std::size_t(line)];
    QTextLayout &layout = layoutOf(line);
    if (layout.lineCount() == 0)
        return;
    QList<QTextLayout::FormatRange> over;
    if (!decoration.needle.isEmpty()) {
        for (qsizetype at = 0; (at = content.text.indexOf(decoration.needle, at, Qt::CaseInsensitive)) >= 0;
             at += decoration.needle.size())
            over.append(range(int(at), int(decoration.needle.size()), m_tokens->text, m_tokens->modifiedCell));
    }
    const CodePosition first = decoration.caret->first();
    const CodePosition last = decoration.caret->last();
    if (first != last && line >= first.line && line <= last.line) {
        const int from = line == first.line ? first.column : 0;
        const int to = line == last.line ? last.column : int(content.text.size());
        over.append(range(from, to - from, m_tokens->accentInk, m_tokens->accentFill));
    }
    const double top = y + (m_geometry.lineHeight - layout.lineAt(0).height()) / 2;
    const QPointF origin(m_geometry.textX - decoration.scrollX, top);
    painter.setPen(textOf(*m_tokens, content.kind));
    layout.draw(&painter, origin, over, QRectF(m_geometry.textX, y, m_geometry.width, m_geometry.lineHeight));
    if (decoration.caretShown && decoration.caret->position().line == line) {
        painter.setPen(m_tokens->accent);
        layout.drawCursor(&painter, origin, decoration.caret->position().column, 1);
    }
    paintTail(painter, content, origin + QPointF(layout.lineAt(0).naturalTextWidth() + 8, 0), decoration);
}

void CodePainter::paintTail(QPainter &painter, const CodeLine &line, QPointF end,
                            const CodeDecoration &decoration) const
{
    QString words;
    if (line.cut > 0)
        words = CodePainterTr::tr("… %1 more characters").arg(format::number(line.cut));
    else if (decoration.closedFold.value_or(false))
        words = decoration.folded.unchanged ? CodePainterTr::tr("%n unchanged lines", nullptr, decoration.folded.count)
                                            : CodePainterTr::tr("… %n lines", nullptr, decoration.folded.count);
    if (words.isEmpty())
        return;
    painter.setFont(m_gutterFont);
    painter.setPen(m_tokens->text3);
    painter.drawText(QRectF(end.x(), end.y(), 400, QFontMetricsF(m_code).height()), Qt::AlignVCenter, words);
}

void CodePainter::paintSign(QPainter &painter, const CodeLine &line, int y, const CodeDecoration &decoration) const
{
    const QRect cell(m_geometry.signX, y, m_geometry.textX - m_geometry.signX, m_geometry.lineHeight);
    if (line.kind == LineKind::Added || line.kind == LineKind::Removed) {
        painter.setFont(m_code);
        painter.setPen(textOf(*m_tokens, line.kind));
        painter.drawText(cell, Qt::AlignCenter,
                         line.kind == LineKind::Added ? QStringLiteral("+") : QStringLiteral("−"));
        return;
    }
    if (!decoration.closedFold)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_tokens->text3, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.translate(QRectF(cell).center());
    painter.rotate(*decoration.closedFold ? -90 : 0);
    QPainterPath chevron(QPointF(-3, -1.5));
    chevron.lineTo(0, 1.5);
    chevron.lineTo(3, -1.5);
    painter.drawPath(chevron);
    painter.restore();
}

void CodePainter::paintGutter(QPainter &painter, const CodeLine &line, int y) const
{
    const QRect cell(0, y, m_geometry.signX, m_geometry.lineHeight);
    if (m_document->gutter == CodeGutter::Numbers && line.number > 0) {
        painter.setFont(m_code);
        painter.setPen(m_tokens->text3);
        painter.drawText(cell.adjusted(0, 0, -NumberPadding, 0), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(line.number));
    }
    if (m_document->gutter != CodeGutter::Blame)
        return;
    painter.fillRect(cell, m_tokens->panel);
    painter.fillRect(QRect(m_geometry.signX - 1, y, 1, m_geometry.lineHeight), m_tokens->border);
    if (line.gutter.isEmpty())
        return;
    painter.setFont(gutterFont(line));
    const QRect text = cell.adjusted(GutterPadding, 0, -GutterEnd, 0);
    if (m_hasTimes && !line.gutterEnd.isEmpty()) {
        painter.setPen(m_tokens->text3);
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, line.gutterEnd);
    }
    painter.setPen(line.gutterStrong ? m_tokens->text2 : m_tokens->text3);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, shownName(line));
}

int CodePainter::columnAt(int line, int x)
{
    const QTextLayout &layout = layoutOf(line);
    return layout.lineCount() == 0 ? 0 : layout.lineAt(0).xToCursor(x);
}

int CodePainter::xOf(int line, int column)
{
    const QTextLayout &layout = layoutOf(line);
    return layout.lineCount() == 0 ? 0 : int(layout.lineAt(0).cursorToX(column));
}

} // namespace wk
