// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/displaysafe.h"
#include "tests/fuzz/fuzz.h"

#include <QList>
#include <QString>

#include <string>

namespace {

bool isUtf8(const std::string &text)
{
    return QString::fromStdString(text).toStdString() == text;
}

/// A joiner stays only between two characters of a script that is written with it, or two emoji: never at an edge,
/// beside another, or beside what names are made of.
bool isStrayJoiner(const QList<uint> &points, qsizetype at)
{
    const auto isMark = [](uint c) { return QChar::category(c) == QChar::Mark_NonSpacing && c < 0x600; };
    const auto isOfNames = [](uint c) {
        const QChar::Script script = QChar::script(c);
        return c < 0x600 || c == 0x200c || c == 0x200d || script == QChar::Script_Latin ||
               script == QChar::Script_Greek || script == QChar::Script_Cyrillic || script == QChar::Script_Han;
    };
    qsizetype before = at - 1;
    while (before >= 0 && isMark(points[before]))
        --before;
    return before < 0 || at + 1 == points.size() || isOfNames(points[before]) || isOfNames(points[at + 1]);
}

bool hasStrayJoiner(const std::string &text)
{
    const QList<uint> points = QString::fromStdString(text).toUcs4();
    for (qsizetype at = 0; at < points.size(); ++at) {
        if ((points[at] == 0x200c || points[at] == 0x200d) && isStrayJoiner(points, at))
            return true;
    }
    return false;
}

} // namespace

/// Nothing of a stranger's text moves a cursor, turns the writing direction, hides in a name or grows over its bounds
/// (S19).
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    fuzz::Bytes bytes(data, size);
    const std::size_t most = bytes.byte() + 1u;
    const std::string shown = displaySafe(bytes.rest(), most);
    WK_MUST(isUtf8(shown));
    WK_MUST(std::size_t(QString::fromStdString(shown).toUcs4().size()) <= most);
    WK_MUST(displaySafe(shown, most) == shown);
    WK_MUST(!hasStrayJoiner(shown));
    for (const char byte : shown)
        WK_MUST(static_cast<unsigned char>(byte) >= 0x20 && byte != 0x7f);

    const std::string printed = terminalSafe(bytes.rest());
    WK_MUST(isUtf8(printed));
    WK_MUST(!hasStrayJoiner(printed));
    for (const uint code : QString::fromStdString(printed).toUcs4()) {
        WK_MUST(code >= 0x20 && !(code >= 0x7f && code < 0xa0));
        WK_MUST(!(code >= 0x202a && code <= 0x202e) && !(code >= 0x2066 && code <= 0x2069));
    }
    return 0;
}
