// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console.h"

#include "app/errorlines.h"
#include "core/base/displaysafe.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include <unistd.h>

namespace wk {

namespace {

/// Whoever read the output is gone (`| head`), or there is no room for it: nothing is left to do. Qt ignores SIGPIPE,
/// by which other programs end here.
[[noreturn]] void endForWantOfOutput(int why)
{
    if (why == EPIPE) {
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    }
    std::fprintf(stderr, "watchkeeper: standard output cannot be written: %s\n", std::strerror(why));
    std::_Exit(1);
}

/// But for lines and tabs.
std::string safeText(std::string_view text)
{
    std::string safe;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\n\t", begin), text.size());
        safe += terminalSafe(text.substr(begin, end - begin));
        safe += end < text.size() ? std::string(1, text[end]) : std::string();
        begin = end + 1;
    }
    return safe;
}

} // namespace

void Console::outAsItIs(const std::string &text) const
{
    out(isTerminal ? safeText(text) : text);
}

void Console::sayPart(const std::string &words) const
{
    if (errPart)
        errPart(safeText(words));
}

void Console::say(const std::string &lines) const
{
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);)
        err(terminalSafe(line));
}

void Console::sayError(const Error &error) const
{
    say(errorLines(error));
}

Console Console::standard()
{
    return {[](const std::string &text) {
                if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
                    endForWantOfOutput(errno);
            },
            [](const std::string &line) { std::fprintf(stderr, "%s\n", line.c_str()); }, isatty(STDOUT_FILENO) == 1,
            [](const std::string &part) { std::fputs(part.c_str(), stderr); }};
}

} // namespace wk
