// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace wk {

/// A file that a kubeconfig names for a certificate, a key or a token.
struct NamedFile {
    std::string field; ///< as the kubeconfig calls it: "tokenFile"
    std::string path;  ///< absolute

    bool operator==(const NamedFile &) const = default;
};

/// Files of one context that lie where a kubeconfig's do not lie by themselves, as they are shown to whoever must agree
/// to their being read: what is in them goes to the server that the same kubeconfig names. A value.
struct FileRequest {
    std::string context;
    std::string kubeconfig;
    std::string server; ///< as written
    std::vector<NamedFile> files;
    bool isFromPipe = false; ///< so the kubeconfig's path says nothing, and an answer holds for this run alone

    bool operator==(const FileRequest &) const = default;
    /// Hex SHA-256 over all but the context: consent is given to this, and asked for again when it changes.
    QByteArray subject() const;
};

/// Whether a file, all links followed, lies below a folder where certificates, keys and tokens of clusters lie by
/// themselves (SECURITY.md has the list), or below the one of its kubeconfig; where that is the home or one above it,
/// only beside the kubeconfig, and not hidden. One that is not there is in no unusual place. Any thread, but it looks
/// at the file system.
bool isUsualPlace(const std::string &path, const std::string &kubeconfig);

/// ConsentNeeded with everything of the request in its text, a fact a line; its place is the kubeconfig.
Error consentNeeded(const FileRequest &request);

} // namespace wk
