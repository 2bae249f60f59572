// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/certificatereload.h"

#include "core/base/boundedfile.h"
#include "core/base/limits.h"
#include "core/cluster/pem.h"

#include <utility>

#include <sys/stat.h>

namespace wk {

namespace {

/// Empty for what cannot be read: no file is taken that is.
QByteArray contentOf(const std::string &path)
{
    auto bytes = readBoundedFile(path, limits::CredentialFileBytes);
    return bytes ? std::move(bytes).value() : QByteArray();
}

} // namespace

CertificateReload::CertificateReload(CertificateFiles files)
    : m_files(std::move(files))
{}

CertificateReload::Stamp CertificateReload::stampOf(const std::string &path)
{
    struct stat status = {};
    if (path.empty() || ::stat(path.c_str(), &status) != 0)
        return {};
    return {static_cast<long long>(status.st_dev),
            static_cast<long long>(status.st_ino),
            status.st_size,
            status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec,
            status.st_ctim.tv_sec,
            status.st_ctim.tv_nsec};
}

bool CertificateReload::readInto(ClusterAccess &access)
{
    const bool hasAuthority = readAuthority(access);
    const bool hasPair = readPair(access);
    return hasAuthority || hasPair;
}

/// The stamp is taken first: what is written while it is read is read again.
bool CertificateReload::readAuthority(ClusterAccess &access)
{
    const Stamp stamp = stampOf(m_files.authority);
    if (stamp == m_authority || stamp == Stamp())
        return false;
    QByteArray pem = contentOf(m_files.authority);
    if (authorityFault(pem))
        return false;
    m_authority = stamp;
    if (pem == access.caPem)
        return false;
    access.caPem = std::move(pem);
    return true;
}

bool CertificateReload::readPair(ClusterAccess &access)
{
    const Stamp certificateStamp = stampOf(m_files.clientCertificate);
    const Stamp keyStamp = stampOf(m_files.clientKey);
    if (certificateStamp == m_certificate && keyStamp == m_key)
        return false;
    const QByteArray certificate =
        m_files.clientCertificate.empty() ? access.clientCertPem : contentOf(m_files.clientCertificate);
    const Secret key = m_files.clientKey.empty() ? access.clientKeyPem : Secret(contentOf(m_files.clientKey));
    if (certificateFault(certificate) || keyFault(key) || pairFault(certificate, key))
        return false;
    m_certificate = certificateStamp;
    m_key = keyStamp;
    if (certificate == access.clientCertPem && key == access.clientKeyPem)
        return false;
    access.clientCertPem = certificate;
    access.clientKeyPem = key;
    return true;
}

} // namespace wk
