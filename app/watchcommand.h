// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/console.h"
#include "core/session/clustersession.h"

#include <QObject>

namespace wk {

/// What `get` and `record` have in common: connect, find the kinds, watch them, say on standard error when the channel
/// breaks and goes on, and what may be missing. Gui thread (of a program without a window).
class WatchCommand : public QObject
{
    Q_OBJECT

public:
    WatchCommand(ClusterAccess access, ExecConsent consent, SelectionArguments selection, Console console);
    /// Begins; finished() tells how it ended.
    void start();

Q_SIGNALS:
    /// The program's exit code: 0, or 1 after an error that has been said.
    void finished(int exitCode);

protected:
    /// A target of the command line, and what is asked of the cluster for it.
    struct Watched {
        TargetArguments target;
        WatchScope scope;
        WatchId id = 0;
        bool isListed = false;
        bool isBroken = false; ///< it has been said that the channel broke
    };

    /// The kinds have been found; there is one at least, and none is watched yet.
    virtual void begin(const std::vector<Watched> &wanted) = 0;
    virtual void entryArrived(const Watched &watched, const Entry &entry) = 0;
    /// It could not be listed. By itself this is the end.
    virtual void listFailed(const Watched &watched, const Error &error);
    /// Called after the entries of a batch.
    virtual void batchEnded() {}

    const Console &console() const { return m_console; }
    /// kubectl's words for empty lists, which name the namespace when only one was looked into.
    std::string nothingFound() const;
    /// What is written of Secrets is less than whoever asked may expect.
    void sayWithheld() const;
    /// In the order of the command line, a category's kinds in discovery's.
    const std::vector<Watched> &watched() const { return m_watched; }
    /// Nothing more is wanted of it.
    void letGo(WatchId watch) { m_session.close(watch); }
    void fail(const Error &error);
    void finish(int exitCode);

private:
    void sessionMoved();
    void resourcesKnown();
    Result<std::vector<Watched>> wantedOf(const TargetArguments &target) const;
    Error unknownKind(const Error &notFound, const std::string &name) const;
    /// Null once it has been let go.
    Watched *find(WatchId watch);
    void takeBatch(const Batch &batch);
    void takeStatus(const WatchStatus &status, bool hasList);
    void sayBroken(Watched &watched, const Error &error);
    void sayState(Watched &watched, const WatchStatus &status);
    void sayMissing(const Watched &watched, const Entry &entry);

    SelectionArguments m_selection;
    Console m_console;
    ClusterSession m_session;
    std::vector<Watched> m_watched;
    bool m_ended = false;
};

} // namespace wk
