// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/displaysafe.h"

#include "core/base/codepoint.h"

#include <QChar>
#include <QString>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>

namespace wk {

namespace {

constexpr int MostMarks = 8;
constexpr std::string_view Elision = "…";

bool isContinuation(std::string_view text, std::size_t at)
{
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
}

bool isUnsafe(char32_t c)
{
    if (c < 0x7f || isUnseen(c))
        return isUnseen(c);
    switch (QChar::category(c)) {
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned: return true;
    default: return false;
    }
}

bool isMark(char32_t c)
{
    if (c < 0x300)
        return false;
    const QChar::Category category = QChar::category(c);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing ||
           category == QChar::Mark_SpacingCombining;
}

std::string named(const CodePoint &point)
{
    char text[24];
    std::snprintf(text, sizeof text, point.isByte ? "‹0x%02X›" : "‹U+%04X›", static_cast<unsigned>(point.value));
    return text;
}

std::size_t lengthOf(std::string_view utf8)
{
    return std::size_t(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// Collects pieces up to a length, and remembers where it must be cut for the elision mark to fit.
class Line
{
public:
    enum class CutBehind { May, MayNot };

    explicit Line(std::size_t maxChars)
        : m_max(maxChars)
    {}
    /// False when there is no room: the line is full and ends in the elision mark.
    bool add(std::string_view piece, CutBehind cut = CutBehind::May)
    {
        const std::size_t length = lengthOf(piece);
        if (m_chars + length > m_max) {
            m_text.resize(m_cut);
            m_text += Elision;
            return false;
        }
        m_text += piece;
        m_chars += length;
        if (m_chars < m_max && cut == CutBehind::May)
            m_cut = m_text.size();
        return true;
    }
    std::string_view text() const { return m_text; }
    std::string take() { return std::move(m_text); }

private:
    std::string m_text;
    std::size_t m_max;
    std::size_t m_chars = 0;
    std::size_t m_cut = 0;
};

constexpr char32_t NonJoiner = 0x200c;
constexpr char32_t Joiner = 0x200d;

bool isJoiner(char32_t c)
{
    return c == NonJoiner || c == Joiner;
}

/// Whether no boundary of graphemes is between the two with a joiner between them.
bool isOneGrapheme(char32_t before, char32_t after)
{
    const char32_t joined[] = {before, Joiner, after};
    const QString text = QString::fromUcs4(joined, std::size(joined));
    return QTextBoundaryFinder(QTextBoundaryFinder::Grapheme, text).toNextBoundary() == text.size();
}

/// Whether a joiner makes one picture of both: it does not of a letter and what comes after, as it would of any mark.
/// Unicode Standard Annex #29, rule GB11; but of its signs © ® ™ and the like, which stand among letters, nothing is
/// joined.
bool arePictographs(char32_t before, char32_t after)
{
    constexpr char32_t FirstArrow = 0x2190;
    return before >= FirstArrow && after >= FirstArrow && isOneGrapheme(before, after) && !isOneGrapheme(U'a', after);
}

/// What may stand between a pictograph and a joiner: the sign that it is to be in colour, and the tone of a skin.
bool isPictographModifier(char32_t c)
{
    return c == 0xfe0f || (c >= 0x1f3fb && c <= 0x1f3ff);
}

/// The last code point of a text that is UTF-8, but those that are skipped; nought when there is none.
template <class Skip>
char32_t lastBut(std::string_view text, Skip skip)
{
    while (!text.empty()) {
        std::size_t at = text.size() - 1;
        while (at > 0 && isContinuation(text, at))
            --at;
        const char32_t last = firstCodePoint(text.substr(at)).value;
        if (!skip(last))
            return last;
        text = text.substr(0, at);
    }
    return 0;
}

/// Whether a joiner between them tells conjuncts apart: on one side of it stands a virama, on the other a letter.
bool isBesideVirama(char32_t before, char32_t after)
{
    constexpr unsigned char Virama = 9; // its canonical combining class
    const auto isVirama = [](char32_t c) { return QChar::combiningClass(c) == Virama; };
    return QChar::script(before) == QChar::script(after) &&
           ((isVirama(before) && QChar::isLetter(after)) || (QChar::isLetter(before) && isVirama(after)));
}

/// Marks above and below letters, which stand in the way of no join.
bool isVowelSign(char32_t c)
{
    return QChar::category(c) == QChar::Mark_NonSpacing;
}

/// Whether the letters would join each other, so that a non-joiner keeps them apart.
bool areCursive(char32_t before, char32_t after)
{
    const QChar::JoiningType first = QChar::joiningType(before);
    const QChar::JoiningType second = QChar::joiningType(after);
    return QChar::script(before) == QChar::script(after) &&
           (first == QChar::Joining_Dual || first == QChar::Joining_Left) &&
           (second == QChar::Joining_Dual || second == QChar::Joining_Right);
}

/// Whether a joiner between the two texts is seen in how they are drawn. Source: RFC 5892, appendix A, and beside a
/// virama also before it, as Bengali is written.
bool isSeen(char32_t joiner, std::string_view before, std::string_view after)
{
    const CodePoint next = after.empty() ? CodePoint() : firstCodePoint(after);
    if (next.isByte || isUnsafe(next.value))
        return false;
    if (isBesideVirama(lastBut(before, [](char32_t) { return false; }), next.value))
        return true;
    if (joiner == NonJoiner)
        return areCursive(lastBut(before, isVowelSign), next.value);
    return arePictographs(lastBut(before, isPictographModifier), next.value);
}

bool isPlain(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

/// How many marks `text` begins with, and their bytes.
struct Marks {
    std::size_t count = 0;
    std::size_t bytes = 0;
};

Marks countMarks(std::string_view text)
{
    Marks marks;
    while (marks.bytes < text.size()) {
        const CodePoint point = firstCodePoint(text.substr(marks.bytes));
        if (point.isByte || !isMark(point.value) || isUnsafe(point.value))
            break;
        ++marks.count;
        marks.bytes += point.bytes;
    }
    return marks;
}

std::string safe(std::string_view text, std::size_t maxChars)
{
    if (text.size() <= maxChars && isPlain(text))
        return std::string(text);
    Line line(std::max<std::size_t>(maxChars, 1));
    int marks = 0;
    while (!text.empty()) {
        const CodePoint point = firstCodePoint(text);
        const std::string_view rest = text.substr(point.bytes);
        if (!point.isByte && isJoiner(point.value) && isSeen(point.value, line.text(), rest)) {
            marks = 0;
            if (!line.add(text.substr(0, point.bytes), Line::CutBehind::MayNot))
                break;
            text = rest;
            continue;
        }
        const bool isShown = !point.isByte && !isUnsafe(point.value);
        marks = isShown && isMark(point.value) ? marks + 1 : 0;
        if (marks > MostMarks) {
            const Marks rest = countMarks(text);
            if (!line.add("‹+" + std::to_string(rest.count) + "›"))
                break;
            text.remove_prefix(rest.bytes);
            marks = 0;
            continue;
        }
        if (!line.add(isShown ? std::string(text.substr(0, point.bytes)) : named(point)))
            break;
        text.remove_prefix(point.bytes);
    }
    return line.take();
}

} // namespace

std::string displaySafe(std::string_view utf8, std::size_t maxChars)
{
    return safe(utf8, maxChars);
}

std::string terminalSafe(std::string_view utf8)
{
    return safe(utf8, std::numeric_limits<std::size_t>::max());
}

} // namespace wk
