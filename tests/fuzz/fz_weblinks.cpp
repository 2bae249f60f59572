// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz.h"
#include "ui/style/weblinks.h"

#include <algorithm>

/// Whatever a plugin says, a link is a page of the web, and what its button says is the host that is asked for: nothing
/// that passes for it, hides in it or turns its writing (S22).
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    const QList<QUrl> links = webLinks(text);
    for (const QUrl &link : links) {
        WK_MUST(link.scheme() == QStringLiteral("http") || link.scheme() == QStringLiteral("https"));
        WK_MUST(link.userInfo().isEmpty());
        WK_MUST(links.count(link) == 1);
        const QString host = linkHost(link);
        WK_MUST(!host.isEmpty());
        WK_MUST(std::ranges::all_of(host, [](QChar c) {
            return c > QLatin1Char(' ') && c < QChar(0x7f) && !QStringLiteral("/\\@?#").contains(c);
        }));
    }
    return 0;
}
