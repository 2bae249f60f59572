// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/clusterid.h"

#include "core/cluster/clusteraccess.h"

#include <QCryptographicHash>
#include <QSslCertificate>

#include <algorithm>

namespace wk {

namespace {

constexpr std::string_view KnownMark = "uid ";
constexpr std::string_view ProvisionalMark = "at ";
constexpr std::string_view TogetherMark = "all ";

/// What is asked there: without who signs in, in one spelling.
std::string addressOf(QUrl server)
{
    server.setUserInfo({});
    server.setQuery(QString());
    server.setFragment({});
    server.setPort(server.port(server.scheme() == QStringLiteral("http") ? 80 : 443));
    std::string address = server.toString(QUrl::NormalizePathSegments | QUrl::FullyEncoded).toStdString();
    while (address.ends_with('/'))
        address.pop_back();
    return address;
}

/// Of the certificates, in whatever order and with whatever words around them; of the bytes where none can be read.
std::string fingerprintOf(const QByteArray &pem)
{
    if (pem.isEmpty())
        return {};
    QList<QByteArray> digests;
    for (const QSslCertificate &certificate : QSslCertificate::fromData(pem, QSsl::Pem))
        digests.append(certificate.digest(QCryptographicHash::Sha256));
    std::ranges::sort(digests);
    const QByteArray all = digests.isEmpty() ? pem : digests.join();
    return QCryptographicHash::hash(all, QCryptographicHash::Sha256).toHex().toStdString();
}

} // namespace

ClusterId ClusterId::provisional(const ClusterAccess &access)
{
    return ClusterId(std::string(ProvisionalMark) + addressOf(access.server) + " ca " + fingerprintOf(access.caPem) +
                     " name " + access.tlsServerName);
}

ClusterId ClusterId::known(std::string_view uid)
{
    return ClusterId(std::string(KnownMark) + std::string(uid));
}

ClusterId ClusterId::ofAll(std::vector<ClusterId> clusters)
{
    std::ranges::sort(clusters);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const ClusterId &cluster : clusters)
        hash.addData(QByteArrayView(cluster.m_text.c_str(), qsizetype(cluster.m_text.size() + 1))); // with its end
    return ClusterId(std::string(TogetherMark) + hash.result().toHex().toStdString());
}

std::optional<ClusterId> ClusterId::fromText(std::string_view text)
{
    const auto hasMark = [text](std::string_view mark) { return text.starts_with(mark); };
    if (!hasMark(KnownMark) && !hasMark(ProvisionalMark) && !hasMark(TogetherMark))
        return {};
    return ClusterId(std::string(text));
}

bool ClusterId::isProvisional() const
{
    return m_text.starts_with(ProvisionalMark);
}

bool ClusterId::isOfAll() const
{
    return m_text.starts_with(TogetherMark);
}

} // namespace wk
