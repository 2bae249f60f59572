// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <utility>

namespace wk {

/// Bytes that must not reach a log, a title, a setting or a file: a token, a key, a password.
/// There is no way out but reveal(), whose uses can be counted.
class Secret
{
public:
    Secret() = default;
    explicit Secret(QByteArray bytes)
        : m_bytes(std::move(bytes))
    {}
    bool isEmpty() const { return m_bytes.isEmpty(); }
    /// For the one place that puts it on the wire or into the TLS library.
    const QByteArray &reveal() const { return m_bytes; }
    bool operator==(const Secret &) const = default;

private:
    QByteArray m_bytes;
};

/// Neither QDebug nor std::ostream nor anything else one writes into.
template <class Stream>
void operator<<(Stream &&, const Secret &) = delete;

} // namespace wk
