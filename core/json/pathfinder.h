// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "core/json/jsonpath.h"
#include "core/json/pathscalar.h"

#include <optional>
#include <variant>
#include <vector>

namespace wk::json {

/// How a finder looks into a document of type Json, which is cheap to copy. To be specialised:
///
///     static PathSort sort(Json);
///     static PathScalar scalar(Json);                                 // of what is PathSort::Scalar; its text stays
///     static std::vector<Json> parts(Json);                           // elements, or members' values by their keys
///     static std::optional<Json> member(Json, const std::string &);   // of an object
enum class PathSort { Null, Scalar, Array, Object };
template <class Json>
struct PathAccess;

/// Finds what the steps of a JSONPath lead to, as kubectl does. Any thread, one at a time. The steps and the document
/// outlive what is found. Invalid for what Go compares or counts nothing of, TooLarge when all its steps have led to
/// more values than it may. Source: client-go util/jsonpath/jsonpath.go; but an object's parts come in the order of
/// their keys, where Go has none.
template <class Json>
class PathFinder
{
public:
    /// Of the document, or of the path itself ("quoted", 5).
    using Value = std::variant<Json, PathScalar>;
    using Values = std::vector<Value>;

    explicit PathFinder(MissingKeys missing, std::size_t mostValues = limits::PathValues)
        : m_missing(missing)
        , m_left(mostValues)
    {}

    Result<Values> find(const PathSteps &steps, Values from)
    {
        if (!spend(1)) // a range may be gone through for nothing, again and again
            return tooMany();
        for (const PathStep &step : steps) {
            auto found = take(step, from);
            if (!found)
                return found.error();
            from = std::move(found).value();
            if (!spend(from.size()))
                return tooMany();
        }
        return from;
    }

    static PathSort sortOf(const Value &value)
    {
        if (const Json *json = std::get_if<Json>(&value))
            return PathAccess<Json>::sort(*json);
        return std::get<PathScalar>(value).index() == 0 ? PathSort::Null : PathSort::Scalar;
    }
    /// Null for what has parts.
    static PathScalar scalarOf(const Value &value)
    {
        if (const Json *json = std::get_if<Json>(&value))
            return sortOf(value) == PathSort::Scalar ? PathAccess<Json>::scalar(*json) : PathScalar();
        return std::get<PathScalar>(value);
    }

private:
    static Error tooMany() { return {ErrorKind::TooLarge, "the path leads to too many values", {}, 0, {}}; }

    bool spend(std::size_t values)
    {
        const bool isEnough = values < m_left;
        m_left -= isEnough ? values : m_left;
        return isEnough;
    }

    Result<Values> take(const PathStep &step, const Values &from)
    {
        using Kind = PathStep::Kind;
        switch (step.kind) {
        case Kind::Text: return Values{PathScalar(std::string_view(step.text))};
        case Kind::Integer: return Values(from.size(), PathScalar(step.integer));
        case Kind::Real: return Values(from.size(), PathScalar(step.real));
        case Kind::Boolean: return Values(from.size(), PathScalar(step.boolean));
        case Kind::Field: return fields(step.text, from);
        case Kind::Wildcard: return parts(from);
        case Kind::Descent: return descent(from);
        case Kind::Slice: return slices(step.slice, from);
        case Kind::Filter: return filtered(step, from);
        case Kind::Union: return united(step, from);
        }
        return from;
    }

    Result<Values> fields(const std::string &name, const Values &from) const
    {
        Values found;
        for (const Value &value : from) {
            if (sortOf(value) != PathSort::Object)
                continue;
            if (const auto member = PathAccess<Json>::member(std::get<Json>(value), name))
                found.push_back(*member);
        }
        if (found.empty() && !from.empty() && m_missing == MissingKeys::AreErrors)
            return pathError(name + " is not found");
        return found;
    }

