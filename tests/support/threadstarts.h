// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace wk::test {

/// How many threads anybody, Qt and other libraries too, has started in this process. A sanitizer has a way of its own to
/// start them: 0 where one is built in.
int startedThreads();

} // namespace wk::test
