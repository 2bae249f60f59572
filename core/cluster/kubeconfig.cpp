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
#include <array>

namespace wk {

namespace {

std::string absolutePath(const std::string &path)
{
    return QDir::cleanPath(QDir::current().absoluteFilePath(QFile::decodeName(path.c_str()))).toStdString();
}

Error broken(std::string text, std::string place)
{
    return {ErrorKind::ConfigBroken, std::move(text), std::move(place)};
}

/// What `node` names, even where quotes are missing: so the entry is found by who asks for it, and says what is wrong.
std::string nameAsWritten(const YamlNode &node)
{
    const YamlNode *name = node.find("name");
    return name ? name->text : std::string();
}

/// A body that is not there stands where its entry begins.
YamlNode bodyOf(const YamlNode &node, const char *bodyKey)
{
    YamlNode none;
    none.line = node.line;
    const YamlNode *body = node.find(bodyKey);
    return body ? *body : none;
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

std::string namesOf(const std::vector<KubeContext> &contexts)
{
    constexpr std::size_t MostNames = 12;
    std::string names;
    for (std::size_t i = 0; i < std::min(contexts.size(), MostNames); ++i)
        names += (i == 0 ? "\"" : ", \"") + contexts[i].name + '"';
    return names + (contexts.size() > MostNames ? ", …" : "");
}

Result<QByteArray> bytesOf(const Result<Secret> &held)
{
    return held ? Result<QByteArray>(held->reveal().toByteArray()) : Result<QByteArray>(held.error());
}

std::string inDirectoryOf(const std::string &path)
{
    return path.substr(0, path.find_last_of('/') + 1);
}

} // namespace

Result<Kubeconfig> Kubeconfig::load(const std::vector<std::string> &files, const HeldKubeconfigs &held)
{
    Kubeconfig config;
    std::string missing;
    for (const std::string &name : files) {
        if (name.empty())
            continue;
        const std::string file = absolutePath(name);
        if (std::find(config.m_files.begin(), config.m_files.end(), file) != config.m_files.end())
            continue;
        const auto pipe = held.find(name);
        if (pipe != held.end())
            config.m_held.insert(file);
        else if (isMissingFile(file)) {
            missing = missing.empty() ? file : missing;
            continue;
        }
        const auto bytes = pipe == held.end() ? readBoundedFile(file, limits::KubeconfigBytes) : bytesOf(pipe->second);
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
    config.listContexts();
    if (config.m_contexts.empty() && config.m_contextEntries.fault)
        return *config.m_contextEntries.fault;
    if (config.m_contexts.empty())
        return broken("The kubeconfig has no contexts, so there is nothing to connect to.",
                      configPlace(config.m_files.front(), 1, "contexts"));
    return config;
}

void Kubeconfig::EntryList::add(const YamlNode &root, const std::string &file)
{
    FieldReader reader(&root, file, {});
    const std::size_t before = entries.size();
    int index = 0;
    for (const YamlNode *node : reader.list(listKey)) {
        const std::string path = std::string(listKey) + "[" + std::to_string(index++) + "]";
        FieldReader fields(node, file, path);
        fields.text("name");
        const std::string name = nameAsWritten(*node);
        if (name.empty() && fields.error()) {
            reader.fail(*fields.error());
            continue;
        }
        const auto known = std::find_if(entries.begin(), entries.end(), [&](const Entry &e) { return e.name == name; });
        if (known == entries.end())
            entries.push_back({name, file, bodyOf(*node, bodyKey), fields.error()});
        else if (std::size_t(known - entries.begin()) >= before && !known->fault)
            known->fault = broken("Two entries of \"" + std::string(listKey) + "\" are named \"" + name +
                                      "\", so it is open which one is meant. Rename or remove one of them.",
                                  configPlace(file, node->line, path + ".name"));
    }
    if (!fault)
        fault = reader.error();
}

const Kubeconfig::Entry *Kubeconfig::EntryList::find(std::string_view name) const
{
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const Entry &entry) { return entry.name == name; });
    return found == entries.end() ? nullptr : &*found;
}

FieldReader Kubeconfig::EntryList::fieldsOf(const Entry &entry) const
{
    return FieldReader(&entry.body, entry.file, std::string(listKey) + "[" + entry.name + "]." + bodyKey);
}

Result<> Kubeconfig::merge(const YamlNode &root, const std::string &file)
{
    FieldReader reader(&root, file, {});
    if (const auto fault = headerFault(reader))
        return *fault;
    for (EntryList *list : {&m_contextEntries, &m_clusters, &m_users})
        list->add(root, file);
    if (m_currentContext.empty() && !m_currentFault) {
        m_currentContext = reader.text("current-context");
        m_currentFault = reader.error();
    }
    return success();
}

void Kubeconfig::listContexts()
{
    for (const Entry &entry : m_contextEntries.entries) {
        FieldReader fields = m_contextEntries.fieldsOf(entry);
        if (!entry.name.empty())
            m_contexts.push_back(
                {entry.name, fields.text("cluster"), fields.text("user"), fields.text("namespace"), entry.file});
    }
}

Error Kubeconfig::unknownContext(std::string_view name) const
{
    if (name.empty())
        return broken("No context was chosen, and the kubeconfig sets no current-context. Choose one.",
                      configPlace(m_files.front(), 1, "current-context"));
    if (name == m_currentContext)
        return broken("current-context is \"" + std::string(name) + "\", and there is no context of that name.",
                      configPlace(m_files.front(), 1, "contexts[" + std::string(name) + "]"));
    return {ErrorKind::Invalid, "There is no context named \"" + std::string(name) + "\" in " + m_files.front() +
                                    (m_files.size() > 1 ? " and the other kubeconfigs" : "") +
                                    ". It has: " + namesOf(m_contexts) + "."};
}

const Kubeconfig::Entry *Kubeconfig::named(std::string_view key, const EntryList &list, FieldReader &context)
{
    const std::string name = context.text(key);
    const Entry *entry = list.find(name);
    if (!entry && list.fault)
        context.fail(*list.fault);
    else if (!entry)
        context.fail(key, "The context names the " + std::string(key) + " \"" + name +
                              "\", and the kubeconfig has no such entry.");
    else if (entry->fault)
        context.fail(*entry->fault);
    return context.error() ? nullptr : entry;
}

Result<ClusterAccess> Kubeconfig::resolve(std::string_view contextName, const Impersonation &instead) const
{
    if (contextName.empty() && m_currentFault)
        return *m_currentFault;
    const std::string name(contextName.empty() ? std::string_view(m_currentContext) : contextName);
    const Entry *context = name.empty() ? nullptr : m_contextEntries.find(name);
    if (!context)
        return unknownContext(name);
    if (context->fault)
        return *context->fault;
    FieldReader contextFields = m_contextEntries.fieldsOf(*context);
    const Entry *cluster = named("cluster", m_clusters, contextFields);
    if (!cluster)
        return *contextFields.error();

    ClusterAccess access;
    access.context = name;
    access.cluster = cluster->name;
    access.user = contextFields.text("user");
    access.ns = contextFields.text("namespace");
    access.source = context->file;
    access.isFromPipe = m_held.contains(context->file) || m_held.contains(cluster->file);
    if (contextFields.error())
        return *contextFields.error();
    FieldReader clusterFields = m_clusters.fieldsOf(*cluster);
    if (auto error = readCluster(clusterFields, inDirectoryOf(cluster->file), access))
        return *error;
    const bool isNobody = access.user.empty() && !m_users.find({});
    const bool isSignedIn = !isNobody && access.server.scheme() == QStringLiteral("https"); // as kubectl has it
    const Entry *user = isSignedIn ? named("user", m_users, contextFields) : m_users.find(access.user);
    if (isSignedIn && !user)
        return *contextFields.error();
    FieldReader userFields = user ? m_users.fieldsOf(*user) : FieldReader(nullptr, context->file, "users");
    if (auto error = readImpersonation(userFields, instead, access))
        return *error;
    if (!isSignedIn)
        return access;
    access.isFromPipe |= m_held.contains(user->file);
    if (auto error = readUser(userFields, inDirectoryOf(user->file), access))
        return *error;
    if (auto *plugin = std::get_if<ExecPlugin>(&access.signIn); plugin && plugin->provideClusterInfo)
        plugin->clusterConfig = readPluginConfig(clusterFields);
    if (clusterFields.error())
        return *clusterFields.error();
    return access;
}

std::optional<FileRequest> Kubeconfig::unusualFiles(std::string_view contextName) const
{
    const std::string name(contextName.empty() ? std::string_view(m_currentContext) : contextName);
    const auto context = std::ranges::find(m_contexts, name, &KubeContext::name);
    if (context == m_contexts.end())
        return {};
    FileRequest request{name, context->file, {}, {}, !m_held.empty()};
    const auto look = [&request](const EntryList &list, const std::string &entryName, const auto &keys) {
        const Entry *entry = list.find(entryName);
        if (!entry || entry->fault)
            return;
        FieldReader fields = list.fieldsOf(*entry);
        request.server += fields.text("server"); // users have none
        for (const std::string &key : keys) {
            const std::string path = fields.has(key + "-data") ? std::string() : fields.text(key);
            const std::string whole = path.starts_with('/') ? path : inDirectoryOf(entry->file) + path;
            if (!path.empty() && !isUsualPlace(whole, entry->file))
                request.files.push_back({key, whole});
        }
    };
    look(m_clusters, context->cluster, std::array<std::string, 1>{"certificate-authority"});
    look(m_users, context->user, std::array<std::string, 3>{"client-certificate", "client-key", "tokenFile"});
    return request.files.empty() ? std::nullopt : std::optional(request);
}

std::optional<ExecPlugin> Kubeconfig::pluginOf(const KubeContext &context) const
{
    const Entry *user = m_users.find(context.user);
    if (!user || user->fault)
        return {};
    FieldReader fields = m_users.fieldsOf(*user);
    return fields.node("exec") ? readExecPlugin(fields, inDirectoryOf(user->file)) : std::nullopt;
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
