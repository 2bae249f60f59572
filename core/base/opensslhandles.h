// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>

namespace wk {

/// Frees what OpenSSL made, for std::unique_ptr.
template <auto Free>
struct OpenSslFree {
    template <class T>
    void operator()(T *object) const
    {
        Free(object);
    }
};

using BioPtr = std::unique_ptr<BIO, OpenSslFree<BIO_free_all>>;
using CertificatePtr = std::unique_ptr<X509, OpenSslFree<X509_free>>;
using ExtensionPtr = std::unique_ptr<X509_EXTENSION, OpenSslFree<X509_EXTENSION_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, OpenSslFree<EVP_PKEY_free>>;
using StorePtr = std::unique_ptr<X509_STORE, OpenSslFree<X509_STORE_free>>;
using StoreContextPtr = std::unique_ptr<X509_STORE_CTX, OpenSslFree<X509_STORE_CTX_free>>;

/// OpenSSL keeps a queue of errors per thread; what we provoke must not be blamed on somebody else's call.
class OpenSslErrors
{
public:
    OpenSslErrors() { ERR_set_mark(); }
    ~OpenSslErrors() { ERR_pop_to_mark(); }
    OpenSslErrors(const OpenSslErrors &) = delete;
    OpenSslErrors &operator=(const OpenSslErrors &) = delete;
};

} // namespace wk
