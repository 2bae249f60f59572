// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "core/source/kube/tape.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace wk {

/// Makes equal parts of objects one part: the labels of all pods of a Deployment, their owner, the names of managers,
/// nodes and namespaces. It remembers lately made ones, each in the one place its hash gives it; what it has forgotten
/// is only made once more. Bounded: some 300 KB and what the remembered hold. One thread at a time.
class ReadCache
{
public:
    ReadCache();

    Text text(std::string_view text);
    /// Of metadata.labels.
    Labels labels(TapeValue value);
    /// The same straight from its JSON; nothing where that is not written as API servers write it.
    std::optional<Labels> labels(std::string_view json);
    /// Of metadata.ownerReferences.
    Owners owners(TapeValue value);
    std::optional<Owners> owners(std::string_view json);
    /// Of the entries of metadata.managedFields.
    FieldsWriters writers(std::span<const ManagedFields> entries);

private:
    template <class List>
    struct Place {
        ContentHash hash;
        List list;
    };

    /// What is remembered of the value, else what is read of it now.
    template <class List, class Read>
    static List known(std::vector<Place<List>> &places, TapeValue value, Read read);
    template <class List, class Read>
    static std::optional<List> known(std::vector<Place<List>> &places, std::string_view json, Read read);

    std::vector<Text> m_texts;
    std::vector<Place<Labels>> m_labels;
    std::vector<Place<Owners>> m_owners;
    std::vector<FieldsWriters> m_writers;
};

} // namespace wk
