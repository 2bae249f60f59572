// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/simtransport.h"
#include "tests/simulation/wire/gzipstream.h"
#include "tests/simulation/wire/wireserver.h"

#include <QSslSocket>

namespace wk::sim {

/// One connection that a client has made: its requests one after the other, each given to a simulated exchange, whose
/// words it writes. The server's thread.
class WireConnection : public QObject, private SimWire
{
public:
    WireConnection(WireServer &server, qintptr handle);
    ~WireConnection() override;

    void endIfDrained();
    /// RST.
    void reset();

private:
    void read();
    void serve(const QByteArray &head);
    void gone();

    void head(const HttpHead &head) override;
    void body(QByteArrayView bytes) override;
    void answered(const Answer &answer) override;
    void finished(std::optional<Error> error) override;

    Link *link() { return m_server.m_links.find(m_id); }
    void writeChunk(QByteArrayView bytes);
    void done();

    WireServer &m_server;
    QSslSocket m_socket;
    QByteArray m_unread;
    int m_id = 0;
    std::unique_ptr<HttpCall> m_call; ///< the exchange under way
    std::optional<GzipStream> m_gzip; ///< if the answer is to be compressed
    bool m_hasAnswered = false;       ///< all at once
    bool m_isCut = false;             ///< it ends as soon as all has come through
};

} // namespace wk::sim
