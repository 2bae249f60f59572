// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/sessionwords.h"

#include "core/session/clustersession.h"
#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
#include "ui/style/styletr.h"
#include "ui/words/statewords.h"

namespace wk {

QString sessionSentence(SessionState state, const Error &lastError)
{
    const QString reason = hasHappened(lastError) ? errorWords(lastError).sentence() : QString();
    // What waits for somebody is not tried again by itself.
    const bool isUpToPerson = lastError.kind == ErrorKind::ConsentNeeded || lastError.kind == ErrorKind::Cancelled;
    switch (state) {
    case SessionState::Idle: return StyleTr::tr("%1.", "a state as a sentence").arg(notConnectedWord());
    case SessionState::Connecting:
        if (reason.isEmpty())
            return StyleTr::tr("Connecting.");
        [[fallthrough]];
    case SessionState::Failed: return isUpToPerson ? reason : joinedSentences({reason, StyleTr::tr("Trying again.")});
    case SessionState::Connected: return StyleTr::tr("Connected.");
    }
    return {};
}

QString sessionBrief(SessionState state, const Error &lastError)
{
    Error brief = lastError;
    switch (lastError.kind) {
    case ErrorKind::TimedOut:
    case ErrorKind::ConnectionLost:
    case ErrorKind::ProxyFailed:
    case ErrorKind::TlsUntrusted:
    case ErrorKind::TlsFailed:
    case ErrorKind::Unauthorized:
    case ErrorKind::ServerError:
        brief.text.clear();
        brief.place.clear();
        break;
    default: break;
    }
    return sessionSentence(state, brief);
}

QString connectingSentence(std::chrono::seconds waited)
{
    using namespace std::chrono_literals;
    if (waited < 5s)
        return sessionSentence(SessionState::Connecting, {});
    return StyleTr::tr("Connecting. The server has not answered for %1.").arg(format::seconds(waited.count()));
}

} // namespace wk
