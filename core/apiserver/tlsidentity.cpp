// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/tlsidentity.h"

#include "core/base/opensslhandles.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <ctime>
#include <memory>
#include <vector>

namespace wk::apiserver {

namespace {

constexpr std::chrono::hours Day{24};

/// What one certificate says.
struct Wish {
    const char *name;
    EVP_PKEY *key;
    X509 *issuer; ///< empty: itself
    EVP_PKEY *issuerKey;
    WallTime now;
};

bool addExtension(X509 *certificate, X509 *issuer, int kind, const std::string &value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    const ExtensionPtr extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
    return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

bool setSerial(X509 *certificate)
{
    unsigned char bytes[8];
    if (RAND_bytes(bytes, sizeof bytes) != 1)
        return false;
    std::uint64_t serial = 1;
    for (const unsigned char byte : bytes)
        serial = (serial << 7) | (byte & 0x7f);
    return ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial >> 1) == 1;
}

CertificatePtr makeCertificate(const Wish &wish, const std::vector<std::pair<int, std::string>> &extensions)
{
    CertificatePtr certificate(X509_new());
    if (!certificate || X509_set_version(certificate.get(), X509_VERSION_3) != 1 || !setSerial(certificate.get()))
        return {};
    X509_NAME *subject = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, reinterpret_cast<const unsigned char *>(wish.name), -1, -1,
                               0);
    X509 *issuer = wish.issuer ? wish.issuer : certificate.get();
    X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer));
    const std::time_t start = std::chrono::system_clock::to_time_t(wish.now - Day);
    ASN1_TIME_set(X509_getm_notBefore(certificate.get()), start);
    ASN1_TIME_set(X509_getm_notAfter(certificate.get()), start + 366 * 86'400);
    X509_set_pubkey(certificate.get(), wish.key);
    for (const auto &[kind, value] : extensions) {
        if (!addExtension(certificate.get(), issuer, kind, value))
            return {};
    }
    if (X509_sign(certificate.get(), wish.issuerKey, EVP_sha256()) == 0)
        return {};
    return certificate;
}

template <class Write>
std::string asPem(Write write)
{
    const BioPtr bio(BIO_new(BIO_s_mem()));
    if (!bio || write(bio.get()) != 1)
        return {};
    char *bytes = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &bytes);
    return {bytes, size_t(size)};
}

std::string pemOf(X509 *certificate)
{
    return asPem([&](BIO *bio) { return PEM_write_bio_X509(bio, certificate); });
}

std::string pemOf(EVP_PKEY *key)
{
    return asPem(
        [&](BIO *bio) { return PEM_write_bio_PKCS8PrivateKey(bio, key, nullptr, nullptr, 0, nullptr, nullptr); });
}

BioPtr bioOf(std::string_view pem)
{
    return BioPtr(BIO_new_mem_buf(pem.data(), int(pem.size())));
}

CertificatePtr certificateOf(const std::string &pem)
{
    return CertificatePtr(PEM_read_bio_X509(bioOf(pem).get(), nullptr, nullptr, nullptr));
}

KeyPtr keyOf(const Secret &pem)
{
    const QByteArrayView bytes = pem.reveal();
    return KeyPtr(
        PEM_read_bio_PrivateKey(bioOf({bytes.data(), std::size_t(bytes.size())}).get(), nullptr, nullptr, nullptr));
}

bool isValidThrough(X509 *certificate, std::time_t from, std::time_t to)
{
    return X509_cmp_time(X509_get0_notBefore(certificate), &from) < 0 &&
           X509_cmp_time(X509_get0_notAfter(certificate), &to) > 0;
}

std::string namesFor(const std::string &address)
{
    const std::string loopback = "DNS:localhost,IP:127.0.0.1,IP:::1";
    return address == "127.0.0.1" || address == "::1" ? loopback : loopback + ",IP:" + address;
}

} // namespace

Result<TlsIdentity> makeTlsIdentity(const std::string &address, WallTime now)
{
    const Error failure{.kind = ErrorKind::Internal, .text = "a certificate could not be made"};
    const KeyPtr caKey(EVP_EC_gen("P-256"));
    const KeyPtr serverKey(EVP_EC_gen("P-256"));
    if (!caKey || !serverKey)
        return failure;
    const CertificatePtr ca = makeCertificate({"watchkeeper-ca", caKey.get(), nullptr, caKey.get(), now},
                                              {{NID_basic_constraints, "critical,CA:TRUE"},
                                               {NID_key_usage, "critical,keyCertSign,cRLSign"},
                                               {NID_subject_key_identifier, "hash"}});
    if (!ca)
        return failure;
    const CertificatePtr server = makeCertificate({"watchkeeper", serverKey.get(), ca.get(), caKey.get(), now},
                                                  {{NID_basic_constraints, "critical,CA:FALSE"},
                                                   {NID_key_usage, "critical,digitalSignature"},
                                                   {NID_ext_key_usage, "serverAuth"},
                                                   {NID_authority_key_identifier, "keyid"},
                                                   {NID_subject_alt_name, namesFor(address)}});
    if (!server)
        return failure;
    return TlsIdentity{pemOf(ca.get()), pemOf(server.get()), Secret::of(pemOf(serverKey.get()))};
}

TlsIdentityState stateOf(const TlsIdentity &identity, WallTime now)
{
    const OpenSslErrors errors;
    const CertificatePtr ca = certificateOf(identity.caCertificate);
    const CertificatePtr server = certificateOf(identity.certificate);
    const KeyPtr key = keyOf(identity.key);
    if (!ca || !server || !key || X509_verify(server.get(), X509_get0_pubkey(ca.get())) != 1 ||
        X509_check_private_key(server.get(), key.get()) != 1)
        return TlsIdentityState::Broken;
    const std::time_t from = std::chrono::system_clock::to_time_t(now);
    const std::time_t to = std::chrono::system_clock::to_time_t(now + Day);
    const bool isValid = isValidThrough(ca.get(), from, to) && isValidThrough(server.get(), from, to);
    return isValid ? TlsIdentityState::Good : TlsIdentityState::Outdated;
}

} // namespace wk::apiserver
