// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/protobufbody.h"

#include "core/apiserver/protoschema.h"
#include "core/base/limits.h"
#include "core/base/protobuf.h"
#include "core/base/time.h"

#include <QByteArray>
#include <QUtf8StringView>

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace wk::apiserver {

namespace {

constexpr std::string_view ProtobufMark{"k8s\0", 4};
constexpr std::string_view InsteadOfProtobuf = "it can be sent as JSON, as kubectl does what it has read: "
                                               "\"kubectl create ... --dry-run=client -o yaml | kubectl create -f -\"";

/// Appends; nlohmann's own operator[] compares with each key that is there.
void append(Json &object, std::string_view key, Json value)
{
    object.get_ref<Json::object_t &>().emplace_back(std::string(key), std::move(value));
}

void appendAll(Json &object, Json members)
{
    for (auto member = members.begin(); member != members.end(); ++member)
        append(object, member.key(), std::move(member.value()));
}

/// Of one member all that stands in a message, in order.
using Told = std::vector<ProtoField>;

/// Reads messages of which the table says what they are made of. Its messages contain no message of their own kind, so
/// that it goes no deeper than the table. The first fault stays, and nothing is read behind it.
class MessageReader
{
public:
    Json object(const ProtoMessage &message, std::string_view bytes);
    const std::optional<std::string> &fault() const { return m_fault; }

private:
    void addMembers(Json &object, const ProtoMessage &message, std::string_view bytes);
    void addMember(Json &object, const ProtoMember &member, const Told &told);
    Json list(const ProtoMember &member, const Told &told);
    Json map(const ProtoMember &member, const Told &told);
    Json value(const ProtoMember &member, const Told &told);
    Json scalar(const ProtoMember &member, const ProtoField &field);
    Json text(const ProtoMember &member, std::string_view bytes);
    Json shaped(const ProtoMessage &message, std::string_view bytes);
    Json packed(const ProtoMember &member, std::string_view bytes);

    bool isKind(const ProtoMember &member, const ProtoField &field, ProtoField::Kind kind);
    std::string nameOf(const ProtoMember &member) const;
    void fail(std::string why);
    void count();

    std::optional<std::string> m_fault;
    std::string m_at; ///< the name of the message that is read, for words
    std::size_t m_values = 0;
};

/// The members of a message that are there, each where the table has it.
std::size_t placeOf(const ProtoMessage &message, std::uint32_t number)
{
    std::size_t place = 0;
    while (place < message.members.size() && message.members[place].number != number)
        ++place;
    return place;
}

ProtoField::Kind kindOnWire(ProtoMember::Type type)
{
    switch (type) {
    case ProtoMember::Type::Int32:
    case ProtoMember::Type::Int64:
    case ProtoMember::Type::Bool: return ProtoField::Kind::Varint;
    case ProtoMember::Type::Text:
    case ProtoMember::Type::Bytes:
    case ProtoMember::Type::Message: break;
    }
    return ProtoField::Kind::Bytes;
}

Json base64(std::string_view bytes)
{
    return QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())).toBase64().toStdString();
}

/// What JSON leaves out of what it need not tell.
bool saysNothing(const Json &value)
{
    return value == Json(std::string()) || value == Json(0) || value == Json(false);
}

void MessageReader::fail(std::string why)
{
    if (!m_fault)
        m_fault = std::move(why);
}

void MessageReader::count()
{
    if (++m_values > limits::ProtoValues)
        fail("it says more than " + std::to_string(limits::ProtoValues) + " values");
}

std::string MessageReader::nameOf(const ProtoMember &member) const
{
    return m_at + "." + std::string(member.name) + " (field " + std::to_string(member.number) + ")";
}

bool MessageReader::isKind(const ProtoMember &member, const ProtoField &field, ProtoField::Kind kind)
{
    if (field.kind != kind)
        fail(nameOf(member) + " is written as another type");
    return field.kind == kind;
}

Json MessageReader::object(const ProtoMessage &message, std::string_view bytes)
{
    Json object = Json::object();
    addMembers(object, message, bytes);
    return object;
}

void MessageReader::addMembers(Json &object, const ProtoMessage &message, std::string_view bytes)
{
    const std::string around = std::exchange(m_at, std::string(message.name));
    std::vector<Told> told(message.members.size());
    ProtoReader reader(bytes);
    while (const auto field = m_fault ? std::nullopt : reader.next()) {
        const std::size_t place = placeOf(message, field->number);
        if (place < told.size())
            told[place].push_back(*field);
        else
            fail(m_at + " has a field " + std::to_string(field->number) + ", which is not known here");
    }
    if (reader.isBroken())
        fail(m_at + " is cut off, or no message");
    for (std::size_t place = 0; place < told.size() && !m_fault; ++place)
        addMember(object, message.members[place], told[place]);
    m_at = around;
}

