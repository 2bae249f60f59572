// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/credentials.h"

#include <QObject>

#include <vector>

namespace wk {

/// Gives what it was told to give, and the next one after a refusal.
class FakeCredentials : public CredentialSource
{
public:
    void give(const Credential &credential) { m_next.push_back(credential); }
    void give(const char *token) { give(Credential{Secret(token), {}, {}, {}}); }
    void fail(const Error &error) { m_failure = error; }

    void credential(QObject *context, Answer answer) override
    {
        ++asked;
        Result<Credential> result = m_failure ? Result<Credential>(*m_failure)
                                              : Result<Credential>(m_next.empty() ? Credential() : m_next.front());
        QMetaObject::invokeMethod(
            context, [answer = std::move(answer), result = std::move(result)] { answer(result); },
            Qt::QueuedConnection);
    }
    void refused(const Credential &credential) override
    {
        ++refusals;
        if (m_next.size() > 1 && m_next.front() == credential)
            m_next.erase(m_next.begin());
    }

    void forget() override { ++forgotten; }

    int forgotten = 0;
    int asked = 0;
    int refusals = 0;

private:
    std::vector<Credential> m_next;
    std::optional<Error> m_failure;
};

} // namespace wk
