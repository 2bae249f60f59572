// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/targetwords.h"

#include "app/commandline.h"

#include <algorithm>

namespace wk {

namespace {

/// KIND/NAME…
Result<std::vector<TargetArguments>> slashedTargets(const QStringList &words)
{
    std::vector<TargetArguments> targets;
    for (const QString &word : words) {
        const QStringList halves = word.split(u'/');
        if (halves.size() != 2 || halves[0].isEmpty() || halves[0].contains(u',') || halves[1].isEmpty())
            return usageError(
                ArgumentsTr::tr("“%1” is not one kind and one name: write KIND/NAME for each object.").arg(word));
        targets.push_back({halves[0].toStdString(), halves[1].toStdString()});
    }
    return targets;
}

} // namespace

Result<std::vector<TargetArguments>> targetsOf(const QStringList &words)
{
    if (words.isEmpty() || words[0].isEmpty())
        return usageError(ArgumentsTr::tr("Name the kind of objects, for example “pods”."));
    if (std::any_of(words.begin(), words.end(), [](const QString &word) { return word.contains(u'/'); }))
        return slashedTargets(words);
    std::vector<TargetArguments> targets;
    for (const QString &kind : words[0].split(u',')) {
        if (kind.isEmpty())
            return usageError(ArgumentsTr::tr("A kind is missing in “%1”.").arg(words[0]));
        if (words.size() == 1)
            targets.push_back({kind.toStdString(), {}});
        for (const QString &name : words.mid(1)) {
            if (name.isEmpty())
                return usageError(ArgumentsTr::tr("The name of an object is empty."));
            targets.push_back({kind.toStdString(), name.toStdString()});
        }
    }
    return targets;
}

} // namespace wk
