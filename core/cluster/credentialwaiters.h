// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/credentials.h"

#include <QPointer>

#include <utility>
#include <vector>

namespace wk {

/// Who waits for a credential. Answers are queued to the event loop; whoever is gone by then hears nothing. One thread.
class CredentialWaiters
{
public:
    void add(QObject *context, CredentialSource::Answer answer);
    void answerAll(const Result<Credential> &result);
    bool isEmpty() const { return m_waiting.empty(); }

    static void answer(QObject *context, CredentialSource::Answer answer, Result<Credential> result);

private:
    std::vector<std::pair<QPointer<QObject>, CredentialSource::Answer>> m_waiting;
};

} // namespace wk