    /// A text's parts are its bytes, as numbers.
    static Values partsOf(const Value &value)
    {
        Values found;
        const PathScalar scalar = scalarOf(value);
        const auto *text = std::get_if<std::string_view>(&scalar);
        const PathSort sort = sortOf(value);
        for (const char byte : text ? *text : std::string_view())
            found.push_back(PathScalar(std::int64_t(static_cast<unsigned char>(byte))));
        if (sort == PathSort::Array || sort == PathSort::Object) {
            for (const Json &part : PathAccess<Json>::parts(std::get<Json>(value)))
                found.push_back(part);
        }
        return found;
    }

    Result<Values> parts(const Values &from) const
    {
        Values found;
        for (const Value &value : from) {
            const Values some = partsOf(value);
            found.insert(found.end(), some.begin(), some.end());
            if (found.size() > m_left)
                return tooMany();
        }
        return found;
    }

    /// Everything that has parts, whatever is deeper behind what it is in.
    Result<Values> descent(const Values &from) const
    {
        Values found;
        Values next(from.rbegin(), from.rend());
        while (!next.empty()) {
            const Value value = next.back();
            next.pop_back();
            const Values inside = partsOf(value);
            if (inside.empty())
                continue;
            found.push_back(value);
            next.insert(next.end(), inside.rbegin(), inside.rend());
            if (found.size() + next.size() > m_left)
                return tooMany();
        }
        return found;
    }

    static Result<Values> slices(const PathSlice &slice, const Values &from)
    {
        Values found;
        for (const Value &value : from) {
            const PathSort sort = sortOf(value);
            if (sort == PathSort::Null)
                continue;
            if (sort != PathSort::Array)
                return pathError("only an array has elements by number");
            const std::vector<Json> elements = PathAccess<Json>::parts(std::get<Json>(value));
            const auto length = std::int64_t(elements.size());
            std::int64_t begin = slice.from.value_or(0);
            std::int64_t end = slice.isIndex ? begin + 1 : slice.to.value_or(length);
            end += end < 0 || (end == 0 && slice.isIndex) ? length : 0;
            begin += begin < 0 ? length : 0;
            if (begin == end)
                return found; // kubectl looks no further, either
            if (begin >= length || begin < 0)
                return outOfBounds(begin, length);
            if (end > length || end < 0)
                return outOfBounds(end - 1, length);
            if (begin > end)
                return pathError("starting index " + std::to_string(begin) + " is greater than ending index " +
                                 std::to_string(end));
            const std::int64_t step = slice.step.value_or(1);
            if (step <= 0)
                return pathError("step must be > 0");
            for (std::int64_t at = begin; at < end; at += std::min(step, length))
                found.push_back(elements[std::size_t(at)]);
        }
        return found;
    }

    static Error outOfBounds(std::int64_t index, std::int64_t length)
    {
        return pathError("array index out of bounds: index " + std::to_string(index) + ", length " +
                         std::to_string(length));
    }

    Result<Values> united(const PathStep &step, const Values &from)
    {
        Values all;
        for (const PathSteps &branch : step.branches) {
            const auto found = find(branch, from);
            if (!found)
                return found.error();
            all.insert(all.end(), found->begin(), found->end());
        }
        return all;
    }

    Result<Values> filtered(const PathStep &step, const Values &from)
    {
        Values found;
        for (const Value &value : from) {
            if (sortOf(value) != PathSort::Array)
                return pathError("only an array can be filtered");
            for (const Json &element : PathAccess<Json>::parts(std::get<Json>(value))) {
                const auto passes = holds(step, element);
                if (!passes)
                    return passes.error();
                if (*passes)
                    found.push_back(element);
            }
        }
        return found;
    }

    Result<bool> holds(const PathStep &step, const Json &element)
    {
        const auto left = find(step.branches[0], {element});
        if (step.text.empty())
            return left && !left->empty();
        if (!left)
            return left.error();
        if (left->empty())
            return false;
        const auto right = find(step.branches[1], {element});
        if (!right)
            return right.error();
        if (left->size() > 1 || right->size() > 1)
            return pathError("can only compare one element at a time");
        if (right->empty())
            return false;
        return pathHolds(step.text, scalarOf(left->front()), scalarOf(right->front()));
    }

    MissingKeys m_missing;
    std::size_t m_left; ///< values that its steps may still lead to
};

} // namespace wk::json
