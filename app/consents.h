// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/execrequest.h"

#include <QByteArray>
#include <QSet>

class QSettings;

namespace wk {

/// What the user has agreed to: credential plugins by the hash of what would be run, contexts without certificate
/// checks by file and name, a login shell by its path. Kept in the settings; no secret is in it. Gui thread.
class Consents
{
public:
    /// The store outlives this object.
    explicit Consents(QSettings &store);

    /// A snapshot for a session's thread: Allow for what has been agreed to, Ask for the rest.
    ExecConsent forPlugins() const;
    void allowPlugin(const QByteArray &subject);

    bool isInsecureAllowed(const ClusterAccess &access) const;
    void allowInsecure(const ClusterAccess &access);

    /// To be run, to learn its PATH.
    bool isShellAllowed(const std::string &shell) const;
    void allowShell(const std::string &shell);

private:
    void allow(const QString &list, const QString &subject);
    QStringList allowed(const QString &list) const;

    QSettings &m_store;
};

} // namespace wk
