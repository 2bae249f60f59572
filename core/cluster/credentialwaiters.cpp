// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/credentialwaiters.h"

#include <QObject>

namespace wk {

void CredentialWaiters::add(QObject *context, CredentialSource::Answer answer)
{
    m_waiting.emplace_back(context, std::move(answer));
}

void CredentialWaiters::answerAll(const Result<Credential> &result)
{
    for (auto &[context, waiting] : std::exchange(m_waiting, {})) {
        if (context)
            answer(context, std::move(waiting), result);
    }
}

void CredentialWaiters::answer(QObject *context, CredentialSource::Answer answer, Result<Credential> result)
{
    QMetaObject::invokeMethod(
        context, [answer = std::move(answer), result = std::move(result)] { answer(result); }, Qt::QueuedConnection);
}

} // namespace wk
