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

} // namespace

/// Nothing of a stranger's text moves a cursor, turns the writing direction or grows over its bounds (S19).
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    fuzz::Bytes bytes(data, size);
    const std::size_t most = bytes.byte() + 1u;
    const std::string shown = displaySafe(bytes.rest(), most);
    WK_MUST(isUtf8(shown));
    WK_MUST(std::size_t(QString::fromStdString(shown).toUcs4().size()) <= most);
    WK_MUST(displaySafe(shown, most) == shown);
    for (const char byte : shown)
        WK_MUST(static_cast<unsigned char>(byte) >= 0x20 && byte != 0x7f);

    const std::string printed = terminalSafe(bytes.rest());
    WK_MUST(isUtf8(printed));
    for (const uint code : QString::fromStdString(printed).toUcs4()) {
        WK_MUST(code >= 0x20 && !(code >= 0x7f && code < 0xa0));
        WK_MUST(!(code >= 0x202a && code <= 0x202e) && !(code >= 0x2066 && code <= 0x2069));
    }
    return 0;
}
