// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

/// Only in a program that is built for processors of x86-64-v3 (cmake/processor.cmake); built for any itself.
namespace wk {

/// Before all constructors of ours, which may already use what this processor has not.
[[gnu::constructor(101)]] static void checkProcessor()
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v3"))
        return;
    constexpr char Says[] = "watchkeeper: this program was built for processors with AVX2 and BMI2 (x86-64-v3), which "
                            "this one has not. Build it here, or take the package, which is for any.\n";
    (void)!::write(STDERR_FILENO, Says, sizeof Says - 1);
    ::_exit(1);
}

} // namespace wk
