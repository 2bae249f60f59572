// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace wk {

class HelperThread;

/// A row of short jobs that its owner wants done in order, and that another thread helps with. The owner never waits
/// while anything is left to do: all in all it takes as long as alone, or down to half of that. To be helped costs the
/// owner some 5 µs, so a row should take 100. One thread.
class SharedWork
{
public:
    enum class By { Owner, Helper };
    /// Neither of the two does more than one at a time. A job must not write what another reads or writes.
    using Job = std::function<void(std::size_t number, By by)>;

    /// Without a helper the owner does all.
    SharedWork(std::size_t count, Job job, HelperThread *helper);
    /// What has not been begun by then never will be; what has, is done.
    ~SharedWork();
    SharedWork(const SharedWork &) = delete;
    SharedWork &operator=(const SharedWork &) = delete;

    /// Comes back once this one is done, whoever did it.
    void finish(std::size_t number);

private:
    struct Row;
    std::shared_ptr<Row> m_row; ///< the helper may come when all is over
    std::size_t m_next = 0;     ///< what to do while what is wanted is being done
};

} // namespace wk
