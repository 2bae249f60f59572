// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/recordings/readingarguments.h"
#include "app/recordings/replayarguments.h"
#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/cluster/impersonation.h"
#include "core/cluster/kubeconfig.h"
#include "core/demo/demooptions.h"
#include "core/json/pathtemplate.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace wk {

/// Which etcd cluster, as etcdctl's global options name it.
struct EtcdArguments {
    QString endpoints;       ///< --etcd: with commas between
    QString caFile;          ///< --cacert
    QString certFile;        ///< --cert
    QString keyFile;         ///< --key
    QString user;            ///< --user: NAME or NAME:PASSWORD
    QString password;        ///< --password
    bool isInsecure = false; ///< --insecure-skip-tls-verify
    QString prefix{};        ///< of the window: which keys
};

/// Which cluster, as kubectl's global options name it.
struct ClusterArguments {
    std::string kubeconfig;     ///< --kubeconfig: a file, a folder or a pipe; empty: KUBECONFIG, else ~/.kube/config
    std::string context;        ///< --context; empty: the current one
    bool demo = false;          ///< --demo: the embedded cluster
    int demoPods = 0;           ///< --demo-scale: with so many pods, in a process of its own; 0: the usual ones
    bool allowExec = false;     ///< --allow-exec: run the context's credential plugin without asking
    bool allowFiles = false;    ///< --allow-files: read credential files in unusual places without asking
    bool allowInsecure = false; ///< --allow-insecure: accept a context that switches verification off
    std::optional<EtcdArguments> etcd{};     ///< --etcd: it, without an API server
    std::vector<std::string> alsoContexts{}; ///< --context of a window, given again: beside it
    HeldKubeconfigs held{};                  ///< what pipes among the kubeconfigs have said (readKubeconfigPipes)
    Impersonation as{}; ///< --as, --as-uid, --as-group: what of the kubeconfig's they take the place of
};

/// A kind, or with a name one object of it.
struct TargetArguments {
    std::string resource;
    std::string name;

    bool operator==(const TargetArguments &) const = default;
};

/// Which objects, as `kubectl get` names them.
struct SelectionArguments {
    std::vector<TargetArguments> targets; ///< one at least
    std::string ns;
    bool allNamespaces = false;
    std::string labelSelector;
    std::string fieldSelector;
    int chunkSize = limits::ListPageItems; ///< objects to ask for at a time; 0: all
};

enum class OutputFormat { Table, Wide, Json, Yaml, Name, JsonPath, JsonPathArrays, CustomColumns };

/// Whether it is the server's own table.
inline bool isTable(OutputFormat format)
{
    return format == OutputFormat::Table || format == OutputFormat::Wide;
}

/// HEADING:PATH of -o custom-columns.
struct CustomColumn {
    std::string heading;
    json::PathSteps path;
};

struct GetArguments {
    ClusterArguments cluster;
    SelectionArguments selection;
    OutputFormat format = OutputFormat::Table;
    std::string templateText;                ///< of JsonPath and JsonPathArrays, as it was written
    json::PathTemplate pathTemplate;         ///< the same, read
    std::vector<CustomColumn> customColumns; ///< of CustomColumns
    std::string sortText;                    ///< --sort-by, as it was written; empty: as listed
    json::PathSteps sortPath;                ///< the same, read
    std::vector<std::string> labelColumns;   ///< -L
    bool watch = false;
    bool outputWatchEvents = false;
    bool showManagedFields = false;
    bool showLabels = false;
    bool showKind = false;
    bool noHeaders = false;
    bool ignoreNotFound = false;
    bool missingKeysAreErrors = false;          ///< --allow-missing-template-keys=false
    std::optional<ReplayArguments> recording{}; ///< --from: instead of a cluster
};

struct RecordArguments {
    ClusterArguments cluster;
    SelectionArguments selection;
    QString file;
    bool isRedacted = true;                         ///< --no-redact: false
    Filter filter{};                                ///< --filter
    QString filterText{};                           ///< … as it was written
    std::optional<std::chrono::seconds> duration{}; ///< --duration; until interrupted
    std::uint64_t ringBytes = 0;                    ///< --ring 500MB
    std::optional<std::chrono::seconds> ringAge{};  ///< --ring 24h

    /// A recording, by its ending; else watch JSON Lines.
    bool isRecording() const { return file.endsWith(QStringLiteral(".wklog")); }
};

struct ServeArguments {
    DemoOptions demo;
    std::string folder;                         ///< --folder: where its identity is kept; empty: nowhere
    std::optional<ReplayArguments> recording{}; ///< FILE: it, and no demo
};

struct WindowArguments {
    ClusterArguments cluster;
    QString recording;  ///< FILE: what is shown instead of a cluster; empty: nothing
    std::string ns;     ///< --namespace: where to look first; empty: all, or as it was left
    QString tourFolder; ///< --tour: show every view by itself, leave pictures there, and end
    bool timeStart =
        false;        ///< --time-start: print how many ms after its start the first rows stood in the window, and end
    QString language; ///< --language: "en", "zh_CN"; empty: the user's choice, else the system's
    QString theme;    ///< --theme: "light", "dark", "system"; empty: the user's choice
};

/// What is only printed: a help, the version, the manual page, what a shell asks.
struct HelpArguments {
    QString text;
};

using Arguments =
    std::variant<WindowArguments, GetArguments, RecordArguments, ReadingArguments, ServeArguments, HelpArguments>;

/// Reads a command line (without the program's name). A mistake is an Error of kind Invalid, whose text is said as it
/// is: "error: …". A file that the command line names and that cannot be read is one of kind FileUnreadable.
Result<Arguments> parseArguments(const QStringList &arguments);

} // namespace wk
