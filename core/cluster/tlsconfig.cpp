// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/tlsconfig.h"

#include "core/base/opensslhandles.h"
#include "core/cluster/partialchain.h"
#include "core/cluster/pem.h"

#include <openssl/pem.h>

#include <QCryptographicHash>
#include <QDateTime>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>
#include <QSslKey>
#include <QSslSocket>

#include <algorithm>

namespace wk {

namespace {

Error unusable(std::string what, std::string text)
{
    return {ErrorKind::ConfigBroken, std::move(text), std::move(what)};
}

Result<> setAuthorities(QSslConfiguration &configuration, const ClusterAccess &access)
{
    if (access.caPem.isEmpty()) {
        // Set, not left to Qt: see CVE-2023-34410.
        configuration.setCaCertificates(QSslConfiguration::systemCaCertificates());
        return success();
    }
    if (const auto fault = authorityFault(access.caPem))
        return unusable("certificate-authority", *fault);
    const auto authorities = QSslCertificate::fromData(readableAuthorities(access.caPem), QSsl::Pem);
    if (authorities.isEmpty())
        return unusable("certificate-authority", "The TLS library here cannot read this CA.");
    configuration.setCaCertificates(authorities);
    return success();
}

/// Qt knows no more of it than that OpenSSL does, and owns it from here on.
QSslKey opaqueKey(const Secret &pem)
{
    const OpenSslErrors errors;
    const BioPtr reader(BIO_new_mem_buf(pem.reveal().data(), int(pem.reveal().size())));
    KeyPtr key(PEM_read_bio_PrivateKey(reader.get(), nullptr, nullptr, nullptr));
    return key ? QSslKey(Qt::HANDLE(key.release()), QSsl::PrivateKey) : QSslKey();
}

QSslKey readKey(const Secret &pem)
{
    // QSslKey does not find out the algorithm by itself, and has no name for Ed25519.
    const auto bytes = QByteArray::fromRawData(pem.reveal().data(), pem.reveal().size());
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Rsa, QSsl::Ec}) {
        if (QSslKey key(bytes, algorithm, QSsl::Pem, QSsl::PrivateKey); !key.isNull())
            return key;
    }
    return opaqueKey(pem);
}

Result<> setIdentity(QSslConfiguration &configuration, const ClusterAccess &access)
{
    if (access.clientCertPem.isEmpty())
        return success();
    if (const auto fault = certificateFault(access.clientCertPem))
        return unusable("client-certificate", *fault);
    if (const auto fault = keyFault(access.clientKeyPem))
        return unusable("client-key", *fault);
    if (const auto fault = pairFault(access.clientCertPem, access.clientKeyPem))
        return unusable("client-key", *fault);
    const QSslKey key = readKey(access.clientKeyPem);
    const auto chain = QSslCertificate::fromData(access.clientCertPem, QSsl::Pem);
    if (key.isNull() || chain.isEmpty())
        return unusable("client-key", "The TLS library here cannot read this client certificate or its key.");
    configuration.setLocalCertificateChain(chain);
    configuration.setPrivateKey(key);
    return success();
}

std::string fingerprint(const QSslCertificate &certificate)
{
    return certificate.digest(QCryptographicHash::Sha256).toHex(':').toUpper().toStdString();
}

std::string day(const QDateTime &time)
{
    return time.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm 'UTC'")).toStdString();
}

std::string name(const QStringList &parts)
{
    return parts.isEmpty() ? std::string("(no name)") : parts.join(QStringLiteral(", ")).toStdString();
}

std::string subjectOf(const QSslCertificate &certificate)
{
    return name(certificate.subjectInfo(QSslCertificate::CommonName));
}

