// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/protoschema.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace wk::apiserver {

namespace {

/// The kinds whose bodies are read; each has a message of its name.
struct ReadKind {
    std::string_view apiVersion;
    std::string_view kind;
};
constexpr ReadKind ReadKinds[] = {{"v1", "Binding"},
                                  {"v1", "ConfigMap"},
                                  {"v1", "Event"},
                                  {"v1", "Namespace"},
                                  {"v1", "Node"},
                                  {"v1", "Pod"},
                                  {"v1", "Secret"},
                                  {"v1", "Service"},
                                  {"v1", "ServiceAccount"},
                                  {"apps/v1", "DaemonSet"},
                                  {"apps/v1", "Deployment"},
                                  {"apps/v1", "ReplicaSet"},
                                  {"apps/v1", "StatefulSet"},
                                  {"authorization.k8s.io/v1", "SelfSubjectAccessReview"},
                                  {"autoscaling/v1", "HorizontalPodAutoscaler"},
                                  {"autoscaling/v1", "Scale"},
                                  {"batch/v1", "CronJob"},
                                  {"batch/v1", "Job"},
                                  {"coordination.k8s.io/v1", "Lease"},
                                  {"discovery.k8s.io/v1", "EndpointSlice"}};

constexpr std::pair<std::string_view, ProtoMember::Type> Scalars[] = {{"text", ProtoMember::Type::Text},
                                                                      {"int32", ProtoMember::Type::Int32},
                                                                      {"int64", ProtoMember::Type::Int64},
                                                                      {"bool", ProtoMember::Type::Bool},
                                                                      {"bytes", ProtoMember::Type::Bytes}};

constexpr std::pair<std::string_view, ProtoMessage::Shape> Shapes[] = {
    {"Time", ProtoMessage::Shape::Time},
    {"MicroTime", ProtoMessage::Shape::MicroTime},
    {"Quantity", ProtoMessage::Shape::Quantity},
    {"IntOrString", ProtoMessage::Shape::IntOrString},
    {"FieldsV1", ProtoMessage::Shape::FieldsV1}};

/// What stands before `separator`; the rest is left without it.
std::string_view cutAt(std::string_view &text, char separator)
{
    const std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    return part;
}

bool takeMark(std::string_view &text, std::string_view prefix)
{
    const bool hasIt = text.starts_with(prefix);
    text.remove_prefix(hasIt ? prefix.size() : 0);
    return hasIt;
}

ProtoMember::Form takeProtoForm(std::string_view &type)
{
    if (takeMark(type, "*"))
        return ProtoMember::Form::Pointer;
    if (takeMark(type, "[]"))
        return ProtoMember::Form::List;
    return takeMark(type, "{}") ? ProtoMember::Form::Map : ProtoMember::Form::Plain;
}

/// The first line, with those that go on with it.
std::string_view takeTableLine(std::string_view &table)
{
    std::size_t end = table.find('\n');
    while (end != table.npos && table.substr(end + 1).starts_with(' '))
        end = table.find('\n', end + 1);
    const std::string_view line = table.substr(0, end);
    table.remove_prefix(std::min(table.size(), line.size() + 1));
    return line;
}

} // namespace

ProtoSchema::ProtoSchema()
{
    add(PodMessages);
    add(KindMessages);
}

const ProtoSchema &ProtoSchema::published()
{
    static const ProtoSchema schema;
    return schema;
}

void ProtoSchema::add(std::string_view table)
{
    while (!table.empty()) {
        std::string_view line = takeTableLine(table);
        const std::string_view name = cutAt(line, ':');
        if (name.empty())
            continue;
        ProtoMessage &message = m_messages[name];
        message.name = name;
        for (const auto &[special, shape] : Shapes)
            message.shape = special == name ? shape : message.shape;
        while (!line.empty())
            message.members.push_back(readMember(cutAt(line, ',')));
    }
}

ProtoMember ProtoSchema::readMember(std::string_view text)
{
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \n")));
    ProtoMember member;
    const std::string_view name = cutAt(text, '=');
    member.name = name == "-" ? std::string_view() : name;
    const std::string_view number = cutAt(text, ' ');
    std::from_chars(number.data(), number.data() + number.size(), member.number);
    member.form = takeProtoForm(text);
    member.isAlwaysTold = text.ends_with('!');
    text.remove_suffix(member.isAlwaysTold ? 1 : 0);
    const auto scalar =
        std::find_if(std::begin(Scalars), std::end(Scalars), [text](const auto &known) { return known.first == text; });
    member.type = scalar != std::end(Scalars) ? scalar->second : ProtoMember::Type::Message;
    if (member.type == ProtoMember::Type::Message) {
        member.message = &m_messages[text]; // it may be described further on
        member.isAlwaysTold = member.isAlwaysTold || member.form == ProtoMember::Form::Plain;
    }
    return member;
}

const ProtoMessage *ProtoSchema::kind(std::string_view apiVersion, std::string_view kind) const
{
    const auto isIt = [apiVersion, kind](const ReadKind &read) {
        return read.apiVersion == apiVersion && read.kind == kind;
    };
    const bool isRead = kind == "DeleteOptions" || std::any_of(std::begin(ReadKinds), std::end(ReadKinds), isIt);
    return isRead ? message(kind) : nullptr;
}

const ProtoMessage *ProtoSchema::message(std::string_view name) const
{
    const auto found = m_messages.find(name);
    return found == m_messages.end() ? nullptr : &found->second;
}

} // namespace wk::apiserver
