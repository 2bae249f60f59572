// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace wk::apiserver {

struct ProtoMessage;

/// What the API's protobuf form says of one member of an object. Values of static lifetime.
struct ProtoMember {
    enum class Type : std::uint8_t { Text, Int32, Int64, Bool, Bytes, Message };
    enum class Form : std::uint8_t {
        Plain,   ///< it always has a value, and JSON leaves out the one that says nothing
        Pointer, ///< told when it is there, whatever its value
        List,
        Map, ///< of texts to values; on the wire a list of pairs
    };

    std::string_view name{}; ///< in JSON; empty: its members stand among those of the message that it is in
    std::uint32_t number = 0;
    Type type = Type::Text;
    Form form = Form::Plain;
    bool isAlwaysTold = false;             ///< in JSON, as its zero or as null, even when it says nothing
    const ProtoMessage *message = nullptr; ///< of Type::Message
};

/// A message of the published API, its members in the order in which API servers write them.
struct ProtoMessage {
    /// Those other than Object are one value in JSON.
    enum class Shape : std::uint8_t { Object, Time, MicroTime, Quantity, IntOrString, FieldsV1 };

    std::string_view name{};
    Shape shape = Shape::Object;
    std::vector<ProtoMember> members{};
};

/// The messages of the kinds that the server has, all but CustomResourceDefinition. A value that does not change; any
/// thread.
class ProtoSchema
{
public:
    static const ProtoSchema &published();
    ProtoSchema(const ProtoSchema &) = delete;
    ProtoSchema &operator=(const ProtoSchema &) = delete;

    /// Null for a kind of which nothing is said. DeleteOptions are the same in every group.
    const ProtoMessage *kind(std::string_view apiVersion, std::string_view kind) const;
    const ProtoMessage *message(std::string_view name) const;
    /// By name.
    const std::map<std::string_view, ProtoMessage> &messages() const { return m_messages; }

private:
    ProtoSchema();
    void add(std::string_view table);
    ProtoMember readMember(std::string_view text);

    std::map<std::string_view, ProtoMessage> m_messages; ///< which point at each other, so it is never copied
};

/// The table itself. A line is a message, and one that begins with a space goes on with it; a member is
///
///     NAME=NUMBER TYPE       *TYPE a pointer, []TYPE a list, {}TYPE a map, TYPE! always told; "-" is no name
extern const std::string_view PodMessages;
extern const std::string_view KindMessages;

} // namespace wk::apiserver