std::string namesIn(const QSslCertificate &certificate)
{
    constexpr int MostNames = 12;
    QStringList names = certificate.subjectAlternativeNames().values();
    std::sort(names.begin(), names.end());
    if (names.isEmpty())
        return "no names at all";
    const bool isLong = names.size() > MostNames;
    names = names.mid(0, MostNames);
    return names.join(QStringLiteral(", ")).toStdString() + (isLong ? ", …" : "");
}

bool isEarly(const QSslCertificate &certificate, WallTime now)
{
    return certificate.effectiveDate().toMSecsSinceEpoch() * 1000 > now.time_since_epoch().count();
}

std::string datesText(const QSslCertificate &certificate, WallTime now)
{
    return "The certificate of \"" + subjectOf(certificate) +
           (isEarly(certificate, now) ? "\" is not valid yet" : "\" has expired") + ": it is valid from " +
           day(certificate.effectiveDate()) + " to " + day(certificate.expiryDate()) + ", and the clock here says " +
           formatTime(now) + ". ";
}

std::string serverDatesText(const QSslCertificate &certificate, WallTime now)
{
    return datesText(certificate, now) +
           (isEarly(certificate, now)
                ? "Check the clock of this machine."
                : "Check the clock of this machine; if it is right, the cluster's certificates must be renewed.");
}

std::string nameText(const QSslCertificate &certificate, const ClusterAccess &access)
{
    const std::string asked = access.tlsServerName.empty() ? access.server.host().toStdString() : access.tlsServerName;
    return "The server's certificate is not for \"" + asked + "\" but for: " + namesIn(certificate) +
           ". Use one of these names in the server's address, or as tls-server-name in the kubeconfig. If none is "
           "known to you, this may be another server.";
}

std::string authorityText(const QSslCertificate &certificate, const ClusterAccess &access)
{
    const std::string whose =
        access.caPem.isEmpty() ? "an authority that this system trusts" : "the CA in the kubeconfig";
    return "The server's certificate was not issued by " + whose + ". It is for \"" + subjectOf(certificate) +
           "\", issued by \"" + name(certificate.issuerInfo(QSslCertificate::CommonName)) + "\", SHA-256 fingerprint " +
           fingerprint(certificate) +
           ". The cluster's CA may have changed, or something between here and the cluster answers in its place. Get a "
           "fresh "
           "kubeconfig from whoever runs the cluster and compare the fingerprint.";
}

/// The CA that we were given and that the certificate names, where its own time is over or yet to come. Qt shows its
/// fault as that of no certificate, or leaves such a CA out, so that nobody seems to have issued the server's.
std::optional<QSslCertificate> outdatedIssuer(const QSslCertificate &shown, const ClusterAccess &access, WallTime now)
{
    if (shown.isNull())
        return {};
    for (const QSslCertificate &given : QSslCertificate::fromData(readableAuthorities(access.caPem), QSsl::Pem)) {
        const bool isOver = given.expiryDate().toMSecsSinceEpoch() * 1000 < now.time_since_epoch().count();
        const bool isNamed = given.subjectDisplayName() == shown.issuerDisplayName();
        if (isNamed && (isOver || isEarly(given, now)))
            return given;
    }
    return {};
}

/// What is too little for the TLS library here (OpenSSL's security level 2), which Qt has no words for.
std::optional<std::string> weaknessText(const QSslCertificate &certificate)
{
    constexpr int LeastRsaBits = 2048;
    constexpr int LeastEcBits = 224;
    const QSslKey key = certificate.publicKey();
    const int least = key.algorithm() == QSsl::Ec ? LeastEcBits : LeastRsaBits;
    const bool isKeyWeak = !key.isNull() && key.algorithm() != QSsl::Opaque && key.length() < least;
    if (!isKeyWeak)
        return {};
    return "The certificate of \"" + subjectOf(certificate) + "\" has a key of " + std::to_string(key.length()) +
           " bits, which is too weak for the TLS library here: it takes " + std::to_string(least) +
           " and more. Whoever runs the cluster must renew it with a longer key.";
}

