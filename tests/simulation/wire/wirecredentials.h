// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/credentials.h"
#include "tests/simulation/simtransport.h"

#include <QObject>

namespace wk::sim {

/// Gives another token after each refusal, unless the run has it that there is none for a while. One thread.
class WireCredentials : public CredentialSource
{
public:
    WireCredentials(const SimTransport &server, const Clock &clock)
        : m_server(server)
        , m_clock(clock)
    {}

    void credential(QObject *context, Answer answer) override
    {
        Result<Credential> result = current();
        if (m_clock.now() < m_server.signInFailsUntil())
            result = Error{ErrorKind::CredentialFailed, "simulated: no credential"};
        QMetaObject::invokeMethod(
            context, [answer = std::move(answer), result = std::move(result)] { answer(result); },
            Qt::QueuedConnection);
    }
    void refused(const Credential &credential) override { m_number += credential == current(); }
    void forget() override {}

private:
    Credential current() const { return {Secret::of("token-" + std::to_string(m_number)), {}, {}, {}}; }

    const SimTransport &m_server;
    const Clock &m_clock;
    int m_number = 0;
};

} // namespace wk::sim
