// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/pem.h"

#include "core/base/opensslhandles.h"

#include <openssl/pem.h>

#include <algorithm>
#include <vector>

namespace wk {

namespace {

BioPtr readerOf(QByteArrayView pem)
{
    return BioPtr(BIO_new_mem_buf(pem.data(), int(pem.size())));
}

/// Without this OpenSSL would ask on the terminal.
int noPassphrase(char *, int, int, void *)
{
    return -1;
}

CertificatePtr nextCertificate(BIO *reader)
{
    return CertificatePtr(PEM_read_bio_X509(reader, nullptr, noPassphrase, nullptr));
}

KeyPtr privateKey(const Secret &pem)
{
    const BioPtr reader = readerOf(pem.reveal());
    return KeyPtr(PEM_read_bio_PrivateKey(reader.get(), nullptr, noPassphrase, nullptr));
}

constexpr QByteArrayView CertificateBegin = "-----BEGIN CERTIFICATE-----";
constexpr QByteArrayView CertificateEnd = "-----END CERTIFICATE-----";

/// Which of a bundle's certificates cannot be read, from 1, and how many there are. Each is read by itself, as one that
/// is damaged takes the next one along otherwise.
struct BundleReading {
    std::vector<int> damaged;
    int count = 0;
    QByteArray readable;
};

BundleReading readBundle(const QByteArray &pem)
{
    const OpenSslErrors errors;
    BundleReading reading;
    for (qsizetype begin = pem.indexOf(CertificateBegin); begin >= 0;) {
        const qsizetype next = pem.indexOf(CertificateBegin, begin + 1);
        const qsizetype end = pem.indexOf(CertificateEnd, begin);
        const bool isClosed = end >= 0 && (next < 0 || end < next);
        const QByteArray block =
            isClosed ? QByteArray(pem.mid(begin, end + CertificateEnd.size() - begin) + '\n') : QByteArray();
        ++reading.count;
        if (!isClosed || !nextCertificate(readerOf(block).get()))
            reading.damaged.push_back(reading.count);
        else
            reading.readable += block;
        begin = next;
    }
    return reading;
}

} // namespace

std::optional<std::string> authorityFault(const QByteArray &pem)
{
    const BundleReading reading = readBundle(pem);
    return reading.damaged.size() == std::size_t(reading.count) ? certificateFault(pem) : std::nullopt;
}

QByteArray readableAuthorities(const QByteArray &pem)
{
    return readBundle(pem).readable;
}

std::optional<std::string> authorityWarning(const QByteArray &pem)
{
    const BundleReading reading = readBundle(pem);
    if (reading.damaged.empty())
        return {};
    std::string which;
    constexpr std::size_t MostNamed = 5;
    for (std::size_t i = 0; i < std::min(reading.damaged.size(), MostNamed); ++i)
        which += (i == 0 ? "" : ", ") + std::to_string(reading.damaged[i]);
    which += reading.damaged.size() > MostNamed ? ", …" : "";
    return "Of the " + std::to_string(reading.count) +
           " certificates of the cluster's CA these are damaged and passed over: " + which +
           ". Servers that they have signed are not believed.";
}

std::optional<std::string> certificateFault(const QByteArray &pem)
{
    const OpenSslErrors errors;
    const qsizetype blocks = pem.count("-----BEGIN CERTIFICATE-----");
    if (blocks == 0 && pem.contains("PRIVATE KEY-----"))
        return "This is a private key, where a certificate is expected. Are certificate and key swapped?";
    if (blocks == 0)
        return "There is no certificate in it: nothing begins with -----BEGIN CERTIFICATE-----. It must be PEM.";
    const BioPtr reader = readerOf(pem);
    for (qsizetype i = 0; i < blocks; ++i) {
        if (nextCertificate(reader.get()))
            continue;
        const std::string which = blocks == 1
                                      ? std::string("The certificate")
                                      : "Certificate " + std::to_string(i + 1) + " of " + std::to_string(blocks);
        return which + " is damaged and cannot be read. Copy it again, whole.";
    }
    return {};
}

std::optional<std::string> keyFault(const Secret &pem)
{
    const OpenSslErrors errors;
    const QByteArrayView text = pem.reveal();
    if (!text.contains("PRIVATE KEY-----"))
        return text.contains("-----BEGIN CERTIFICATE-----")
                   ? "This is a certificate, where its private key is expected. Are certificate and key swapped?"
                   : "There is no private key in it: nothing begins with -----BEGIN PRIVATE KEY----- or the like. It "
                     "must be PEM.";
    if (text.contains("ENCRYPTED"))
        return "The private key is locked with a passphrase, which kubectl cannot use either. Remove the passphrase "
               "(openssl pkey does it) or use another key.";
    const KeyPtr key = privateKey(pem);
    if (!key)
        return "The private key is damaged and cannot be read. Copy it again, whole.";
    switch (EVP_PKEY_get_base_id(key.get())) {
    case EVP_PKEY_RSA:
    case EVP_PKEY_EC:
    case EVP_PKEY_ED25519: return {};
    case EVP_PKEY_ED448:
        return "Ed448 keys are known neither to API servers nor to kubectl. Have a client certificate issued with an "
               "Ed25519, EC (P-256) or RSA key.";
    default:
        return "Keys of this kind are not supported. Have a client certificate issued with an RSA or EC (P-256) key.";
    }
}

std::optional<std::string> pairFault(const QByteArray &certificatePem, const Secret &keyPem)
{
    const OpenSslErrors errors;
    const BioPtr reader = readerOf(certificatePem);
    const CertificatePtr certificate = nextCertificate(reader.get());
    const KeyPtr key = privateKey(keyPem);
    if (certificate && key && X509_check_private_key(certificate.get(), key.get()) == 1)
        return {};
    return "The private key does not belong to the client certificate. Take both from the same place.";
}

} // namespace wk
