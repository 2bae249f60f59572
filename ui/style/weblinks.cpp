// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/weblinks.h"

#include <QRegularExpression>

namespace wk {

namespace {

/// The address without what closes the sentence or the bracket that it stands in.
QString withoutSentence(QString address)
{
    while (!address.isEmpty() && QStringLiteral(".,;:!?)]}*").contains(address.back()))
        address.chop(1);
    return address;
}

} // namespace

QList<QUrl> webLinks(const QString &text)
{
    static const QRegularExpression address(QStringLiteral(R"(\bhttps?://[^\s\p{C}<>"'`\\^{|}]+)"),
                                            QRegularExpression::CaseInsensitiveOption);
    QList<QUrl> links;
    for (auto matches = address.globalMatch(text); matches.hasNext();) {
        const QUrl link(withoutSentence(matches.next().captured()), QUrl::StrictMode);
        if (link.isValid() && !link.host().isEmpty() && link.userInfo().isEmpty() && !links.contains(link))
            links.append(link);
    }
    return links;
}

QString linkHost(const QUrl &link)
{
    const QString host = link.host(QUrl::FullyEncoded);
    return link.port() < 0 ? host : QStringLiteral("%1:%2").arg(host).arg(link.port());
}

} // namespace wk
