// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"

#include <QByteArray>

#include <optional>
#include <string>

namespace wk {

// What is wrong with PEM somebody gave us, in a sentence that says what to do; nothing when it can be used. Any thread.

/// At least one certificate, and every certificate in it can be read. What is not a certificate is passed over.
std::optional<std::string> certificateFault(const QByteArray &pem);

/// Of a bundle of CAs at least one can be read.
std::optional<std::string> authorityFault(const QByteArray &pem);

/// Those of a bundle that can be read, one after the other: Qt reads none behind one that is damaged.
QByteArray readableAuthorities(const QByteArray &pem);

/// Those of a bundle that can be read are used all the same, as Go does: a warning about the others; none where all
/// can.
std::optional<std::string> authorityWarning(const QByteArray &pem);

/// A private key without passphrase of a kind that API servers know: RSA (PKCS#1, PKCS#8), EC (SEC1, PKCS#8) or Ed25519
/// (PKCS#8). Source: Go's crypto/tls; to a server of its an Ed448 key makes one anonymous (kube-apiserver 1.20, seen).
std::optional<std::string> keyFault(const Secret &pem);

/// The key belongs to the first certificate.
std::optional<std::string> pairFault(const QByteArray &certificatePem, const Secret &keyPem);

} // namespace wk
