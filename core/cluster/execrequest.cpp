// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/execrequest.h"

#include "core/cluster/consentfacts.h"
#include "core/cluster/exposedpath.h"
#include "core/cluster/kubeconfig.h"
#include "core/cluster/steeringvariables.h"

#include <QCryptographicHash>
#include <QFile>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <sys/stat.h>

namespace wk {

namespace {

constexpr qint64 ProgramBytes = qint64(1) << 30; // plugins are 1 to 150 MB

Result<std::string> locate(const ExecPlugin &plugin, const PluginPath &path)
{
    if (auto found = path.find(plugin.program))
        return *found;
    if (!plugin.program.starts_with('/'))
        return pluginFailed(plugin.program,
                            "The credential plugin \"" + plugin.command +
                                "\" is not there: no directory of PATH has a program of this name. It is not "
                                "installed, or Watchkeeper was started with another PATH than your shell has.",
                            plugin.installHint);
    return pluginFailed(plugin.program,
                        "The credential plugin \"" + plugin.command +
                            "\" is not there, or it is no program that may be run.",
                        plugin.installHint);
}

QByteArray subjectOf(const ClusterAccess &access, const ExecPlugin &plugin, const std::string &program)
{
    std::vector<std::string> parts{access.source, access.user, program, std::to_string(plugin.args.size())};
    parts.insert(parts.end(), plugin.args.begin(), plugin.args.end());
    for (const auto &[name, value] : plugin.env) {
        parts.push_back(name);
        parts.push_back(value);
    }
    return consentSubject(parts);
}

/// As a shell takes it for one word.
std::string shellWord(const std::string &text)
{
    const auto isPlain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::ranges::all_of(text, isPlain))
        return text;
    std::string word = "'";
    for (const char c : text)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

} // namespace

ProgramDigest::Stamp ProgramDigest::stampOf(const std::string &path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        return {};
    return {path, status.st_dev, status.st_ino, status.st_size,
            std::int64_t(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec};
}

Result<QByteArray> ProgramDigest::of(const std::string &path)
{
    const Stamp stamp = stampOf(path);
    if (stamp == m_stamp && !m_hex.isEmpty())
        return m_hex;
    QFile file(QString::fromStdString(path));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || file.size() > ProgramBytes || !hash.addData(&file))
        return pluginFailed(path, "The credential plugin cannot be read, so nobody can agree to running it.", {});
    m_stamp = stamp;
    m_hex = hash.result().toHex();
    return m_hex;
}

Result<ExecRequest> execRequest(const ClusterAccess &access, const PluginPath &path, ProgramDigest &digest)
{
    const auto &plugin = std::get<ExecPlugin>(access.signIn);
    const auto program = locate(plugin, path);
    if (!program)
        return program.error();
    const auto hash = digest.of(*program);
    if (!hash)
        return hash.error();
    ExecRequest request;
    request.context = access.context;
    request.user = access.user;
    request.kubeconfig = access.source;
    request.isFromPipe = access.isFromPipe;
    request.program = *program;
    request.args = plugin.args;
    for (const auto &[name, value] : plugin.env)
        request.environment.push_back(steersPrograms(name) ? name + "=" + value : name);
    request.exposed = exposedPart(*program);
    request.programSha256 = *hash;
    request.subject = subjectOf(access, plugin, *program);
    return request;
}

Error consentNeeded(const ExecRequest &request)
{
    std::string text =
        "To sign in, the kubeconfig wants to run a program on this computer. It can do anything that you can. Run it "
        "only if you trust it.";
    text += consentFact("Program", request.program);
    for (const std::string &argument : request.args)
        text += consentFact("Argument", argument);
    for (const std::string &variable : request.environment)
        text += consentFact("Sets", variable);
    if (!request.exposed.empty())
        text += consentFact("Others than you can replace it by way of", request.exposed);
    text += consentFact("Kubeconfig", request.kubeconfig) + consentFact("Context", request.context);
    text += consentFact("SHA-256", request.programSha256.toStdString());
    return {ErrorKind::ConsentNeeded, text, request.program};
}

Error terminalNeeded(const ClusterAccess &access)
{
    const auto &plugin = std::get<ExecPlugin>(access.signIn);
    std::string command = "kubectl";
    if (const auto usual = defaultKubeconfigFiles(); std::ranges::find(usual, access.source) == usual.end())
        command += " --kubeconfig " + shellWord(access.source);
    command += " --context " + shellWord(access.context) + " get --raw /version";
    return pluginFailed(plugin.program,
                        "The credential plugin \"" + plugin.command +
                            "\" asks its questions on a terminal (interactiveMode: Always), which there is none of "
                            "here. Sign in on one first, with the command: " +
                            command +
                            " – Where the plugin keeps that sign-in, set interactiveMode to IfAvailable: then it runs "
                            "here as well.",
                        plugin.installHint);
}

Error pluginFailed(const std::string &program, std::string text, const std::string &hint)
{
    if (!hint.empty())
        text += " The kubeconfig's hint: " + hint;
    return {ErrorKind::CredentialFailed, std::move(text), program};
}

} // namespace wk
