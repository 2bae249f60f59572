// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/cluster/execrequest.h"
#include "core/cluster/namedfiles.h"

#include <QByteArray>
#include <QMap>
#include <QStringList>

#include <map>
#include <optional>
#include <string>

class QSettings;

namespace wk {

/// A plugin that the user lets run.
struct PluginConsent {
    QByteArray sha256;               ///< of the program, as it was last told of; empty: not known
    std::optional<WallTime> since{}; ///< when the user agreed
};

/// What the user has agreed to: credential plugins by the hash of what would be run, contexts without certificate
/// checks by file and name, files by the hash of what would be read, a login shell by its path. Kept in the settings,
/// but for what a kubeconfig from a pipe says: that holds for this run. No secret is in it. Gui thread.
class Consents
{
public:
    /// The store outlives this object.
    explicit Consents(QSettings &store);

    /// By ExecRequest::subject.
    std::map<QByteArray, PluginConsent> plugins() const;
    void allowPlugin(const ExecRequest &request, WallTime now);
    /// One that is allowed has the program's hash of now, of which the user has been told.
    void notePlugin(const ExecRequest &request);

    /// That a secret is sent to whoever answers; always so where the certificate is checked.
    bool isInsecureAllowed(const ClusterAccess &access) const;
    void allowInsecure(const ClusterAccess &access);
    /// Why there is no connection, else.
    static Error refusedInsecure(const ClusterAccess &access);
    /// In this run, whatever the context.
    void allowAnyInsecure() { m_isAnyInsecureAllowed = true; }

    /// To be read, wherever they lie.
    bool areFilesAllowed(const FileRequest &request) const;
    void allowFiles(const FileRequest &request);

    /// To be run, to learn its PATH.
    bool isShellAllowed(const std::string &shell) const;
    void allowShell(const std::string &shell);

private:
    void allow(const QString &list, const QString &subject, bool isFromPipe);
    QStringList allowed(const QString &list) const;
    QStringList kept(const QString &list, bool isFromPipe) const;
    void store(const QString &list, const QStringList &lines, bool isFromPipe);
    void keep(const ExecRequest &request, const std::optional<WallTime> &agreed);

    QSettings &m_store;
    QMap<QString, QStringList> m_ofThisRun; ///< by list
    bool m_isAnyInsecureAllowed = false;
};

} // namespace wk
