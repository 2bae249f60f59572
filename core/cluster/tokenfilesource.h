// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/credentials.h"

namespace wk {

/// The token in a file that somebody replaces. Read at most once a minute, and at once after a refusal; the last token
/// that could be read stays in use while the file cannot be. Worker thread. Source: client-go
/// transport/token_source.go.
class TokenFileSource : public CredentialSource
{
public:
    TokenFileSource(TokenFile file, Clock &clock);

    void credential(QObject *context, Answer answer) override;
    void refused(const Credential &credential) override;
    void forget() override;

private:
    void read();

    TokenFile m_file;
    Clock &m_clock;
    Result<Credential> m_current;
    Instant m_nextRead{};
};

} // namespace wk
