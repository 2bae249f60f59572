// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace wk {

struct Entry;
struct LikelyWriters;
struct Object;

/// What an entry says in the column WHAT CHANGED: pieces of text, of which the paths stand in the mono face.
/// Plain text, made safe for a screen.
struct EventWords {
    struct Piece {
        QString text;
        bool isPath = false;
        bool isValue = false; ///< what became of the field that the path before it names
    };
    std::vector<Piece> pieces;
    bool isQuiet = false; ///< about the watch, or inferred: second level of text

    /// The pieces one after the other.
    QString plain() const;
};

/// Gui thread (times and numbers are written as the user's locale has them). Pure otherwise.
EventWords eventWords(const Entry &entry);
/// The same of an object that a list held.
EventWords listedWords(const Object &object, const Columns &columns);

/// Whose managedFields entry moved: the newest, and how many more: "kubelet", "kubelet +1". Empty when none did.
QString eventManagers(const Entry &entry);
/// Those who may have written, as a diff has it: "? kube-controller-manager", "? kubelet +1", "server", an en dash for
/// nobody.
QString doubtfulWriters(const LikelyWriters &writers);
/// What that says: a sentence.
QString likelyMeaning(const QString &doubtful);

/// A path as it is shown: "status.conditions[type=Ready].status" is "Ready", "…[name=web]…" is "…[web]…".
QString shownPath(std::string_view path);

} // namespace wk
