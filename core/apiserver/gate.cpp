// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/gate.h"

#include <QHostAddress>

#include <openssl/crypto.h>

namespace wk::apiserver {

namespace {

bool isSame(std::string_view given, const std::string &token)
{
    return !token.empty() && given.size() == token.size() &&
           CRYPTO_memcmp(given.data(), token.data(), token.size()) == 0;
}

struct HostPort {
    std::string_view host;
    std::string_view port;
};

/// "127.0.0.1:6443", "[::1]:6443", "localhost".
HostPort splitHost(std::string_view text)
{
    const size_t bracket = text.starts_with('[') ? text.find(']') : 0;
    const size_t colon = bracket == text.npos ? text.npos : text.find(':', bracket);
    HostPort parts{text.substr(0, colon), colon == text.npos ? std::string_view() : text.substr(colon + 1)};
    if (parts.host.starts_with('[') && parts.host.ends_with(']'))
        parts.host = parts.host.substr(1, parts.host.size() - 2);
    return parts;
}

QHostAddress addressOf(std::string_view text)
{
    return QHostAddress(QString::fromLatin1(text.data(), qsizetype(text.size())));
}

} // namespace

Gate::Gate(std::string address, unsigned short port, std::string readToken, std::string writeToken)
    : m_isLoopback(addressOf(address).isLoopback())
    , m_port(std::to_string(port))
    , m_readToken(std::move(readToken))
    , m_writeToken(std::move(writeToken))
{}

bool Gate::isFromClient(const Credentials &credentials) const
{
    const auto [host, port] = splitHost(credentials.host);
    if (credentials.hasOrigin || port != m_port)
        return false;
    if (host == "localhost")
        return true;
    const QHostAddress address = addressOf(host);
    return m_isLoopback ? address.isLoopback() : !address.isNull();
}

Gate::Right Gate::right(const Credentials &credentials) const
{
    constexpr std::string_view Scheme = "Bearer ";
    std::string_view given = credentials.authorization;
    if (!given.starts_with(Scheme))
        return Right::None;
    given.remove_prefix(Scheme.size());
    if (isSame(given, m_writeToken))
        return Right::Write;
    return isSame(given, m_readToken) ? Right::Read : Right::None;
}

} // namespace wk::apiserver
