// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/etcd/kubevalue.h"

#include "core/base/protobuf.h"
#include "core/base/time.h"
#include "core/json/scalartext.h"
#include "core/json/splitter.h"
#include "core/source/kube/envelope.h"

#include <QByteArray>

#include <map>
#include <vector>

namespace wk {

namespace {

constexpr std::string_view Mark{"k8s\0", 4};

void appendText(std::string &to, std::string_view text)
{
    to += '"';
    json::appendEscaped(to, text);
    to += '"';
}

/// Members of an object, one behind the other; those that are empty are left out.
class MembersWriter
{
public:
    explicit MembersWriter(std::string &to)
        : m_to(to)
    {
        m_to += '{';
    }
    ~MembersWriter() { m_to += '}'; }
    MembersWriter(const MembersWriter &) = delete;
    MembersWriter &operator=(const MembersWriter &) = delete;

    std::string &begin(std::string_view key)
    {
        m_to += std::exchange(m_isFirst, false) ? "" : ",";
        appendText(m_to, key);
        m_to += ':';
        return m_to;
    }
    void text(std::string_view key, std::string_view value)
    {
        if (!value.empty())
            appendText(begin(key), value);
    }
    void number(std::string_view key, std::int64_t value)
    {
        if (value != 0)
            begin(key) += std::to_string(value);
    }
    void raw(std::string_view key, std::string_view json)
    {
        if (!json.empty())
            begin(key) += json;
    }

private:
    std::string &m_to;
    bool m_isFirst = true;
};

/// What a message says of fields that are told one by one: by number the last, and those that repeat in order.
class Fields
{
public:
    explicit Fields(std::string_view message)
    {
        ProtoReader reader(message);
        while (const auto field = reader.next())
            m_fields[field->number].push_back(*field);
        m_isBroken = reader.isBroken();
    }

    bool isBroken() const { return m_isBroken; }
    std::string_view bytes(std::uint32_t number) const { return last(number).bytes; }
    std::int64_t value(std::uint32_t number) const { return static_cast<std::int64_t>(last(number).value); }
    const std::vector<ProtoField> &all(std::uint32_t number) const
    {
        static const std::vector<ProtoField> None;
        const auto found = m_fields.find(number);
        return found == m_fields.end() ? None : found->second;
    }
    const std::map<std::uint32_t, std::vector<ProtoField>> &map() const { return m_fields; }

private:
    ProtoField last(std::uint32_t number) const
    {
        const auto &found = all(number);
        return found.empty() ? ProtoField() : found.back();
    }

