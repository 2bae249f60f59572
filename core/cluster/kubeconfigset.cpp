// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubeconfigset.h"

#include "core/base/boundedfile.h"
#include "core/base/limits.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <map>
#include <set>

namespace wk {

namespace {

bool isFolder(const std::string &name)
{
    return QFileInfo(QFile::decodeName(name.c_str())).isDir();
}

std::string fileNameOf(const std::string &path)
{
    return path.substr(path.find_last_of('/') + 1);
}

/// What editors and kubectl leave beside a file, which holds an older state of the same contexts or none.
bool isLeftOver(const QString &name)
{
    return name.endsWith(u'~') || name.endsWith(QStringLiteral(".lock")) || name.endsWith(QStringLiteral(".swp"));
}

bool hasContext(const Kubeconfig &config, const std::string &name)
{
    return std::any_of(config.contexts().begin(), config.contexts().end(),
                       [&](const KubeContext &context) { return context.name == name; });
}

} // namespace

Result<KubeconfigSet> KubeconfigSet::load(const KubeconfigSources &sources)
{
    KubeconfigSet set;
    std::vector<std::string> files;
    std::vector<std::string> folders;
    for (const std::string &name : sources.names)
        (isFolder(name) ? folders : files).push_back(name);
    const bool areAllMissing =
        std::all_of(files.begin(), files.end(), [](const std::string &file) { return isMissingFile(file); });
    if (folders.empty() || !areAllMissing) {
        auto merged = Kubeconfig::load(files, sources.held);
        if (!merged)
            return merged.error();
        set.m_hasNamedFiles = true;
        set.m_files = merged->files();
        set.m_configs.push_back(std::move(merged).value());
    }
    for (const std::string &folder : folders)
        set.readFolder(folder);
    if (set.m_configs.empty()) {
        const std::string why =
            set.m_passedOver.empty() ? "" : " The first file is none: " + set.m_passedOver.front().text;
        return Error{ErrorKind::FileUnreadable, "There is no kubeconfig in this folder." + why, set.m_folders.front()};
    }
    set.offer();
    return set;
}

void KubeconfigSet::readFolder(const std::string &name)
{
    const QDir folder(QDir(QFile::decodeName(name.c_str())).absolutePath());
    m_folders.push_back(QFile::encodeName(folder.absolutePath()).toStdString());
    int count = 0;
    for (const QString &entry : folder.entryList(QDir::Files, QDir::Name)) {
        if (isLeftOver(entry))
            continue;
        const std::string path = QFile::encodeName(folder.filePath(entry)).toStdString();
        if (++count > limits::KubeconfigFolderFiles) {
            m_passedOver.push_back({ErrorKind::TooLarge,
                                    "Of a folder " + std::to_string(limits::KubeconfigFolderFiles) +
                                        " files are read, in the order of their names.",
                                    path});
            break;
        }
        if (const auto why = addFileOf(m_folders.back(), path))
            m_passedOver.push_back(*why);
    }
}

/// Why it is passed over.
std::optional<Error> KubeconfigSet::addFileOf(const std::string &folder, const std::string &path)
{
    if (std::find(m_files.begin(), m_files.end(), path) != m_files.end())
        return Error{ErrorKind::ConfigBroken, "It is read already.", path};
    m_folderBytes += std::size_t(QFileInfo(QFile::decodeName(path.c_str())).size());
    if (m_folderBytes > limits::KubeconfigFolderBytes)
        return Error{ErrorKind::TooLarge,
                     "The files of " + folder + " have more than " +
                         std::to_string(limits::KubeconfigFolderBytes / limits::MiB) + " MiB together.",
                     path};
    auto config = Kubeconfig::load({path});
    if (!config)
        return config.error();
    m_files.push_back(path);
    m_configs.push_back(std::move(config).value());
    return {};
}

void KubeconfigSet::offer()
{
    std::map<std::string, int> counts;
    for (const Kubeconfig &config : m_configs) {
        for (const KubeContext &context : config.contexts())
            ++counts[context.name];
    }
    std::set<std::string> taken;
    for (const auto &[name, count] : counts)
        taken.insert(count == 1 ? name : std::string());
    for (std::size_t i = 0; i < m_configs.size(); ++i) {
        for (const KubeContext &context : m_configs[i].contexts()) {
            std::string name = context.name;
            if (counts[name] > 1) {
                name += " (" + fileNameOf(context.file) + ")";
                while (!taken.insert(name).second) // of another folder, or somebody calls a context so
                    name += " (" + context.file + ")";
            }
            m_contexts.push_back({name, context.name, context.file, i});
        }
    }
}

const Kubeconfig *KubeconfigSet::currentConfig() const
{
    if (m_hasNamedFiles)
        return &m_configs.front();
    const Kubeconfig *first = nullptr;
    for (const Kubeconfig &config : m_configs) {
        if (!hasContext(config, config.currentContext()))
            continue;
        if (fileNameOf(config.files().front()) == "config")
            return &config;
        first = first ? first : &config;
    }
    return first;
}

std::string KubeconfigSet::currentContext() const
{
    const Kubeconfig *config = currentConfig();
    if (!config)
        return {};
    const auto index = std::size_t(config - m_configs.data());
    const auto found = std::find_if(m_contexts.begin(), m_contexts.end(), [&](const OfferedContext &context) {
        return context.part == index && context.ownName == config->currentContext();
    });
    return found == m_contexts.end() ? config->currentContext() : found->name;
}

const OfferedContext *KubeconfigSet::find(std::string_view file, std::string_view ownName) const
{
    const auto found = std::find_if(m_contexts.begin(), m_contexts.end(), [&](const OfferedContext &context) {
        return context.file == file && context.ownName == ownName;
    });
    return found == m_contexts.end() ? nullptr : &*found;
}

Result<ClusterAccess> KubeconfigSet::resolve(std::string_view name, const Impersonation &instead) const
{
    const Kubeconfig *current = currentConfig();
    if (name.empty() && current)
        return current->resolve({}, instead);
    const auto found = std::find_if(m_contexts.begin(), m_contexts.end(),
                                    [&](const OfferedContext &context) { return context.name == name; });
    if (found != m_contexts.end())
        return m_configs[found->part].resolve(found->ownName, instead);
    if (m_folders.empty())
        return m_configs.front().resolve(name, instead); // which says what is wrong
    return unknown(name);
}

std::optional<FileRequest> KubeconfigSet::unusualFiles(std::string_view name) const
{
    if (name.empty())
        return currentConfig() ? currentConfig()->unusualFiles({}) : std::nullopt;
    const auto found = std::find_if(m_contexts.begin(), m_contexts.end(),
                                    [&](const OfferedContext &context) { return context.name == name; });
    return found == m_contexts.end() ? std::nullopt : m_configs[found->part].unusualFiles(found->ownName);
}

std::optional<ExecPlugin> KubeconfigSet::pluginOf(const OfferedContext &context) const
{
    const std::vector<KubeContext> &contexts = m_configs[context.part].contexts();
    const auto found = std::find_if(contexts.begin(), contexts.end(),
                                    [&](const KubeContext &each) { return each.name == context.ownName; });
    return found == contexts.end() ? std::nullopt : m_configs[context.part].pluginOf(*found);
}

Error KubeconfigSet::unknown(std::string_view name) const
{
    std::string meant;
    std::string all;
    constexpr std::size_t MostChars = 600;
    for (const OfferedContext &context : m_contexts) {
        if (all.size() > MostChars) {
            all += ", …";
            break;
        }
        const std::string quoted = '"' + context.name + '"';
        if (context.ownName == name)
            meant += (meant.empty() ? "" : ", ") + quoted;
        all += (all.empty() ? "" : ", ") + quoted;
    }
    if (name.empty())
        return {ErrorKind::Invalid, "No context was chosen, and no file of " + m_folders.front() +
                                        " sets a current-context that it has. There are: " + all + "."};
    if (!meant.empty())
        return {ErrorKind::Invalid,
                "Several kubeconfigs have a context \"" + std::string(name) + "\". Say which: " + meant + "."};
    return {ErrorKind::Invalid, "There is no context named \"" + std::string(name) + "\". There are: " + all + "."};
}

} // namespace wk