void MessageReader::addMember(Json &object, const ProtoMember &member, const Told &told)
{
    const bool isScalar = member.form == ProtoMember::Form::Plain && member.type != ProtoMember::Type::Message;
    if (told.empty() && (isScalar || member.form != ProtoMember::Form::Plain) && !member.isAlwaysTold)
        return;
    count();
    if (told.empty() && member.form != ProtoMember::Form::Plain) {
        append(object, member.name, nullptr);
        return;
    }
    if (member.form == ProtoMember::Form::List) {
        append(object, member.name, list(member, told));
        return;
    }
    if (member.form == ProtoMember::Form::Map) {
        append(object, member.name, map(member, told));
        return;
    }
    for (const ProtoField &field : told) {
        if (!isKind(member, field, kindOnWire(member.type)))
            return;
    }
    Json said = value(member, told);
    if (member.name.empty())
        appendAll(object, std::move(said));
    else if (!isScalar || member.isAlwaysTold || !saysNothing(said))
        append(object, member.name, std::move(said));
}

Json MessageReader::list(const ProtoMember &member, const Told &told)
{
    const ProtoField::Kind kind = kindOnWire(member.type);
    Json values = Json::array();
    for (const ProtoField &field : told) {
        if (kind == ProtoField::Kind::Varint && field.kind == ProtoField::Kind::Bytes) {
            for (Json &number : packed(member, field.bytes))
                values.push_back(std::move(number));
            continue;
        }
        count();
        if (m_fault || !isKind(member, field, kind))
            return values;
        values.push_back(value(member, {field}));
    }
    return values;
}

/// Numbers one behind the other, in one field.
Json MessageReader::packed(const ProtoMember &member, std::string_view bytes)
{
    Json numbers = Json::array();
    ByteReader reader(bytes);
    while (!reader.atEnd() && !m_fault) {
        count();
        const auto number = reader.varint();
        if (!number)
            fail(nameOf(member) + " is cut off");
        numbers.push_back(scalar(member, {.number = member.number, .value = number.value_or(0)}));
    }
    return numbers;
}

/// Of two pairs with the same key the last one counts.
Json MessageReader::map(const ProtoMember &member, const Told &told)
{
    std::map<std::string, Json> sorted;
    for (const ProtoField &field : told) {
        count();
        if (m_fault || !isKind(member, field, ProtoField::Kind::Bytes))
            return {};
        std::string_view key;
        Told values;
        ProtoReader reader(field.bytes);
        while (const auto part = reader.next()) {
            if (part->number == 1 && part->kind == ProtoField::Kind::Bytes)
                key = part->bytes;
            else if (part->number == 2 && part->kind == kindOnWire(member.type))
                values.push_back(*part);
            else
                fail(nameOf(member) + " has a pair with a field " + std::to_string(part->number));
        }
        if (reader.isBroken())
            fail(nameOf(member) + " has a pair that is cut off");
        const Json name = text(member, key);
        sorted[textOf(name)] = value(member, values);
    }
    Json object = Json::object();
    for (auto &[key, said] : sorted)
        append(object, key, std::move(said));
    return object;
}

/// Of what is written more than once the last counts; of messages all, as if they were one.
Json MessageReader::value(const ProtoMember &member, const Told &told)
{
    if (member.type != ProtoMember::Type::Message)
        return scalar(member, told.empty() ? ProtoField() : told.back());
    if (told.size() < 2)
        return shaped(*member.message, told.empty() ? std::string_view() : told.front().bytes);
    std::string together;
    for (const ProtoField &field : told)
        together += field.bytes;
    return shaped(*member.message, together);
}

Json MessageReader::scalar(const ProtoMember &member, const ProtoField &field)
{
    switch (member.type) {
    case ProtoMember::Type::Int32: return static_cast<std::int32_t>(field.value);
    case ProtoMember::Type::Int64: return static_cast<std::int64_t>(field.value);
    case ProtoMember::Type::Bool: return field.value != 0;
    case ProtoMember::Type::Bytes: return base64(field.bytes);
    case ProtoMember::Type::Text:
    case ProtoMember::Type::Message: break;
    }
    return text(member, field.bytes);
}

