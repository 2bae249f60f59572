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

/// A private key without passphrase of a kind that Qt can use: RSA (PKCS#1, PKCS#8) or EC (SEC1, PKCS#8).
/// Source of the list: Qt 6.4's QSslKey, which has no Ed25519.
std::optional<std::string> keyFault(const Secret &pem);

/// The key belongs to the first certificate.
std::optional<std::string> pairFault(const QByteArray &certificatePem, const Secret &keyPem);

} // namespace wk
