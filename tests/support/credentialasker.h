// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/cluster/credentials.h"

#include <QObject>
#include <QTest>

#include <optional>

namespace wk {

/// Asks a source for a credential and waits for what it answers.
class CredentialAsker : public QObject
{
public:
    /// The token, or the name of the error's kind; "no answer" also when the answer came from inside the question.
    QByteArray ask(CredentialSource &source)
    {
        m_last.reset();
        source.credential(this, [this](const Result<Credential> &result) { m_last = result; });
        if (m_last || !QTest::qWaitFor([this] { return m_last.has_value(); }))
            return "no answer";
        return m_last->ok() ? m_last->value().bearerToken.reveal().toByteArray()
                            : QByteArray(kindName(m_last->error().kind));
    }
    const Credential &credential() const { return m_last->value(); }
    const Error &error() const { return m_last->error(); }
    bool failed() const { return !m_last->ok(); }

private:
    std::optional<Result<Credential>> m_last;
};

} // namespace wk
