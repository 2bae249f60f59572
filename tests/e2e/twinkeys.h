// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/testkeys.h"

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>

namespace wk::twin {

/// All the keys and certificates that the rows of tests/e2e/kubeconfig name.
class TwinKeys : public TestKeys
{
public:
    /// False when openssl would not.
    bool make() { return makeAuthorities() && makeClients() && makeServers() && makeForms(); }

    /// Of a server that shows the certificate `name` and asks for those of clients.
    QSslConfiguration server(const QByteArray &name) const
    {
        const QString file = QString::fromUtf8(name);
        QSslConfiguration configuration;
        configuration.setLocalCertificateChain(QSslCertificate::fromData(certificate(file), QSsl::Pem));
        for (const QSsl::KeyAlgorithm algorithm : {QSsl::Ec, QSsl::Rsa}) {
            if (const QSslKey own(key(file), algorithm); !own.isNull())
                configuration.setPrivateKey(own);
        }
        configuration.setPeerVerifyMode(QSslSocket::QueryPeer);
        configuration.setCaCertificates({});
        configuration.setProtocol(QSsl::TlsV1_2OrLater);
        return configuration;
    }

private:
    bool makeAuthorities()
    {
        return makeAuthority(u("ca")) && makeAuthority(u("other")) && makeAuthority(u("middle"), u("ca"));
    }
    bool makeClients()
    {
        return makeClient(u("alice"), u("ca")) && makeClient(u("stranger"), u("other")) &&
               openssl(u("genrsa -out rsa.key 2048")) && makeClient(u("rsa"), u("ca")) &&
               openssl(u("genpkey -algorithm ed25519 -out ed.key")) && makeClient(u("ed"), u("ca")) &&
               openssl(u("ecparam -name secp384r1 -genkey -noout -out p384.key")) && makeClient(u("p384"), u("ca")) &&
               makeServer(u("old"), u("ca"), u("DNS:old"), -1);
    }
    bool makeServers()
    {
        const QString names = u("DNS:localhost,IP:127.0.0.1,IP:::1,DNS:api.example.test");
        bool isMade = makeServer(u("server"), u("ca"), names) && makeServer(u("alone"), {}, names) &&
                      makeServer(u("foreign"), u("other"), names) && makeServer(u("expired"), u("ca"), names, -1) &&
                      makeServer(u("renamed"), u("ca"), u("DNS:elsewhere.example")) &&
                      makeServer(u("wildcard"), u("ca"), u("DNS:*.example.test")) &&
                      makeServer(u("between-alone"), u("middle"), names) && makeClient(u("localhost"), u("ca")) &&
                      openssl(u("genrsa -out rsa-server.key 2048")) && makeServer(u("rsa-server"), u("ca"), names);
        write(u("between.crt"), certificate(u("between-alone")) + certificate(u("middle")));
        write(u("between.key"), key(u("between-alone")));
        return isMade;
    }
    /// The same in other words.
    bool makeForms()
    {
        write(u("bundle.crt"), certificate(u("other")) + certificate(u("ca")));
        const QByteArray damaged = certificate(u("other")).remove(80, 8);
        write(u("damaged.crt"), damaged);
        write(u("half.crt"), damaged + certificate(u("ca")));
        write(u("ca-both.pem"), key(u("ca")) + certificate(u("ca")));
        write(u("ca-text.crt"), "Our CA\n======\n" + certificate(u("ca")) + "\nthat is all\n");
        write(u("alice-both.pem"), key(u("alice")) + certificate(u("alice")));
        write(u("alice-chain.crt"), certificate(u("alice")) + certificate(u("ca")));
        write(u("alice-turned.crt"), certificate(u("ca")) + certificate(u("alice")));
        write(u("alice-text.crt"), "Certificate:\n    Data:\n" + certificate(u("alice")) + "\nBag Attributes\n");
        write(u("alice-text.key"), "Bag Attributes\n    name: alice\n" + key(u("alice")));
        return openssl(u("ecparam -name prime256v1 -out params.pem")) && makeParams() &&
               openssl(u("pkcs8 -topk8 -nocrypt -in alice.key -out alice-p8.key")) &&
               openssl(u("rsa -in rsa.key -traditional -out rsa-p1.key")) &&
               openssl(u("rsa -in rsa.key -aes128 -passout pass:x -out locked.key")) &&
               openssl(u("x509 -in alice.crt -outform DER -out alice.der")) &&
               openssl(u("x509 -in ca.crt -outform DER -out ca.der")) &&
               openssl(u("x509 -in ca.crt -trustout -out ca-trusted.crt"));
    }
    bool makeParams()
    {
        write(u("alice-params.key"), read(u("params.pem")) + key(u("alice")));
        return true;
    }
    static QString u(const char *text) { return QString::fromUtf8(text); }
};

} // namespace wk::twin
