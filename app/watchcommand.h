// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/console.h"
#include "core/session/clustersession.h"

#include <QObject>

namespace wk {

/// What `get` and `record` have in common: connect, find the kind, watch it, say on standard error when the channel
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
    /// The kind has been found.
    virtual void begin(const ResourceInfo &resource) = 0;
    virtual void entryArrived(const Entry &entry) = 0;
    /// Called after the entries of a batch.
    virtual void batchEnded() {}

    const Console &console() const { return m_console; }
    /// kubectl's words for an empty list, which name the namespace when only one was looked into.
    std::string nothingFound() const;
    /// What is watched; null before begin().
    const WatchScope *scope() const { return m_session.scope(m_watch); }
    const SelectionArguments &selection() const { return m_selection; }
    void fail(const Error &error);

private:
    void sessionMoved();
    void resourcesKnown();
    Error unknownKind(const Error &notFound) const;
    void takeBatch(const Batch &batch);
    void sayBroken(const Error &error);
    void sayState(const WatchStatus &status);
    void sayMissing(const Entry &entry);

    SelectionArguments m_selection;
    Console m_console;
    ClusterSession m_session;
    WatchId m_watch = 0;
    bool m_listed = false;
    bool m_ended = false;
    bool m_broken = false; ///< it has been said that the channel broke
};

} // namespace wk
