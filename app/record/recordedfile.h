// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"
#include "core/informer/entry.h"
#include "core/source/watchscope.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace wk {

/// Where `watchkeeper record` puts what comes: a recording, or watch JSON Lines, as the file's name ends. One thread,
/// which waits for the disk.
class RecordedFile
{
public:
    virtual ~RecordedFile() = default;
    /// FileWriteFailed.
    static Result<std::unique_ptr<RecordedFile>> create(const RecordArguments &arguments, const ClusterAccess &cluster);

    /// Before the first entry of a watch.
    virtual void setWatch(WatchId watch, const WatchScope &scope) = 0;
    /// FileWriteFailed: the file takes no more.
    virtual Result<> write(const EntryPtr &entry) = 0;
    /// What has failed since; nothing as long as all is well.
    virtual std::optional<Error> failure() const { return {}; }
    /// Once, and last: the file has its name.
    virtual Result<> finish() = 0;
    /// After a failure, and last: what was written by then is in there; empty when nothing is.
    virtual std::string rescue() = 0;

    /// Of events, and of objects that a list brought.
    std::uint64_t events() const { return m_events; }
    /// How many values that look like secrets were replaced; nothing where that was not wanted.
    virtual std::optional<std::uint64_t> replaced() const = 0;
    /// Whether it has a word for what may be missing.
    virtual bool tellsOfGaps() const = 0;
    /// As it is called while it is written.
    virtual std::string name() const = 0;

protected:
    std::uint64_t m_events = 0;
};

} // namespace wk
