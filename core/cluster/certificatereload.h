// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"

#include <array>
#include <chrono>
#include <string>

namespace wk {

/// Reads the certificates and keys of an access again when their files have changed. What cannot be used is not taken:
/// a file that is half written, a certificate whose key has not come yet; it is looked at again the next time. One
/// thread. Source: client-go transport/cert_rotation.go, which looks each five minutes.
class CertificateReload
{
public:
    /// How often somebody should look: a stat() of three files.
    static constexpr std::chrono::seconds Period{10};

    explicit CertificateReload(CertificateFiles files);

    /// Whether any of it comes from a file.
    bool isNeeded() const { return !(m_files == CertificateFiles()); }
    /// Puts what is new into the access; false when nothing is.
    bool readInto(ClusterAccess &access);

private:
    /// What of a file changes when it is written or replaced; all zero for one that is not there.
    using Stamp = std::array<long long, 7>;
    static Stamp stampOf(const std::string &path);

    bool readAuthority(ClusterAccess &access);
    bool readPair(ClusterAccess &access);

    CertificateFiles m_files;
    Stamp m_authority{}; ///< of what the access has
    Stamp m_certificate{};
    Stamp m_key{};
};

} // namespace wk
