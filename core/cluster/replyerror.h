// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QNetworkReply>

namespace wk {

/// What is known of a request that failed below HTTP.
struct NetworkFailure {
    QNetworkReply::NetworkError code = QNetworkReply::NoError;
    QString text;   ///< QNetworkReply::errorString()
    QString server; ///< "host:port", for people
    bool proxied = false;
    bool answered = false; ///< a head with status 200 had come
};

/// The Error for a request that QNetworkAccessManager gave up. Codes say little (99 is a bad client key as well as a
/// closed proxy and an unreachable network), hence the rest. Source: facts/qt-network.md, 4. Any thread.
Error networkError(const NetworkFailure &failure);

} // namespace wk
