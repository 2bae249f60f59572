// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/pluginpath.h"

#include <QByteArray>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace wk {

/// A program that a kubeconfig wants to be run, as it is shown to whoever must agree. A value.
struct ExecRequest {
    std::string context;
    std::string user;
    std::string kubeconfig;
    bool isFromPipe = false; ///< so the path says nothing, and an answer holds for this run alone
    std::string program;     ///< absolute path, found in PATH where the kubeconfig gives a bare name
    std::vector<std::string> args;
    /// Of what it is run with besides: "NAME", since values may be secret, and "NAME=VALUE" where that decides what
    /// runs.
    std::vector<std::string> environment;
    QByteArray programSha256; ///< hex, of the program's content
    std::string exposed;      ///< what on the program's path others can replace; empty: nothing
    /// Hex SHA-256 over kubeconfig, user, program, args and the environment with its values: consent is given to this
    /// and asked for again when it changes. A new programSha256 alone is noted, not asked about, unless the program is
    /// exposed. Source: rule S12 of SECURITY.md.
    QByteArray subject;

    bool operator==(const ExecRequest &) const = default;
};

enum class ExecAnswer {
    Allow,
    Deny,
    Ask, ///< nobody has decided yet: the run fails with ConsentNeeded, and somebody is asked
};

/// Asked before every run of a plugin, in the worker thread; must answer at once, from what is stored.
using ExecConsent = std::function<ExecAnswer(const ExecRequest &)>;

/// What a session lets credential plugins do.
struct PluginRules {
    ExecConsent consent{};    ///< empty: none is run
    bool hasTerminal = false; ///< standard input is one, where a plugin may ask
    std::shared_ptr<const PluginPath> path = std::make_shared<PluginPath>(); ///< never null
    /// Told of the command that is looked for on the path and is not there, in the worker thread; may be empty.
    std::function<void(const std::string &command)> missing{};
};

/// The SHA-256 of a program, read again only when the file has changed. One thread.
class ProgramDigest
{
public:
    /// Hex. CredentialFailed for what cannot be read or is larger than a GiB.
    Result<QByteArray> of(const std::string &path);

private:
    struct Stamp {
        std::string path;
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
        std::int64_t size = 0;
        std::int64_t modifiedNs = 0;

        bool operator==(const Stamp &) const = default;
    };
    static Stamp stampOf(const std::string &path);

    Stamp m_stamp;
    QByteArray m_hex;
};

/// What the access's plugin would run: finds the program and reads all of it, so not in the gui thread.
/// CredentialFailed, with the install hint, when there is no such program. For an access whose signIn is an ExecPlugin.
Result<ExecRequest> execRequest(const ClusterAccess &access, const PluginPath &path, ProgramDigest &digest);

/// ConsentNeeded with everything of the request in its text, a fact a line; its place is the program.
Error consentNeeded(const ExecRequest &request);

/// CredentialFailed about one that asks on a terminal where there is none, with the command that signs in on one.
Error terminalNeeded(const ClusterAccess &access);

/// CredentialFailed about a plugin; `hint` is its installHint.
Error pluginFailed(const std::string &program, std::string text, const std::string &hint);

} // namespace wk
