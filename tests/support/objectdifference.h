// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"

#include <QString>
#include <QStringList>

namespace wk::test {

/// Which members two objects differ in; empty for two copies of one revision, and for two nulls.
inline QString objectDifference(const ObjectPtr &a, const ObjectPtr &b)
{
    if (!a || !b)
        return !a && !b ? QString() : QStringLiteral("one is null");
    QStringList parts;
    const auto same = [&parts](const char *what, bool isSame) {
        if (!isSame)
            parts << QString::fromLatin1(what);
    };
    same("ns", a->ns == b->ns);
    same("name", a->name == b->name);
    same("uid", a->uid == b->uid);
    same("version", a->version == b->version);
    same("created", a->created == b->created);
    same("deleting", a->deleting == b->deleting);
    same("seen", a->seen == b->seen);
    same("labels", a->labels == b->labels);
    same("owners", a->owners == b->owners);
    same("managers", a->managers == b->managers);
    same("node", a->node == b->node);
    same("phase", a->phase == b->phase);
    same("ready", a->ready == b->ready);
    same("cells", a->cells == b->cells);
    same("body", a->body == b->body);
    same("unreadable", a->unreadable == b->unreadable);
    return parts.join(u' ');
}

} // namespace wk::test
