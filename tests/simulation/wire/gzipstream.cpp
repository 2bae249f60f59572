// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/wire/gzipstream.h"

#include <zlib.h>

#include <array>

namespace wk::sim {

GzipStream::GzipStream()
    : m_stream(std::make_unique<z_stream_s>())
{
    constexpr int GzipHead = 16;
    constexpr int MemoryLevel = 8;
    deflateInit2(m_stream.get(), 1, Z_DEFLATED, MAX_WBITS + GzipHead, MemoryLevel, Z_DEFAULT_STRATEGY);
}

GzipStream::~GzipStream()
{
    deflateEnd(m_stream.get());
}

QByteArray GzipStream::deflated(QByteArrayView piece, bool isLast)
{
    QByteArray out;
    std::array<char, 16 * 1024> buffer;
    m_stream->next_in = reinterpret_cast<Bytef *>(const_cast<char *>(piece.data()));
    m_stream->avail_in = uInt(piece.size());
    do {
        m_stream->next_out = reinterpret_cast<Bytef *>(buffer.data());
        m_stream->avail_out = uInt(buffer.size());
        deflate(m_stream.get(), isLast ? Z_FINISH : Z_SYNC_FLUSH);
        out.append(buffer.data(), qsizetype(buffer.size() - m_stream->avail_out));
    } while (m_stream->avail_out == 0);
    return out;
}

} // namespace wk::sim
