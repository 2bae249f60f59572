// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/pem.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>

namespace wk {

namespace {

template <auto Free>
struct Freed {
    template <class T>
    void operator()(T *object) const { Free(object); }
};
using BioPtr = std::unique_ptr<BIO, Freed<BIO_free_all>>;
using CertificatePtr = std::unique_ptr<X509, Freed<X509_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;

/// OpenSSL keeps a queue of errors per thread; what we provoke must not be blamed on somebody else's call.
class ErrorQueueGuard
{
public:
    ErrorQueueGuard() { ERR_set_mark(); }
    ~ErrorQueueGuard() { ERR_pop_to_mark(); }
    ErrorQueueGuard(const ErrorQueueGuard &) = delete;
    ErrorQueueGuard &operator=(const ErrorQueueGuard &) = delete;
};

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

qsizetype countOf(const QByteArray &pem, const char *marker)
{
    return pem.count(marker);
}

} // namespace

std::optional<std::string> certificateFault(const QByteArray &pem)
{
    const ErrorQueueGuard guard;
    const qsizetype blocks = countOf(pem, "-----BEGIN CERTIFICATE-----");
    if (blocks == 0 && pem.contains("PRIVATE KEY-----"))
        return "This is a private key, where a certificate is expected. Are certificate and key swapped?";
    if (blocks == 0)
        return "There is no certificate in it: nothing begins with -----BEGIN CERTIFICATE-----. It must be PEM.";
    const BioPtr reader = readerOf(pem);
    for (qsizetype i = 0; i < blocks; ++i) {
        if (nextCertificate(reader.get()))
            continue;
        const std::string which = blocks == 1 ? std::string("The certificate") : "Certificate " + std::to_string(i + 1) + " of " + std::to_string(blocks);
        return which + " is damaged and cannot be read. Copy it again, whole.";
    }
    return {};
}

std::optional<std::string> keyFault(const Secret &pem)
{
    const ErrorQueueGuard guard;
    const QByteArray &text = pem.reveal();
    if (!text.contains("PRIVATE KEY-----"))
        return text.contains("-----BEGIN CERTIFICATE-----")
            ? "This is a certificate, where its private key is expected. Are certificate and key swapped?"
            : "There is no private key in it: nothing begins with -----BEGIN PRIVATE KEY----- or the like. It must be PEM.";
    if (text.contains("ENCRYPTED"))
        return "The private key is locked with a passphrase, which kubectl cannot use either. Remove the passphrase (openssl pkey does it) or use another key.";
    const KeyPtr key = privateKey(pem);
    if (!key)
        return "The private key is damaged and cannot be read. Copy it again, whole.";
    switch (EVP_PKEY_get_base_id(key.get())) {
    case EVP_PKEY_RSA:
    case EVP_PKEY_EC: return {};
    case EVP_PKEY_ED25519: return "Ed25519 keys are not supported by the TLS library here. Have a client certificate issued with an RSA or EC (P-256) key.";
    default: return "Keys of this kind are not supported. Have a client certificate issued with an RSA or EC (P-256) key.";
    }
}

std::optional<std::string> pairFault(const QByteArray &certificatePem, const Secret &keyPem)
{
    const ErrorQueueGuard guard;
    const BioPtr reader = readerOf(certificatePem);
    const CertificatePtr certificate = nextCertificate(reader.get());
    const KeyPtr key = privateKey(keyPem);
    if (certificate && key && X509_check_private_key(certificate.get(), key.get()) == 1)
        return {};
    return "The private key does not belong to the client certificate. Take both from the same place.";
}

} // namespace wk
