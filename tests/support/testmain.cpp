// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sanitized.h"
#include "tests/support/testregistry.h"
#include "tests/support/threadstarts.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <utility>

#include <stdlib.h>

std::map<std::string, wk::test::Run> &wk::test::registry()
{
    static std::map<std::string, Run> tests;
    return tests;
}

namespace {

std::ptrdiff_t threads()
{
    std::error_code failed; // a thread may end while it is looked at
    return std::distance(std::filesystem::directory_iterator("/proc/self/task", failed), {});
}

/// QThread::wait() returns before the system's thread has ended. What OpenSSL keeps for each thread (its random
/// numbers, its errors) is freed at that very end: a process that leaves earlier has leaked it in LeakSanitizer's eyes.
void waitForOtherThreads(std::ptrdiff_t before)
{
    using namespace std::chrono;
    const auto end = steady_clock::now() + seconds(2); // a thread that a library keeps for good is not waited for
    while (threads() > before && steady_clock::now() < end)
        std::this_thread::sleep_for(milliseconds(1));
}

/// What a program keeps of its user goes there, and with the test.
class StateDirectory
{
public:
    StateDirectory()
    {
        std::string name = (std::filesystem::temp_directory_path() / "watchkeeper-state-XXXXXX").string();
        if (::mkdtemp(name.data())) {
            m_path = name;
            ::setenv("XDG_STATE_HOME", name.c_str(), 1);
        }
    }
    ~StateDirectory()
    {
        std::error_code failed;
        if (!m_path.empty())
            std::filesystem::remove_all(m_path, failed);
    }
    StateDirectory(const StateDirectory &) = delete;
    StateDirectory &operator=(const StateDirectory &) = delete;

private:
    std::filesystem::path m_path;
};

/// Qt Test's own, which ends a function that takes too long.
constexpr int WatchDogs = 1;

/// TSan runs those tests alone that are said to have threads (wk_tests()): none may have them unsaid.
bool hasThreadsUnsaid(const char *test)
{
    if (!std::getenv("WATCHKEEPER_TEST_HAS_ONE_THREAD") || wk::test::startedThreads() <= WatchDogs)
        return false;
    std::fprintf(stderr, "%s starts a thread. Name it under THREADS in its CMakeLists.txt, so that TSan runs it.\n",
                 test);
    return true;
}

} // namespace

/// PROGRAM NAME [what Qt Test understands...]
int main(int argc, char **argv)
{
    const auto &tests = wk::test::registry();
    const auto found = argc > 1 ? tests.find(argv[1]) : tests.end();
    if (found == tests.end()) {
        std::fprintf(stderr, "usage: %s TEST [options of Qt Test]\nTEST is one of:\n", argv[0]);
        for (const auto &[name, run] : tests)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    const char *name = std::exchange(argv[1], argv[0]);
    const StateDirectory state;
    const std::ptrdiff_t before = threads();
    const int failed = found->second(argc - 1, argv + 1);
    if (wk::HasAsan)
        waitForOtherThreads(before);
    return failed != 0 ? failed : hasThreadsUnsaid(name) ? 1 : 0;
}
