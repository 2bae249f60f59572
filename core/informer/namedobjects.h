// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace wk {

/// Objects by namespace and name: a hash table that has no keys but the objects' own names, some 15 bytes an object.
/// Any thread; a value.
class NamedObjects
{
public:
    std::size_t size() const { return m_size; }
    void reserve(std::size_t objects);

    /// Null when there is none.
    ObjectPtr find(std::string_view ns, std::string_view name) const;
    /// Puts it in the place of the one of the same name, which is returned.
    ObjectPtr put(ObjectPtr object);
    /// Null when it was not there.
    ObjectPtr remove(std::string_view ns, std::string_view name);

    /// In no order.
    template <class Visit>
    void forEach(Visit visit) const
    {
        for (const ObjectPtr &object : m_objects) {
            if (object)
                visit(object);
        }
    }

private:
    static std::uint32_t hashOf(std::string_view ns, std::string_view name);
    std::size_t homeOf(std::uint32_t hash) const { return (std::uint64_t(hash) * m_objects.size()) >> 32; }
    std::size_t next(std::size_t place) const { return place + 1 == m_objects.size() ? 0 : place + 1; }
    /// Where the object is, or the free place where it belongs. There has to be a free one.
    std::size_t placeOf(std::uint32_t hash, std::string_view ns, std::string_view name) const;
    void resize(std::size_t places);
    void closeGap(std::size_t gap);

    // Two arrays side by side: most objects that are passed by are told apart by their hash, without a look at them.
    std::vector<ObjectPtr> m_objects;
    std::vector<std::uint32_t> m_hashes;
    std::size_t m_size = 0;
};

} // namespace wk