/// What is worth saying first when several things are wrong: a wrong name or date is meaningless from a stranger.
enum class Fault { Authority, Date, Name, Other };

Fault faultOf(const QSslError &error)
{
    switch (error.error()) {
    case QSslError::CertificateNotYetValid:
    case QSslError::CertificateExpired: return Fault::Date;
    case QSslError::HostNameMismatch: return Fault::Name;
    case QSslError::UnableToGetIssuerCertificate:
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
    case QSslError::SelfSignedCertificate:
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::CertificateUntrusted:
    case QSslError::CertificateSignatureFailed: return Fault::Authority;
    default: return Fault::Other;
    }
}

} // namespace

Result<QSslConfiguration> tlsConfiguration(const ClusterAccess &access)
{
    QSslConfiguration configuration;
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setSslOption(QSsl::SslOptionDisableSessionPersistence, false); // a session can be resumed
    configuration.setPeerVerifyMode(access.skipTlsVerify ? QSslSocket::VerifyNone : QSslSocket::VerifyPeer);
    if (const auto done = setAuthorities(configuration, access); !done)
        return done.error();
    if (const auto done = setIdentity(configuration, access); !done)
        return done.error();
    return configuration;
}

QString peerName(const ClusterAccess &access)
{
    QString name = access.tlsServerName.empty() ? access.server.host() : QString::fromStdString(access.tlsServerName);
    if (name.endsWith(u'.'))
        name.chop(1);
    return name;
}

bool endsAtGiven(const QList<QSslError> &errors, const QSslConfiguration &seen)
{
    const bool isOnlyThat = std::all_of(errors.begin(), errors.end(), [](const QSslError &error) {
        return error.error() == QSslError::UnableToGetIssuerCertificate ||
               error.error() == QSslError::UnableToGetLocalIssuerCertificate ||
               error.error() == QSslError::UnableToVerifyFirstCertificate;
    });
    return !errors.isEmpty() && isOnlyThat && leadsToGiven(seen.peerCertificateChain(), seen.caCertificates());
}

Error tlsError(const QList<QSslError> &errors, const QSslCertificate &shown, const ClusterAccess &access, WallTime now)
{
    Error error{ErrorKind::TlsUntrusted, "The server's certificate could not be verified.",
                access.server.toString().toStdString()};
    const auto first = std::min_element(errors.begin(), errors.end(),
                                        [](const QSslError &a, const QSslError &b) { return faultOf(a) < faultOf(b); });
    if (first == errors.end())
        return error;
    const auto outdated = outdatedIssuer(shown, access, now);
    switch (faultOf(*first)) {
    // Where the chain holds its root, that is what is blamed; whoever compares has the server's own.
    case Fault::Authority:
        error.text = (outdated ? serverDatesText(*outdated, now) + ' ' : std::string()) +
                     authorityText(shown.isNull() ? first->certificate() : shown, access);
        break;
    case Fault::Date:
        error.text =
            serverDatesText(first->certificate().isNull() ? outdated.value_or(shown) : first->certificate(), now);
        break;
    case Fault::Name: error.text = nameText(first->certificate(), access); break;
    case Fault::Other:
        error.text =
            weaknessText(first->certificate())
                .value_or("The server's certificate could not be verified: " + first->errorString().toStdString() +
                          ". Ask whoever runs the cluster.");
        break;
    }
    return error;
}

std::optional<std::string> clientDatesFault(const ClusterAccess &access, WallTime now)
{
    const QSslCertificate certificate(access.clientCertPem, QSsl::Pem);
    const bool isOver = certificate.expiryDate().toMSecsSinceEpoch() * 1000 < now.time_since_epoch().count();
    if (certificate.isNull() || (!isOver && !isEarly(certificate, now)))
        return {};
    return datesText(certificate, now) + "It is what signs \"" + access.user +
           "\" in. Check the clock of this machine; if it is right, have a new one issued.";
}

} // namespace wk
