// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/threadstarts.h"

#include <atomic>

#include <dlfcn.h>
#include <pthread.h>

namespace {

std::atomic<int> started = 0;

} // namespace

int wk::test::startedThreads()
{
    return started;
}

#ifndef WATCHKEEPER_SANITIZED
/// A program's own comes before the C library's, for every library that it has loaded.
extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                              void *argument) noexcept
{
    static const auto create = reinterpret_cast<decltype(&pthread_create)>(::dlsym(RTLD_NEXT, "pthread_create"));
    ++started;
    return create(thread, attributes, run, argument);
}
#endif
