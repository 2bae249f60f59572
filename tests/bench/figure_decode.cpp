// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/decoder.h"
#include "tests/bench/figure.h"
#include "tests/bench/measure.h"
#include "tests/bench/podlines.h"
#include "tests/bench/qjsonrow.h"

#include <cstdlib>

/// decode: from a watch line to an Object behind an ObjectPtr: the event taken apart, its JSON parsed, metadata,
/// owners, labels, managers with the hash of their field sets, status and cells read; and the Object destroyed again.
/// Not in it is what keeps the body: the decoder is told to drop bodies. The yardstick reads the same with
/// QJsonDocument.
namespace wk::bench {

namespace {

constexpr std::size_t Events = 4000;
/// Of these a tenth is enough of a measure.
constexpr std::size_t QtEvents = 400;
constexpr int Runs = 15;

/// Ends the program when nothing was read: a figure of that would be a lie.
void require(bool condition)
{
    if (!condition)
        std::abort();
}

/// As a FrameSplitter says it.
std::size_t readableBehind(const PodLines &pods, std::string_view line)
{
    return std::size_t(pods.bytes.data() + pods.bytes.size() - (line.data() + line.size()));
}

Figure measureForm(const char *name, LineForm form)
{
    const PodLines pods = podLines(Events, form);
    Decoder decoder(podResource(), Decoder::Bodies::Drop);
    const Work read{Events, [&] {
                        for (const std::string_view line : pods.lines)
                            require(decoder.event(line, readableBehind(pods, line))->object != nullptr);
                    }};
    const Work readByQt{QtEvents, [&] {
                            for (std::size_t at = 0; at < QtEvents; ++at)
                                require(!qtRow(pods.lines[at]).uid.isEmpty());
                        }};
    const Compared time = microsecondsInTurn(Runs, read, readByQt);
    return {.name = name,
            .value = time.ours,
            .unit = "us",
            .runs = Runs,
            .yardstick = time.yardstick,
            .ratio = time.yardstick / time.ours};
}

std::vector<Figure> measureDecode()
{
    return {measureForm("decode", LineForm::Table), measureForm("decode-plain", LineForm::Plain)};
}

const Registration registration("decode", measureDecode);

} // namespace

} // namespace wk::bench
