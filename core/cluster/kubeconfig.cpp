// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubeconfig.h"

#include "core/base/boundedfile.h"
#include "core/base/limits.h"
#include "core/cluster/accessreader.h"
#include "core/cluster/execfields.h"
#include "core/cluster/fieldreader.h"

#include <QDir>
#include <QFile>
#include <QString>

#include <algorithm>

namespace wk {

namespace {

std::string absolutePath(const std::string &path)
{
    return QDir::cleanPath(QDir::current().absoluteFilePath(QFile::decodeName(path.c_str()))).toStdString();
}

template <class Entries>
auto findNamed(const Entries &entries, std::string_view name)
{
    return std::find_if(entries.begin(), entries.end(), [&](const auto &entry) { return entry.name == name; });
}

Error broken(std::string text, std::string place)
{
    return {ErrorKind::ConfigBroken, std::move(text), std::move(place)};
}

/// A list of named entries: clusters, contexts or users.
struct NamedItem {
    std::string name;
    const YamlNode *body = nullptr;
    int line = 0;
};

Result<std::vector<NamedItem>> namedItems(FieldReader &root, std::string_view listKey, std::string_view bodyKey)
{
    std::vector<NamedItem> items;
    for (const YamlNode *node : root.list(listKey)) {
        const std::string path = std::string(listKey) + "[" + std::to_string(items.size()) + "]";
        FieldReader reader(node, root.file(), path);
        NamedItem item{reader.text("name"), reader.node(bodyKey), node->line};
        if (reader.error())
            return *reader.error();
        if (findNamed(items, item.name) != items.end())
            return broken("Two entries of \"" + std::string(listKey) + "\" are named \"" + item.name +
                              "\", so it is open which one is meant. Rename or remove one of them.",
                          configPlace(root.file(), item.line, path + ".name"));
        items.push_back(std::move(item));
    }
    if (root.error())
        return *root.error();
    return items;
}

/// A body that is not there stands where its entry begins.
YamlNode bodyOf(const NamedItem &item)
{
    YamlNode none;
    none.line = item.line;
    return item.body ? *item.body : none;
}

/// A file that says it is something else is one. Both fields may be absent.
std::optional<Error> headerFault(FieldReader &root)
{
    const std::string version = root.text("apiVersion");
    const std::string kind = root.text("kind");
    if (root.error())
        return root.error();
    if (!kind.empty() && kind != "Config")
        return broken("This is a \"" + kind + "\", not a kubeconfig, whose kind is \"Config\". Choose another file.",
                      root.place("kind"));
    if (!version.empty() && version != "v1")
        return broken("kubeconfigs of version \"" + version + "\" are not known, only \"v1\".",
                      root.place("apiVersion"));
    return {};
}

std::string inDirectoryOf(const std::string &path)
{
    return path.substr(0, path.find_last_of('/') + 1);
}

} // namespace

Result<Kubeconfig> Kubeconfig::load(const std::vector<std::string> &files)
{
    Kubeconfig config;
    std::string missing;
    for (const std::string &name : files) {
        if (name.empty())
            continue;
        const std::string file = absolutePath(name);
        if (std::find(config.m_files.begin(), config.m_files.end(), file) != config.m_files.end())
            continue;
        if (isMissingFile(file)) {
            missing = missing.empty() ? file : missing;
            continue;
        }
        const auto bytes = readBoundedFile(file, limits::KubeconfigBytes);
        if (!bytes)
            return bytes.error();
        const auto root = parseYaml({bytes->constData(), std::size_t(bytes->size())}, file);
        if (!root)
            return root.error();
        if (const auto merged = config.merge(*root, file); !merged)
            return merged.error();
        config.m_files.push_back(file);
    }
    if (config.m_files.empty())
        return Error{ErrorKind::FileUnreadable,
                     "There is no kubeconfig here. Choose one, or set KUBECONFIG to where it is.", missing};
    if (config.m_contexts.empty())
        return broken("The kubeconfig has no contexts, so there is nothing to connect to.",
                      configPlace(config.m_files.front(), 1, "contexts"));
    return config;
}

Result<> Kubeconfig::merge(const YamlNode &root, const std::string &file)
{
    FieldReader reader(&root, file, {});
    if (const auto fault = headerFault(reader))
        return *fault;
    const auto contexts = namedItems(reader, "contexts", "context");
    if (!contexts)
        return contexts.error();
    for (const NamedItem &item : *contexts) {
        FieldReader context(item.body, file, "contexts[" + item.name + "].context");
        KubeContext entry{item.name, context.text("cluster"), context.text("user"), context.text("namespace"), file,
                          item.line};
        if (context.error())
            return *context.error();
        if (findNamed(m_contexts, item.name) != m_contexts.end())
            continue;
        m_contexts.push_back(std::move(entry));
        m_contextEntries.push_back({item.name, file, bodyOf(item)});
    }
    for (const auto &[listKey, bodyKey, entries] :
         {std::tuple{"clusters", "cluster", &m_clusters}, std::tuple{"users", "user", &m_users}}) {
        const auto items = namedItems(reader, listKey, bodyKey);
        if (!items)
            return items.error();
        for (const NamedItem &item : *items) {
            if (findNamed(*entries, item.name) == entries->end())
                entries->push_back({item.name, file, bodyOf(item)});
        }
    }
    if (m_currentContext.empty())
        m_currentContext = reader.text("current-context");
    if (reader.error())
        return *reader.error();
    return success();
}

Error Kubeconfig::unknownContext(std::string_view name) const
{
    if (name.empty())
        return broken("No context was chosen, and the kubeconfig sets no current-context. Choose one.",
                      configPlace(m_files.front(), 1, "current-context"));
    return broken("There is no context named \"" + std::string(name) + "\". Choose one of those that are there.",
                  configPlace(m_files.front(), 1, "contexts[" + std::string(name) + "]"));
}

FieldReader Kubeconfig::fieldsOf(const Entry &entry, const char *listKey, const char *bodyKey)
{
    return FieldReader(&entry.body, entry.file, std::string(listKey) + "[" + entry.name + "]." + bodyKey);
}

Result<ClusterAccess> Kubeconfig::resolve(std::string_view contextName) const
{
    const std::string name(contextName.empty() ? std::string_view(m_currentContext) : contextName);
    const auto context = findNamed(m_contexts, name);
    if (context == m_contexts.end())
        return unknownContext(name);
    FieldReader contextFields =
        fieldsOf(m_contextEntries[std::size_t(context - m_contexts.begin())], "contexts", "context");
    const auto cluster = findNamed(m_clusters, context->cluster);
    if (cluster == m_clusters.end())
        contextFields.fail("cluster", "The context names the cluster \"" + context->cluster +
                                          "\", which is not in the kubeconfig.");
    const auto user = findNamed(m_users, context->user);
    if (user == m_users.end())
        contextFields.fail("user",
                           "The context names the user \"" + context->user + "\", who is not in the kubeconfig.");
    if (contextFields.error())
        return *contextFields.error();

    ClusterAccess access;
    access.context = name;
    access.cluster = context->cluster;
    access.user = context->user;
    access.ns = context->ns;
    access.source = context->file;
    FieldReader clusterFields = fieldsOf(*cluster, "clusters", "cluster");
    FieldReader userFields = fieldsOf(*user, "users", "user");
    if (auto error = readCluster(clusterFields, inDirectoryOf(cluster->file), access))
        return *error;
    if (auto error = readUser(userFields, inDirectoryOf(user->file), access))
        return *error;
    if (auto *plugin = std::get_if<ExecPlugin>(&access.signIn); plugin && plugin->provideClusterInfo)
        plugin->clusterConfig = readPluginConfig(clusterFields);
    if (clusterFields.error())
        return *clusterFields.error();
    return access;
}

std::vector<std::string> defaultKubeconfigFiles()
{
    const QByteArray variable = qgetenv("KUBECONFIG");
    if (variable.isEmpty())
        return {QDir::home().filePath(QStringLiteral(".kube/config")).toStdString()};
    std::vector<std::string> files;
    for (const QByteArray &name : variable.split(':')) {
        if (!name.isEmpty())
            files.push_back(name.toStdString());
    }
    return files;
}

} // namespace wk
