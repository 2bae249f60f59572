// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/console.h"
#include "app/reach.h"
#include "core/base/retriesasked.h"
#include "core/session/clustersession.h"

#include <QObject>

#include <optional>

namespace wk {

/// What `get` and `record` have in common: connect, find the kinds, list them, or watch them and say on standard error
/// when the channel breaks and goes on, and what may be missing. Gui thread (of a program without a window).
class WatchCommand : public QObject
{
    Q_OBJECT

public:
    enum class Look { Once, Watching };

    WatchCommand(Reach reach, SelectionArguments selection, Look look, Console console);
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
        std::string ownName; ///< of the object that is asked for at its own path; empty: the scope is listed
        WatchId id = 0;
        bool isListed = false;
        bool isBroken = false;             ///< it has been said that the channel broke
        Columns columns{};                 ///< of its last list
        std::optional<WallTime> nextTry{}; ///< of its first list, as the server has asked
        RetriesAsked retries{};
    };

    /// The kinds have been found; there is one at least, and none is watched yet.
    virtual void begin(const std::vector<Watched> &wanted) = 0;
    virtual void entryArrived(const Watched &watched, const EntryPtr &entry) = 0;
    /// It has been looked at once.
    virtual void fetched(const Watched &watched, const FullList &list);
    /// It could not be listed. By itself this is the end.
    virtual void listFailed(const Watched &watched, const Error &error);

    const Console &console() const { return m_console; }
    /// kubectl's words for empty lists, which name the namespace when only one was looked into.
    std::string nothingFound() const;
    /// Of a kind that can be listed and not watched: it is looked at once all the same.
    static std::optional<Error> whyNotWatched(const Watched &watched);
    /// What is written of Secrets is less than whoever asked may expect.
    void sayWithheld() const;
    /// In the order of the command line, a category's kinds in discovery's.
    const std::vector<Watched> &watched() const { return m_watched; }
    void fail(const Error &error);
    void finish(int exitCode);

private:
    void sessionMoved();
    void resourcesKnown();
    Result<std::vector<Watched>> wantedOf(const TargetArguments &target) const;
    Result<std::vector<ResourceInfo>> resourcesOf(const TargetArguments &target) const;
    WatchScope scopeOf(const ResourceInfo &resource) const;
    static bool isToComeAgain(Watched &watched, const WatchStatus &status);
    Error unknownKind(const std::string &name) const;
    void sayWarnings();
    void sayPlugin(const PluginNews &news);
    Watched *find(WatchId watch);
    void takeFetched(WatchId fetch, const Result<FullList> &list);
    void takeBatch(const Batch &batch);
    void takeStatus(const WatchStatus &status, bool hasList);
    void sayBroken(Watched &watched, const Error &error);
    void sayState(Watched &watched, const WatchStatus &status);
    void sayMissing(const Watched &watched, const Entry &entry);

    SelectionArguments m_selection;
    Look m_look;
    Console m_console;
    ClusterSession m_session;
    std::vector<Watched> m_watched;
    RetriesAsked m_retries; ///< of the connection
    std::size_t m_warningsSaid = 0;
    std::size_t m_doubtsSaid = 0; ///< of our own configuration
    bool m_ended = false;
    bool m_isInLine = false; ///< what the plugin has said last did not end its line
};

} // namespace wk
