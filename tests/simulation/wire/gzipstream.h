// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <memory>

struct z_stream_s;

namespace wk::sim {

/// A gzip stream whose every piece can be unpacked as soon as it has come, so that a cut leaves whatever came before.
/// One thread.
class GzipStream
{
public:
    GzipStream();
    ~GzipStream();

    QByteArray packed(QByteArrayView piece) { return deflated(piece, false); }
    /// What ends it.
    QByteArray end() { return deflated({}, true); }

private:
    QByteArray deflated(QByteArrayView piece, bool isLast);

    std::unique_ptr<z_stream_s> m_stream;
};

} // namespace wk::sim
