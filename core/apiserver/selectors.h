// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/status.h"
#include "core/apiserver/storedobject.h"

#include <string>
#include <string_view>
#include <vector>

namespace wk::apiserver {

struct ResourceType;

/// Which objects a list or watch is about, by label and by field. A value; any thread.
/// Grammar: k8s.io/apimachinery pkg/labels and pkg/fields.
class Selector
{
public:
    /// Errors: 400 for a text that is no selector, and for a field that the resource does not offer.
    static Outcome<Selector> parse(const ResourceType &type, std::string_view labelSelector,
                                   std::string_view fieldSelector);

    bool isEmpty() const { return m_labels.empty() && m_fields.empty(); }

    bool matches(const StoredObject &object) const;
    /// Narrows to one name, as the old /watch/…/NAME paths do.
    void requireName(const std::string &name);

private:
    struct LabelRule {
        enum class Op { In, NotIn, Exists, Missing };
        std::string key;
        Op op = Op::Exists;
        std::vector<std::string> values;
    };

    struct FieldRule {
        int field = 0; ///< index into ResourceType::fields, or one of the two below
        bool equal = true;
        std::string value;
    };

    static constexpr int Name = -1;
    static constexpr int NameSpace = -2;

    friend class LabelParser;
    static bool matches(const LabelRule &rule, const Labels &labels);
    static bool matches(const FieldRule &rule, const StoredObject &object);
    static Outcome<std::vector<FieldRule>> parseFields(const ResourceType &type, std::string_view text);

    std::vector<LabelRule> m_labels;
    std::vector<FieldRule> m_fields;
};

} // namespace wk::apiserver
