// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetype.h"
#include "core/apiserver/storedobject.h"

#include <string>
#include <string_view>

namespace wk::sim {

/// What is told of an object of the model.
struct ObjectText {
    std::string ns;
    std::string name;
    std::string uid;
    std::string tier;  ///< the label that selectors ask for
    std::string stamp; ///< what tells this content from others
};

/// Its stored form, written straight: a document that has to be parsed first would cost more than all the rest.
apiserver::StoredObject makeStored(const apiserver::ResourceType &type, const ObjectText &text);

/// A hash of an object's JSON without its resourceVersion.
std::uint64_t contentOf(std::string_view json);

} // namespace wk::sim
