// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/targetwords.h"

#include "app/commandline.h"

#include <algorithm>

namespace wk {

namespace {

/// KIND/NAME…
Result<std::vector<TargetArguments>> slashedTargets(const QStringList &words)
{
    if (std::any_of(words.begin(), words.end(), [](const QString &word) { return !word.contains(u'/'); }))
        return usageError(
            QStringLiteral("there is no need to specify a resource type as a separate argument when passing "
                           "arguments in resource/name form (e.g. 'watchkeeper get resource/<resource_name>' "
                           "instead of 'watchkeeper get resource resource/<resource_name>'"));
    std::vector<TargetArguments> targets;
    for (const QString &word : words) {
        const QStringList halves = word.split(u'/');
        if (halves.size() != 2)
            return usageError(QStringLiteral("arguments in resource/name form may not have more than one slash"));
        if (halves[0].isEmpty() || halves[0].contains(u',') || halves[1].isEmpty())
            return usageError(QStringLiteral("arguments in resource/name form must have a single resource and name"));
        targets.push_back({halves[0].toStdString(), halves[1].toStdString()});
    }
    return targets;
}

} // namespace

Result<std::vector<TargetArguments>> targetsOf(const QStringList &words)
{
    if (words.isEmpty())
        return usageError(QStringLiteral("Required resource not specified.\n") +
                          ArgumentsTr::tr("Name the kind of objects, for example “pods”.") +
                          QStringLiteral("\nSee 'watchkeeper get -h' for help and examples"));
    if (std::any_of(words.begin(), words.end(), [](const QString &word) { return word.contains(u'/'); }))
        return slashedTargets(words);
    std::vector<TargetArguments> targets;
    QStringList kinds = words[0].split(u',');
    kinds.removeDuplicates();
    for (const QString &kind : kinds) {
        if (words.size() == 1)
            targets.push_back({kind.toStdString(), {}});
        for (const QString &name : words.mid(1)) {
            if (name.isEmpty())
                return usageError(QStringLiteral("resource name may not be empty"));
            targets.push_back({kind.toStdString(), name.toStdString()});
        }
    }
    return targets;
}

std::vector<TargetArguments> prefixesOf(const QStringList &words)
{
    std::vector<TargetArguments> targets;
    for (const QString &word : words)
        targets.push_back({word.toStdString(), {}});
    if (targets.empty())
        targets.emplace_back();
    return targets;
}

} // namespace wk
