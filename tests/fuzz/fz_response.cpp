// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/gzipreader.h"
#include "core/cluster/responsereader.h"
#include "tests/fuzz/fuzz.h"

#include <string>

namespace {

using namespace wk;

/// What is heard of an answer.
class Heard : public ResponseSink
{
public:
    std::string words;
    std::size_t body = 0;

private:
    void headRead(const ResponseHead &head) override
    {
        WK_MUST(words.empty() && head.status >= 200);
        words = std::to_string(head.status) + ' ';
    }
    void bodyRead(QByteArrayView bytes) override
    {
        WK_MUST(!words.empty() && !bytes.isEmpty());
        words.append(bytes.data(), std::size_t(bytes.size()));
        body += std::size_t(bytes.size());
    }
};

/// Read in steps, and to its end.
std::string read(const std::string &text, std::size_t step)
{
    Heard heard;
    ResponseReader reader(heard);
    for (std::size_t at = 0; at < text.size(); at += step) {
        const std::string_view piece = std::string_view(text).substr(at, step);
        reader.read(QByteArrayView(piece.data(), qsizetype(piece.size())));
    }
    reader.end();
    WK_MUST(heard.body <= text.size());
    WK_MUST(reader.isComplete() != (reader.fault() != ResponseFault::None));
    WK_MUST(!reader.canFollow() || reader.isComplete());
    return heard.words + (reader.isComplete() ? (reader.canFollow() ? " follows" : " last") : " fault");
}

} // namespace

/// What a server answers: read the same wherever it is cut, and no more than came. The same bytes, packed, take no
/// more memory than their reader says.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::Bytes bytes(data, size);
    const std::size_t step = bytes.byte() + 1u;
    const std::string text(bytes.rest());
    const std::string whole = read(text, text.size() + 1);
    WK_MUST(read(text, step) == whole);

    GzipReader packed;
    std::size_t left = 1 << 20;
    packed.read(QByteArrayView(text.data(), qsizetype(text.size())), [&left](QByteArrayView piece) {
        WK_MUST(std::size_t(piece.size()) <= GzipReader::PieceBytes);
        left -= std::min(left, std::size_t(piece.size()));
        return left > 0;
    });
    return 0;
}
