// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opensslend.h"

#include <openssl/crypto.h>

namespace wk {

void leaveOpenSslToTheSystem()
{
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
}

} // namespace wk
