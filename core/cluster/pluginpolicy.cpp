// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/pluginpolicy.h"

#include "core/base/boundedfile.h"
#include "core/base/limits.h"
#include "core/cluster/fieldreader.h"
#include "core/cluster/yamltree.h"

#include <QDir>

#include <algorithm>
#include <vector>

namespace wk {

namespace {

constexpr const char *PolicyKey = "credentialPluginPolicy";
constexpr const char *ListKey = "credentialPluginAllowlist";

/// What an entry lets run; "name" is what 1.35 called "command". A field that we do not know would narrow the entry,
/// and so would be a reason not to run.
std::string commandOf(const YamlNode &entry, FieldReader &fields)
{
    for (const YamlEntry &field : entry.entries) {
        if (field.key != "command" && field.key != "name")
            fields.fail(field.key, "Watchkeeper does not know this condition, so it runs no credential plugin.");
    }
    const std::string command = fields.text(fields.has("command") ? "command" : "name");
    if (command.empty() && !fields.error())
        fields.fail("command", "The entry names no program.");
    return command;
}

std::vector<std::string> allowedCommands(FieldReader &root)
{
    std::vector<std::string> commands;
    for (const YamlNode *entry : root.list(ListKey)) {
        FieldReader fields(entry, root.file(), root.pathOf(ListKey) + "[" + std::to_string(commands.size()) + "]");
        commands.push_back(commandOf(*entry, fields));
        if (fields.error())
            root.fail(*fields.error());
    }
    return commands;
}

std::string cleaned(const std::string &path)
{
    return QDir::cleanPath(QString::fromStdString(path)).toStdString();
}

Result<> refusal(const FieldReader &root, const std::string &text)
{
    return Error{ErrorKind::CredentialFailed, text, root.place(PolicyKey)};
}

} // namespace

std::string kubercFile()
{
    if (qgetenv("KUBECTL_KUBERC") == "false")
        return {};
    const QByteArray variable = qgetenv("KUBERC");
    if (variable == "off")
        return {};
    if (!variable.isEmpty())
        return variable.toStdString();
    const std::string usual = QDir::home().filePath(QStringLiteral(".kube/kuberc")).toStdString();
    return isMissingFile(usual) ? std::string() : usual;
}

Result<> checkPluginPolicy(const std::string &kuberc, const std::string &program, const PluginPath &path)
{
    if (kuberc.empty())
        return success();
    const auto bytes = readBoundedFile(kuberc, limits::KubeconfigBytes);
    if (!bytes)
        return bytes.error();
    const auto document = parseYaml({bytes->constData(), std::size_t(bytes->size())}, kuberc);
    if (!document)
        return document.error();
    FieldReader root(&*document, kuberc, {});
    const std::string policy = root.text(PolicyKey);
    const std::vector<std::string> commands = allowedCommands(root);
    if (policy != "Allowlist" && !commands.empty())
        root.fail(ListKey, "A list of allowed plugins needs the policy \"Allowlist\".");
    if (!policy.empty() && policy != "AllowAll" && policy != "DenyAll" && policy != "Allowlist")
        root.fail(PolicyKey, "The policy is \"" + policy + "\"; there are AllowAll, DenyAll and Allowlist.");
    if (root.error())
        return *root.error();

    if (policy == "DenyAll")
        return refusal(root, "The kuberc lets no credential plugin run.");
    const bool isListed = std::any_of(commands.begin(), commands.end(), [&](const std::string &command) {
        const auto found = path.find(cleaned(command));
        return found && cleaned(*found) == cleaned(program);
    });
    if (policy == "Allowlist" && !isListed)
        return refusal(root, "The kuberc's list of allowed credential plugins does not hold \"" + program + "\".");
    return success();
}

} // namespace wk
