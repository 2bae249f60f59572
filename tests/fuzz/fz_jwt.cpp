// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "core/cluster/jwtexpiry.h"
#include "tests/fuzz/fuzz.h"

#include <QByteArray>

#include <string>

/// Whatever a kubeconfig calls a token is looked into without harm, and what is found is a moment that can be told.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    const auto check = [](std::string_view token) {
        const auto expires = jwtExpiry(token);
        WK_MUST(!expires || token.size() <= limits::JwtBytes);
        WK_MUST(!expires || parseTime(formatTime(*expires)) == expires);
    };
    check(bytes);
    // As claims, so that what is below the base64 is reached, too.
    const QByteArray payload = QByteArray(bytes.data(), qsizetype(bytes.size()))
                                   .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
    check("e30." + payload.toStdString() + ".x");
    return 0;
}