    std::map<std::uint32_t, std::vector<ProtoField>> m_fields;
    bool m_isBroken = false;
};

/// RFC 3339, of a message of seconds and nanoseconds; empty for one that says nothing.
std::string timeIn(std::string_view message)
{
    const std::int64_t seconds = Fields(message).value(1);
    const auto time = timeAt(seconds);
    return message.empty() || seconds == 0 || !time ? std::string() : formatTime(*time);
}

std::string textsIn(const std::vector<ProtoField> &entries)
{
    if (entries.empty())
        return {};
    std::string json;
    {
        MembersWriter members(json);
        for (const ProtoField &entry : entries) {
            const Fields pair(entry.bytes);
            appendText(members.begin(pair.bytes(1)), pair.bytes(2));
        }
    }
    return json;
}

template <class Write>
std::string listOf(const std::vector<ProtoField> &entries, Write write)
{
    if (entries.empty())
        return {};
    std::string json = "[";
    for (const ProtoField &entry : entries) {
        json += json.size() > 1 ? "," : "";
        write(json, entry.bytes);
    }
    return json + ']';
}

void writeOwner(std::string &json, std::string_view message)
{
    const Fields owner(message);
    MembersWriter members(json);
    members.text("apiVersion", owner.bytes(5));
    members.text("kind", owner.bytes(1));
    members.text("name", owner.bytes(3));
    members.text("uid", owner.bytes(4));
    members.raw("controller", owner.value(6) ? "true" : "");
    members.raw("blockOwnerDeletion", owner.value(7) ? "true" : "");
}

void writeManager(std::string &json, std::string_view message)
{
    const Fields entry(message);
    const std::string_view fields = Fields(entry.bytes(7)).bytes(1);
    const bool isJson = json::valueEnd(fields, 0) == fields.size() && fields.starts_with('{');
    MembersWriter members(json);
    members.text("manager", entry.bytes(1));
    members.text("operation", entry.bytes(2));
    members.text("apiVersion", entry.bytes(3));
    members.text("time", timeIn(entry.bytes(4)));
    members.text("fieldsType", entry.bytes(6));
    members.raw("fieldsV1", isJson ? fields : std::string_view());
    members.text("subresource", entry.bytes(8));
}

/// Source: meta/v1 generated.proto, ObjectMeta, in the order in which an API server writes it.
void writeMetadata(std::string &json, const Fields &meta, std::int64_t revision, bool hasAnnotations)
{
    MembersWriter members(json);
    members.text("name", meta.bytes(1));
    members.text("generateName", meta.bytes(2));
    members.text("namespace", meta.bytes(3));
    members.text("uid", meta.bytes(5));
    members.text("resourceVersion", std::to_string(revision));
    members.number("generation", meta.value(7));
    members.text("creationTimestamp", timeIn(meta.bytes(8)));
    members.text("deletionTimestamp", timeIn(meta.bytes(9)));
    members.number("deletionGracePeriodSeconds", meta.value(10));
    members.raw("labels", textsIn(meta.all(11)));
    members.raw("annotations", hasAnnotations ? textsIn(meta.all(12)) : std::string());
    members.raw("ownerReferences", listOf(meta.all(13), writeOwner));
    members.raw("finalizers", listOf(meta.all(14), appendText));
    members.raw("managedFields", listOf(meta.all(17), writeManager));
}

void writeField(std::string &json, const ProtoField &field)
{
    if (field.kind != ProtoField::Kind::Bytes) {
        json += std::to_string(field.value);
        return;
    }
    const auto raw = QByteArray::fromRawData(field.bytes.data(), static_cast<qsizetype>(field.bytes.size()));
    json += '"' + raw.toBase64().toStdString() + '"';
}

/// What only the kind's own description names.
std::string fieldsOf(const Fields &object)
{
    std::string json;
    {
        MembersWriter members(json);
        for (const auto &[number, fields] : object.map()) {
            if (number == 1)
                continue;
            std::string &to = members.begin(std::to_string(number));
            to += fields.size() > 1 ? "[" : "";
            for (std::size_t i = 0; i < fields.size(); ++i) {
                to += i > 0 ? "," : "";
                writeField(to, fields[i]);
            }
            to += fields.size() > 1 ? "]" : "";
        }
    }
    return json == "{}" ? std::string() : json;
}

bool isSecret(const KubeValue &value)
{
    return value.kind == "Secret" && value.apiVersion == "v1";
}

std::string plainText(std::string_view json)
{
    const bool isPlain = json.size() >= 2 && json.front() == '"' && json.find('\\') == std::string_view::npos;
    return std::string(isPlain ? json.substr(1, json.size() - 2) : std::string_view());
}

} // namespace

std::optional<KubeValue> readKubeEnvelope(std::string_view value, std::int64_t revision)
{
    if (!value.starts_with(Mark))
        return {};
    const Fields unknown(value.substr(Mark.size()));
    const Fields type(unknown.bytes(1));
    const Fields object(unknown.bytes(2));
    const Fields meta(object.bytes(1));
    const bool isReadable = !unknown.isBroken() && !type.isBroken() && !object.isBroken() && !meta.isBroken() &&
                            unknown.bytes(3).empty() && !type.bytes(2).empty();
    if (!isReadable)
        return {};
    KubeValue told{std::string(type.bytes(2)),
                   std::string(type.bytes(1)),
                   std::string(meta.bytes(3)),
                   std::string(meta.bytes(1)),
                   {}};
    {
        const bool isWithheld = isSecret(told);
        MembersWriter members(told.json);
        members.text("kind", told.kind);
        members.text("apiVersion", told.apiVersion);
        writeMetadata(members.begin("metadata"), meta, revision, !isWithheld);
        members.raw("fields", isWithheld ? std::string() : fieldsOf(object));
    }
    return told;
}

std::optional<KubeValue> readKubeJson(std::string_view value, std::int64_t revision, EtcdSecrets secrets)
{
    const std::string_view text = json::trimmed(value);
    if (!text.starts_with('{'))
        return {};
    const Envelope object = openEnvelope(text);
    json::Members members(text);
    std::string_view apiVersion;
    while (members.next()) {
        if (members.key() == "apiVersion")
            apiVersion = members.value();
    }
    if (!object.isWhole || object.kind.empty() || !object.metadata.starts_with('{') || apiVersion.empty())
        return {};
    KubeValue told{std::string(object.kind), plainText(apiVersion), {}, {}, {}};
    bool hasVersion = false;
    json::Members metadata(object.metadata);
    while (metadata.next()) {
        if (metadata.key() == "name")
            told.name = plainText(metadata.value());
        else if (metadata.key() == "namespace")
            told.ns = plainText(metadata.value());
        hasVersion = hasVersion || metadata.key() == "resourceVersion";
    }
    const bool isWithheld = isSecret(told) && secrets == EtcdSecrets::Withheld;
    if (isWithheld) {
        MembersWriter kept(told.json);
        kept.text("kind", told.kind);
        kept.text("apiVersion", told.apiVersion);
        MembersWriter keptMetadata(kept.begin("metadata"));
        keptMetadata.text("name", told.name);
        keptMetadata.text("namespace", told.ns);
        keptMetadata.text("resourceVersion", std::to_string(revision));
    }
    if (isWithheld)
        return told;
    told.json = text;
    if (!hasVersion && !told.name.empty()) {
        const auto inside = static_cast<std::size_t>(object.metadata.data() - text.data()) + 1;
        told.json.insert(inside, "\"resourceVersion\":\"" + std::to_string(revision) + "\",");
    }
    return told;
}

} // namespace wk
