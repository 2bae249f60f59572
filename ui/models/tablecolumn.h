// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"
#include "core/resource/object.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace wk {

/// A column of a resource table, as data. Server columns stand in the order in which the server sends them.
struct TableColumn {
    enum class Kind : std::uint8_t {
        Mark,    ///< the glyph of what just happened
        Cluster, ///< by its name for people
        Namespace,
        Name,
        Server,   ///< a cell of the server's Table
        Age,      ///< counted from creation, where the server's text stands still
        LastSeen, ///< of an Event: counted from when it was seen, for the same reason
        Label,
        Changes,    ///< how often it changed since we watch, with a sparkline
        LastChange, ///< how long ago, and by whom
    };
    /// How a cell is painted.
    enum class Look : std::uint8_t { Plain, Quiet, Mono, Number, Phase, Severity, Mark, Cluster, Changes, LastChange };

    Kind kind = Kind::Server;
    Look look = Look::Plain;
    QString key;         ///< the server's name of it, or one of ours that begins with '@': what layouts remember
    QString title;       ///< as the header shows it, safe
    QString description; ///< for a tooltip, safe; may be empty
    std::string name;    ///< the server's, as it was sent; empty for a column of ours
    int cell = -1;       ///< index into Object::cells; -1 for none
    std::map<WatchId, int> elsewhere{}; ///< … of objects of these watches
    std::string label;                  ///< the key of a label
    bool isAge = false;                 ///< its texts are ages and durations
    bool isWide = false; ///< shown only when asked for, as with `kubectl get -o wide`, or as it says little

    /// It tells the rows apart, and is the last to be cut.
    bool isNaming() const { return kind == Kind::Name || (kind == Kind::Server && look == Look::Mono); }
    /// Where the cell of an object of that watch is.
    int cellOf(WatchId watch) const
    {
        const auto other = elsewhere.empty() ? elsewhere.end() : elsewhere.find(watch);
        return other == elsewhere.end() ? cell : other->second;
    }
    bool isRight() const { return look == Look::Number; }
    /// Its text changes by itself as time goes by, or its order with every event.
    bool isVolatile() const { return kind == Kind::Changes || kind == Kind::LastChange || kind == Kind::LastSeen; }
    bool operator==(const TableColumn &) const = default;
};

/// What a table is told besides the server's columns.
struct TableShape {
    bool ofClusters = false; ///< of several
    bool namespaced = false;
    QStringList labels; ///< that have a column each
};

/// The columns of a kind: the mark, the cluster and the namespace where there are several, the server's, the labels
/// asked for, and what only a monitor knows. Without server columns (a source that serves no Table) a name and an
/// age.
std::vector<TableColumn> tableColumns(const Columns &server, const TableShape &shape);

/// The position of the column that holds the word of an object's phase; -1 when there is none.
int phaseColumn(const std::vector<TableColumn> &columns);
/// The position of the column that is marked with how an object fares: that of the phase, else Ready; -1 when there is
/// none.
int standingColumn(const std::vector<TableColumn> &columns);
/// The server's column of that name, ignoring case; null when there is none.
const TableColumn *columnNamed(const std::vector<TableColumn> &columns, std::string_view name);
/// The cell of an object of a watch under the column of the phase; -1 when there is none.
int phaseCell(const std::vector<TableColumn> &columns, WatchId watch);

} // namespace wk