Json MessageReader::text(const ProtoMember &member, std::string_view bytes)
{
    if (!QUtf8StringView(bytes.data(), static_cast<qsizetype>(bytes.size())).isValidUtf8()) {
        fail(nameOf(member) + " is not UTF-8");
        return std::string();
    }
    return std::string(bytes);
}

/// Empty where Go's IsZero is true of it: a time that is not known.
Json timeText(std::int64_t seconds, std::optional<WallTime> time, std::string (*format)(WallTime))
{
    constexpr std::int64_t FirstOfYear1 = -62'135'596'800;
    return seconds == FirstOfYear1 || !time ? Json() : Json(format(*time));
}

Json MessageReader::shaped(const ProtoMessage &message, std::string_view bytes)
{
    if (message.shape == ProtoMessage::Shape::Object)
        return object(message, bytes);
    const Json parts = object(message, bytes);
    const std::int64_t seconds = numberOf(find(parts, "seconds"));
    switch (message.shape) {
    case ProtoMessage::Shape::Time:
    case ProtoMessage::Shape::MicroTime: {
        const bool isMicro = message.shape == ProtoMessage::Shape::MicroTime;
        const auto time = timeAt(seconds, isMicro ? numberOf(find(parts, "nanos")) : 0);
        if (!time)
            fail("a " + std::string(message.name) + " is of no year between 1 and 9999");
        return bytes.empty() ? Json() : timeText(seconds, time, isMicro ? formatMicroTime : formatTime);
    }
    case ProtoMessage::Shape::Quantity: {
        const std::string quantity = textOf(find(parts, "string"));
        return quantity.empty() ? "0" : quantity;
    }
    case ProtoMessage::Shape::IntOrString: {
        const std::int64_t type = numberOf(find(parts, "type"));
        if (type != 0 && type != 1)
            fail("an IntOrString is neither");
        return find(parts, type == 0 ? "intVal" : "strVal");
    }
    case ProtoMessage::Shape::FieldsV1: {
        const Result<Json> fields = parseDocument(bytes.empty() ? "null" : textOf(find(parts, "Raw")));
        if (!fields)
            fail("a FieldsV1 is " + fields.error().text);
        return fields ? *fields : Json();
    }
    case ProtoMessage::Shape::Object: break;
    }
    return parts;
}

/// What stands around each object: of which type it is, and its bytes. Source: runtime.Unknown.
struct UnknownObject {
    std::string_view type;
    std::string_view object;
    std::string_view encoding;
    std::uint32_t stranger = 0; ///< a field that nobody published
    bool isWhole = false;
};

UnknownObject openBody(std::string_view body)
{
    constexpr std::uint32_t ContentTypeField = 4;
    UnknownObject unknown;
    if (!body.starts_with(ProtobufMark))
        return unknown;
    ProtoReader reader(body.substr(ProtobufMark.size()));
    while (const auto field = reader.next()) {
        if (field->number == 1)
            unknown.type = field->bytes;
        else if (field->number == 2)
            unknown.object = field->bytes;
        else if (field->number == 3)
            unknown.encoding = field->bytes;
        else if (field->number != ContentTypeField) // which says nothing here
            unknown.stranger = field->number;
    }
    unknown.isWhole = !reader.isBroken();
    return unknown;
}

} // namespace

Outcome<Json> protobufBody(std::string_view body)
{
    const ProtoSchema &schema = ProtoSchema::published();
    const UnknownObject unknown = openBody(body);
    if (!unknown.isWhole || !unknown.encoding.empty())
        return badRequest("the body of the request is no object in Kubernetes' protobuf");
    if (unknown.stranger != 0)
        return badRequest("the body of the request cannot be read: Unknown has a field " +
                          std::to_string(unknown.stranger) + ", which is not known here");
    MessageReader reader;
    Json document = reader.object(*schema.message("TypeMeta"), unknown.type);
    const std::string apiVersion = textOf(find(document, "apiVersion"));
    const std::string kind = textOf(find(document, "kind"));
    const ProtoMessage *message = schema.kind(apiVersion, kind);
    if (!message && !reader.fault())
        return unsupportedMediaType("application/json", "protobuf of " + apiVersion + " " + kind +
                                                            " is not read here: " + std::string(InsteadOfProtobuf));
    Json object = message ? reader.object(*message, unknown.object) : Json::object();
    if (reader.fault())
        return badRequest("the body of the request cannot be read: " + *reader.fault());
    appendAll(document, std::move(object));
    return document;
}

} // namespace wk::apiserver
