// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/namedobjects.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace wk {

namespace {

/// Of a hundred places so many may be taken: probing is linear, over hashes that stand side by side.
constexpr std::size_t MostTaken = 85;
constexpr std::size_t FewestPlaces = 16;

std::size_t placesFor(std::size_t objects)
{
    return std::max(FewestPlaces, objects * 100 / MostTaken + 1);
}

} // namespace

std::uint32_t NamedObjects::hashOf(std::string_view ns, std::string_view name)
{
    const std::hash<std::string_view> hash;
    const std::uint64_t both = (hash(ns) * 0x9e3779b97f4a7c15ULL) ^ hash(name);
    return static_cast<std::uint32_t>((both * 0xbf58476d1ce4e5b9ULL) >> 32);
}

std::size_t NamedObjects::placeOf(std::uint32_t hash, std::string_view ns, std::string_view name) const
{
    std::size_t place = homeOf(hash);
    for (; m_objects[place]; place = next(place)) {
        if (m_hashes[place] == hash && m_objects[place]->name == name && m_objects[place]->ns == ns)
            break;
    }
    return place;
}

ObjectPtr NamedObjects::find(std::string_view ns, std::string_view name) const
{
    return m_objects.empty() ? nullptr : m_objects[placeOf(hashOf(ns, name), ns, name)];
}

void NamedObjects::reserve(std::size_t objects)
{
    if (placesFor(objects) > m_objects.size())
        resize(placesFor(objects));
}

ObjectPtr NamedObjects::put(ObjectPtr object)
{
    if ((m_size + 1) * 100 > m_objects.size() * MostTaken)
        resize(std::max(FewestPlaces, m_objects.size() + m_objects.size() / 3));
    const std::uint32_t hash = hashOf(object->ns, object->name);
    const std::size_t place = placeOf(hash, object->ns, object->name);
    ObjectPtr before = std::exchange(m_objects[place], std::move(object));
    m_hashes[place] = hash;
    m_size += before ? 0 : 1;
    return before;
}

ObjectPtr NamedObjects::remove(std::string_view ns, std::string_view name)
{
    if (m_objects.empty())
        return nullptr;
    const std::size_t place = placeOf(hashOf(ns, name), ns, name);
    ObjectPtr object = std::move(m_objects[place]);
    if (object) {
        --m_size;
        closeGap(place);
    }
    return object;
}

/// Each object behind the gap that would not be found over it moves into it. Source: Knuth, TAOCP 3, 6.4, algorithm R.
void NamedObjects::closeGap(std::size_t gap)
{
    const auto distance = [this](std::size_t from, std::size_t to) {
        return to >= from ? to - from : to + m_objects.size() - from;
    };
    m_objects[gap] = nullptr;
    for (std::size_t place = next(gap); m_objects[place]; place = next(place)) {
        if (distance(homeOf(m_hashes[place]), place) < distance(gap, place))
            continue;
        m_objects[gap] = std::exchange(m_objects[place], nullptr);
        m_hashes[gap] = m_hashes[place];
        gap = place;
    }
}

void NamedObjects::resize(std::size_t places)
{
    std::vector<ObjectPtr> objects(places);
    std::vector<std::uint32_t> hashes(places);
    m_objects.swap(objects);
    m_hashes.swap(hashes);
    for (std::size_t old = 0; old < objects.size(); ++old) {
        if (!objects[old])
            continue;
        std::size_t place = homeOf(hashes[old]);
        while (m_objects[place])
            place = next(place);
        m_objects[place] = std::move(objects[old]);
        m_hashes[place] = hashes[old];
    }
}

} // namespace wk
