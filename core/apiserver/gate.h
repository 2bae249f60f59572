// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/request.h"

#include <string>
#include <string_view>

namespace wk::apiserver {

/// The headers by which a request is let in or not.
struct Credentials {
    std::string host;
    bool hasOrigin = false;
    std::string authorization;
};

/// Who may come in: nobody sent here by a web page (a foreign Host, any Origin), and nobody without a token.
/// Reading and writing have tokens of their own; they are compared in constant time. A value; any thread.
class Gate
{
public:
    enum class Right { None, Read, Write };

    /// `address` is what the server is bound to: on a loopback address only loopback names are let in as
    /// Host, elsewhere any address as number (a page that rebinds its name can only come by name).
    Gate(std::string address, unsigned short port, std::string readToken, std::string writeToken);

    /// Whether Host and Origin are those of a client and not of a browser that was tricked.
    bool isFromClient(const Credentials &credentials) const;
    Right right(const Credentials &credentials) const;

private:
    bool m_isLoopback;
    std::string m_port;
    std::string m_readToken;
    std::string m_writeToken;
};

} // namespace wk::apiserver
