// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/tokenfilesource.h"

#include "core/base/boundedfile.h"
#include "core/base/limits.h"
#include "core/cluster/bearertoken.h"
#include "core/cluster/credentialwaiters.h"

namespace wk {

namespace {

constexpr std::chrono::minutes ReadPeriod{1};

Result<Credential> tokenIn(const std::string &path)
{
    const auto failed = [&](std::string why) {
        return Error{ErrorKind::CredentialFailed, "The token file is of no use: " + std::move(why), path};
    };
    auto read = readBoundedFile(path, limits::CredentialFileBytes);
    if (!read)
        return failed(read.error().text);
    QByteArray bytes = std::move(read).value();
    const auto token = trimmedToken({bytes.constData(), std::size_t(bytes.size())});
    if (token.empty())
        return failed("it is empty.");
    if (const auto fault = tokenFault(token))
        return failed(*fault);
    Credential credential{Secret::of(std::string(token)), {}, {}, {}};
    wipe(bytes);
    return credential;
}

} // namespace

TokenFileSource::TokenFileSource(TokenFile file, Clock &clock)
    : m_file(std::move(file))
    , m_clock(clock)
    , m_current(Credential{m_file.fallback, {}, {}, {}})
    , m_nextRead(clock.now())
{}

void TokenFileSource::credential(QObject *context, Answer answer)
{
    if (m_clock.now() >= m_nextRead)
        read();
    CredentialWaiters::answer(context, std::move(answer), m_current);
}

void TokenFileSource::refused(const Credential &credential)
{
    if (m_current && *m_current == credential)
        m_nextRead = m_clock.now();
}

void TokenFileSource::forget()
{
    m_nextRead = m_clock.now();
}

void TokenFileSource::read()
{
    m_nextRead = m_clock.now() + ReadPeriod;
    auto found = tokenIn(m_file.path);
    const bool hasToken = m_current && !m_current->bearerToken.isEmpty();
    if (found || !hasToken)
        m_current = std::move(found);
    // A file that cannot be read may be on its way: somebody waits for it.
    if (!m_current)
        m_nextRead = m_clock.now();
}

} // namespace wk
