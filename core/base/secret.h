// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <memory>
#include <string>

namespace wk {

/// Bytes that must not reach a log, a title, a setting or a file: a token, a key, a password.
/// They lie in pages of their own, which no core dump has (madvise(2), MADV_DONTDUMP), and are overwritten when the
/// last copy of the Secret goes. There is no way out but reveal(), whose uses can be counted. Any thread.
class Secret
{
public:
    Secret() = default;
    /// What is given is overwritten, but for what is shared with others.
    explicit Secret(QByteArray bytes);
    static Secret of(std::string text);

    bool isEmpty() const { return !m_bytes; }
    /// For the one place that puts it on the wire or into the TLS library; valid as long as the Secret is.
    QByteArrayView reveal() const;
    bool operator==(const Secret &other) const { return reveal() == other.reveal(); }

private:
    class Pages;

    void keep(const char *bytes, std::size_t size);

    std::shared_ptr<const Pages> m_bytes; ///< null: empty
};

/// Overwrites and empties a text that a secret was read from, where nobody shares it. The compiler does not leave it
/// out.
void wipe(QByteArray &bytes);
void wipe(std::string &bytes);

/// Neither QDebug nor std::ostream nor anything else one writes into.
template <class Stream>
void operator<<(Stream &&, const Secret &) = delete;

} // namespace wk
