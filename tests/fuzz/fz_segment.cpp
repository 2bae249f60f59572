// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/segment.h"
#include "tests/fuzz/fuzz.h"

#include <algorithm>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace wk;

using Frame = std::vector<std::string>;

std::string textOf(const SegmentRecord &record)
{
    return std::to_string(record.type) + ':' + std::string(record.bytes);
}

/// A segment of records that the bytes say, and of what each frame is.
std::string segmentOf(fuzz::Bytes &bytes, std::vector<Frame> &frames)
{
    SegmentWriter writer = SegmentWriter::createNameless("/tmp").value();
    for (std::size_t frame = bytes.byte() % 8; frame > 0; --frame) {
        Frame &written = frames.emplace_back();
        for (std::size_t count = 1 + bytes.byte() % 4; count > 0; --count) {
            const SegmentRecord record{bytes.byte() % 6U, bytes.take(bytes.byte())};
            written.push_back(textOf(record));
            WK_MUST(writer.add(record).ok());
        }
        WK_MUST(writer.flush().ok());
    }
    WK_MUST(writer.flush().ok());
    return std::string(writer.map(writer.sizeBytes()).value().bytes());
}

/// What is read of a file with these bytes, a line a frame.
std::vector<Frame> read(const std::string &file)
{
    const int memory = ::memfd_create("segment", MFD_CLOEXEC);
    WK_MUST(::write(memory, file.data(), file.size()) == ssize_t(file.size()));
    std::vector<Frame> frames;
    if (auto opened = SegmentReader::open("/proc/self/fd/" + std::to_string(memory))) {
        SegmentReader reader = std::move(opened).value();
        while (const auto records = reader.next()) {
            Frame &frame = frames.emplace_back();
            for (const SegmentRecord &record : *records)
                frame.push_back(textOf(record));
        }
        WK_MUST(reader.validBytes() <= file.size());
        std::uint64_t behind = 0;
        for (const auto &damage : reader.damages()) {
            WK_MUST(damage.at >= behind && damage.bytes > 0 && damage.at + damage.bytes <= reader.validBytes());
            behind = damage.at + damage.bytes;
        }
    }
    ::close(memory);
    return frames;
}

} // namespace

/// Whatever befalls a segment, what is read of it are frames that were written, in order, and those that were not
/// touched are among them.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::Bytes bytes(data, size);
    std::vector<Frame> frames;
    std::string file = segmentOf(bytes, frames);
    WK_MUST(read(file) == frames);
    const std::size_t changes = bytes.byte() % 4;
    for (std::size_t change = 0; change < changes; ++change) {
        const std::size_t at = (bytes.byte() * 256U + bytes.byte()) % file.size();
        file[at] = char(file[at] ^ char(bytes.byte() | 1));
    }
    file += bytes.rest();
    const std::vector<Frame> found = read(file);
    auto place = frames.begin();
    for (const Frame &frame : found) {
        place = std::find(place, frames.end(), frame);
        WK_MUST(place != frames.end());
        ++place;
    }
    const bool isHeadSound = file.starts_with(segment::Magic);
    WK_MUST(!isHeadSound || found.size() + changes >= frames.size());
    return 0;
}
