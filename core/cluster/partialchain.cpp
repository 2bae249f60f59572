// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/partialchain.h"

#include "core/base/opensslhandles.h"

#include <openssl/x509_vfy.h>

#include <QSslCertificate>

namespace wk {

namespace {

CertificatePtr convert(const QSslCertificate &certificate)
{
    const QByteArray der = certificate.toDer();
    auto *begin = reinterpret_cast<const unsigned char *>(der.constData());
    return CertificatePtr(d2i_X509(nullptr, &begin, long(der.size())));
}

void freeStack(STACK_OF(X509) * stack)
{
    sk_X509_pop_free(stack, X509_free);
}

} // namespace

bool leadsToGiven(const QList<QSslCertificate> &chain, const QList<QSslCertificate> &given)
{
    const OpenSslErrors errors;
    const StorePtr store(X509_STORE_new());
    const StoreContextPtr context(X509_STORE_CTX_new());
    const std::unique_ptr<STACK_OF(X509), OpenSslFree<freeStack>> served(sk_X509_new_null());
    if (chain.isEmpty() || !store || !context || !served)
        return false;
    for (const QSslCertificate &certificate : given) {
        const CertificatePtr authority = convert(certificate);
        if (authority)
            X509_STORE_add_cert(store.get(), authority.get());
    }
    for (const QSslCertificate &certificate : chain) {
        CertificatePtr link = convert(certificate);
        if (!link || sk_X509_push(served.get(), link.get()) <= 0)
            return false;
        static_cast<void>(link.release());
    }
    if (X509_STORE_CTX_init(context.get(), store.get(), sk_X509_value(served.get(), 0), served.get()) != 1)
        return false;
    X509_STORE_CTX_set_default(context.get(), "ssl_server");
    X509_STORE_CTX_set_flags(context.get(), X509_V_FLAG_PARTIAL_CHAIN);
    return X509_verify_cert(context.get()) == 1;
}

} // namespace wk
