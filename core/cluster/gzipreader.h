// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <functional>
#include <memory>

namespace wk {

/// Unpacks gzip as it comes, in pieces of at most PieceBytes: whoever takes them says how much may come. It holds 50
/// KiB. One thread. Source: RFC 1952; the unpacking is zlib's.
class GzipReader
{
public:
    static constexpr std::size_t PieceBytes = 64 * 1024;

    GzipReader();
    ~GzipReader();

    /// Hands what these bytes hold to `take`, until that returns false. False when they are damaged.
    bool read(QByteArrayView bytes, const std::function<bool(QByteArrayView)> &take);
    /// All that began has come to its end, and its checksum was right.
    bool isComplete() const { return m_isComplete; }

private:
    struct Inflation;

    std::unique_ptr<Inflation> m_inflation;
    bool m_isComplete = false;
};

} // namespace wk
