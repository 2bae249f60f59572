// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/gzipreader.h"

#include <QtGlobal>

#include <array>

#include <zlib.h>

namespace wk {

struct GzipReader::Inflation {
    Inflation()
    {
        constexpr int GzipAlone = 16;
        const int done = inflateInit2(&stream, MAX_WBITS + GzipAlone);
        Q_ASSERT(done == Z_OK);
        Q_UNUSED(done);
    }
    ~Inflation() { inflateEnd(&stream); }
    Inflation(const Inflation &) = delete;
    Inflation &operator=(const Inflation &) = delete;

    z_stream stream{};
};

GzipReader::GzipReader()
    : m_inflation(std::make_unique<Inflation>())
{}

GzipReader::~GzipReader() = default;

bool GzipReader::read(QByteArrayView bytes, const std::function<bool(QByteArrayView)> &take)
{
    z_stream &stream = m_inflation->stream;
    std::array<char, PieceBytes> piece;
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data())); // which it only reads
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.avail_out = 0;
    while (stream.avail_in > 0 || stream.avail_out == 0) {
        if (m_isComplete && stream.avail_in == 0)
            return true;
        if (m_isComplete && inflateReset(&stream) != Z_OK) // another member
            return false;
        m_isComplete = false;
        stream.next_out = reinterpret_cast<Bytef *>(piece.data());
        stream.avail_out = PieceBytes;
        const int done = inflate(&stream, Z_NO_FLUSH);
        if (done != Z_OK && done != Z_STREAM_END && done != Z_BUF_ERROR)
            return false;
        m_isComplete = done == Z_STREAM_END;
        const auto size = static_cast<qsizetype>(PieceBytes - stream.avail_out);
        if (size > 0 && !take({piece.data(), size}))
            return true;
        if (done == Z_BUF_ERROR && size == 0)
            return true; // it waits for more
    }
    return true;
}

} // namespace wk
