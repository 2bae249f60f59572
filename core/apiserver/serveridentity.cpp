// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/serveridentity.h"

#include "core/apiserver/document.h"
#include "core/base/boundedfile.h"
#include "core/base/limits.h"
#include "core/base/privatefile.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <openssl/rand.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wk::apiserver {

namespace {

constexpr mode_t OthersWrite = S_IWGRP | S_IWOTH;
constexpr mode_t Others = S_IRWXG | S_IRWXO;
constexpr qsizetype TokenBytes = 32;

/// Nobody else looks at the folder while this lives; given up by the system however the process ends.
class FolderLock
{
public:
    explicit FolderLock(const std::string &folder)
        : m_fd(::open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600))
    {
        while (m_fd >= 0 && !m_isHeld && (::flock(m_fd, LOCK_EX) == 0 || errno != EINTR))
            m_isHeld = true;
    }
    ~FolderLock()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    FolderLock(const FolderLock &) = delete;
    FolderLock &operator=(const FolderLock &) = delete;
    bool isHeld() const { return m_isHeld; }

private:
    int m_fd;
    bool m_isHeld = false;
};

/// Whether it is ours, of that kind, and others have none of these rights.
bool isOurs(const std::string &path, mode_t kind, mode_t forbidden)
{
    struct stat status = {};
    return ::lstat(path.c_str(), &status) == 0 && (status.st_mode & S_IFMT) == kind && status.st_uid == ::geteuid() &&
           (status.st_mode & forbidden) == 0;
}

/// Since it was written.
std::chrono::microseconds ageOf(const std::string &file, WallTime now)
{
    struct stat status = {};
    if (::lstat(file.c_str(), &status) != 0)
        return {};
    const std::chrono::nanoseconds written =
        std::chrono::seconds(status.st_mtim.tv_sec) + std::chrono::nanoseconds(status.st_mtim.tv_nsec);
    const auto age = now.time_since_epoch() - std::chrono::duration_cast<std::chrono::microseconds>(written);
    return std::max(age, std::chrono::microseconds(0));
}

bool isToken(const Secret &token)
{
    const QByteArrayView text = token.reveal();
    return text.size() == 1 + 2 * TokenBytes && text.front() == 't' &&
           std::all_of(text.begin() + 1, text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

Secret secretOf(const Json &value)
{
    return Secret::of(textOf(value));
}

std::optional<ServerIdentity> readIdentity(const std::string &file)
{
    const auto bytes = readBoundedFile(file, limits::CredentialFileBytes);
    return bytes ? serverIdentityIn({bytes->constData(), std::size_t(bytes->size())}) : std::nullopt;
}

Result<> writeIdentity(const std::string &file, const ServerIdentity &identity)
{
    auto created = PrivateFileWriter::create(file);
    if (!created)
        return created.error();
    PrivateFileWriter writer = std::move(created).value();
    if (const auto written = writer.write(textOf(identity)); !written)
        return written;
    return writer.commit();
}

} // namespace

std::string textOf(const ServerIdentity &identity)
{
    return encodePretty({{"apiVersion", "v1"},
                         {"kind", "Secret"},
                         {"metadata", {{"name", "watchkeeper"}}},
                         {"ca", identity.tls.caCertificate},
                         {"certificate", identity.tls.certificate},
                         {"key", identity.tls.key.reveal().toByteArray().toStdString()},
                         {"readToken", identity.readToken.reveal().toByteArray().toStdString()},
                         {"writeToken", identity.writeToken.reveal().toByteArray().toStdString()}}) +
           "\n";
}

std::optional<ServerIdentity> serverIdentityIn(std::string_view text)
{
    const auto document = parseDocument(text);
    if (!document)
        return {};
    ServerIdentity identity;
    identity.tls = {textOf(find(*document, "ca")), textOf(find(*document, "certificate")),
                    secretOf(find(*document, "key"))};
    identity.readToken = secretOf(find(*document, "readToken"));
    identity.writeToken = secretOf(find(*document, "writeToken"));
    if (!isToken(identity.readToken) || !isToken(identity.writeToken))
        return {};
    return identity;
}

Secret randomToken()
{
    unsigned char bytes[TokenBytes];
    if (RAND_bytes(bytes, sizeof bytes) != 1)
        return {};
    // It starts with a letter: YAML would read an all-digit token as a number.
    return Secret(QByteArray("t").append(QByteArray(reinterpret_cast<char *>(bytes), sizeof bytes).toHex()));
}

Result<ServerIdentity> makeServerIdentity(const std::string &address, WallTime now)
{
    const auto tls = makeTlsIdentity(address, now);
    if (!tls)
        return tls.error();
    ServerIdentity identity{*tls, randomToken(), randomToken()};
    if (identity.readToken.isEmpty() || identity.writeToken.isEmpty())
        return Error{.kind = ErrorKind::Internal, .text = "no randomness for a token"};
    return identity;
}

Result<KeptIdentity> keptIdentity(const std::string &folder, const std::string &address, WallTime now)
{
    if (const auto made = makePrivateDirectory(folder); !made)
        return made.error();
    if (!isOurs(folder, S_IFDIR, OthersWrite))
        return Error{ErrorKind::FileWriteFailed, "Others can write into this folder.", folder};
    const FolderLock lock(folder);
    if (!lock.isHeld())
        return Error{ErrorKind::FileWriteFailed, std::string(std::strerror(errno)) + ".", folder};
    const std::string file = folder + "/identity.json";
    KeptIdentity kept;
    if (!isMissingFile(file)) {
        const bool isExposed = !isOurs(file, S_IFREG, Others);
        const auto before = isExposed ? std::nullopt : readIdentity(file);
        const TlsIdentityState state = before ? stateOf(before->tls, now) : TlsIdentityState::Broken;
        if (state == TlsIdentityState::Good)
            return KeptIdentity{*before, KeptIdentity::Story::Kept, ageOf(file, now)};
        kept.story = isExposed                             ? KeptIdentity::Story::Exposed
                     : state == TlsIdentityState::Outdated ? KeptIdentity::Story::Expired
                                                           : KeptIdentity::Story::Damaged;
    }
    const auto identity = makeServerIdentity(address, now);
    if (!identity)
        return identity.error();
    if (const auto written = writeIdentity(file, *identity); !written)
        return written.error();
    kept.identity = *identity;
    return kept;
}

} // namespace wk::apiserver
