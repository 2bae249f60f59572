// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/objectref.h"

namespace wk {

ObjectRef refOf(const GroupVersionResource &resource, const Object &object, const ClusterId &cluster)
{
    return {resource, object.ns, object.name, object.uid, cluster};
}

bool names(const ObjectRef &ref, const GroupVersionResource &resource, const Object &object, const ClusterId &cluster)
{
    if (ref.isEmpty() || ref.name != object.name || ref.ns != object.ns || ref.cluster != cluster)
        return false;
    if (!ref.uid.empty() && !object.uid.empty())
        return ref.uid == object.uid;
    return ref.resource == resource;
}

} // namespace wk
