// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/pem.h"

#include "core/base/opensslhandles.h"

#include <openssl/pem.h>

namespace wk {

namespace {

BioPtr readerOf(const QByteArray &pem)
{
    return BioPtr(BIO_new_mem_buf(pem.constData(), int(pem.size())));
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

} // namespace

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
    const QByteArray &text = pem.reveal();
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
    case EVP_PKEY_EC: return {};
    case EVP_PKEY_ED25519:
        return "Ed25519 keys are not supported by the TLS library here. Have a client certificate issued with an RSA "
               "or EC (P-256) key.";
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
