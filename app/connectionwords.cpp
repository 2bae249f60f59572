// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connectionwords.h"

#include "app/clusterlink.h"
#include "ui/style/errorwords.h"
#include "ui/style/safetext.h"
#include "ui/words/sessionwords.h"

#include <QCoreApplication>

#include <algorithm>

namespace wk {

namespace {

/// There was nothing to connect to.
ConnectionWords failed(const Error &error)
{
    const ErrorWords words = errorWords(error);
    ConnectionWords said;
    said.word.sentence = words.sentence();
    said.word.isRetried = true;
    said.word.hasFailed = true;
    said.navigator = words.what;
    said.status = said.word.sentence;
    return said;
}

ConnectionWords wordsOf(ClusterLink &link)
{
    const ClusterSession &session = link.newest();
    const SessionState state = session.state();
    ConnectionWords said;
    if (session.access().source == RecordingSource) {
        said.isAnyConnected = true; // nothing is waited for
        return said;
    }
    if (link.failure()) {
        said = failed(*link.failure());
    } else if (!link.yieldsTo().isEmpty()) {
        said.status = QCoreApplication::translate("ConnectionWords", "This is the cluster of %1, which is shown once.")
                          .arg(displayText(link.yieldsTo().toStdString()));
    } else if (state == SessionState::Connected) {
        said.isAnyConnected = true;
    } else {
        const Error &error = session.lastError();
        const auto waited = link.waited();
        said.word.sentence = waited ? connectingSentence(*waited) : sessionSentence(state, error);
        said.word.hasFailed = hasHappened(error);
        // Whoever has not started the session waits for a yes, which is being asked for.
        said.word.isRetried = state != SessionState::Idle && said.word.hasFailed;
        said.navigator = said.word.hasFailed ? errorWords(error).what : sessionSentence(state, {});
        said.status = waited ? said.word.sentence : sessionBrief(state, error);
    }
    said.word.server = displayText(session.access().server.toDisplayString(QUrl::RemovePath).toStdString());
    return said;
}

/// What fails is worse than what is under way.
int gravity(const ConnectionWords &said)
{
    return said.word.hasFailed ? 2 : said.status.isEmpty() ? 0 : 1;
}

QString named(const QString &cluster, const QString &sentence)
{
    return QCoreApplication::translate("ConnectionWords", "%1: %2", "a cluster, what is wrong with it")
        .arg(displayText(cluster.toStdString()), sentence);
}

} // namespace

ConnectionWords connectionWords(const std::vector<std::unique_ptr<ClusterLink>> &links)
{
    if (links.size() == 1)
        return wordsOf(*links.front());
    ConnectionWords worst;
    const ClusterLink *whose = nullptr;
    bool isAnyConnected = false;
    int others = -1;
    for (const auto &link : links) {
        const ConnectionWords said = wordsOf(*link);
        isAnyConnected = isAnyConnected || said.isAnyConnected;
        others += said.status.isEmpty() ? 0 : 1;
        if (whose && gravity(said) <= gravity(worst))
            continue;
        worst = said;
        whose = link.get();
    }
    worst.isAnyConnected = isAnyConnected;
    if (isAnyConnected) {
        worst.word = {};
        worst.navigator.clear();
    } else {
        worst.word.sentence = named(whose->word(), worst.word.sentence);
        worst.navigator = named(whose->word(), worst.navigator);
    }
    if (!worst.status.isEmpty())
        worst.status = named(whose->word(), worst.status);
    if (!worst.status.isEmpty() && others > 0)
        worst.status = QCoreApplication::translate("ConnectionWords", "%1 And %n other cluster(s).",
                                                   "what is wrong with one cluster", others)
                           .arg(worst.status);
    return worst;
}

} // namespace wk
