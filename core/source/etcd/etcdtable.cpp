// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/etcd/etcdtable.h"

#include "core/json/document.h"
#include "core/json/scalartext.h"
#include "core/json/splitter.h"

#include <QByteArray>
#include <QString>

#include <algorithm>

namespace wk {

namespace {

/// What a value is told as: Kubernetes objects as such, JSON parsed, text as text, all else as bytes in base64.
enum class EtcdForm { Kube, Json, Text, Bytes };

constexpr std::size_t ShownBytes = 120; ///< of a value, in its cell

/// As JSON; keys and values are bytes, which need not be UTF-8.
void appendQuoted(std::string &to, std::string_view text)
{
    to += '"';
    if (simdjson::validate_utf8(text.data(), text.size()))
        json::appendEscaped(to, text);
    else
        json::appendEscaped(to, QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toStdString());
    to += '"';
}

bool isPlain(std::string_view text)
{
    return simdjson::validate_utf8(text.data(), text.size()) && std::ranges::all_of(text, [](char c) {
               return static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t' || c == '\r';
           });
}

bool isJson(std::string_view text)
{
    const std::string_view trimmed = json::trimmed(text);
    if (!trimmed.starts_with('{') && !trimmed.starts_with('['))
        return false;
    thread_local json::Document document;
    return document.parse(trimmed).ok();
}

/// Of its first line what fits, in whole characters.
std::string_view beginningOf(std::string_view text)
{
    text = text.substr(0, text.find('\n'));
    if (text.size() <= ShownBytes)
        return text;
    std::size_t end = ShownBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        --end;
    return text.substr(0, end);
}

std::optional<KubeValue> kubeValueOf(std::string_view value, std::int64_t revision, EtcdSecrets secrets)
{
    auto told = readKubeEnvelope(value, revision);
    return told ? told : readKubeJson(value, revision, secrets);
}

/// What is none of Kubernetes' is told as.
EtcdForm plainFormOf(std::string_view value)
{
    if (isJson(value))
        return EtcdForm::Json;
    return isPlain(value) ? EtcdForm::Text : EtcdForm::Bytes;
}

/// The object of a row that is none of Kubernetes; without a form the value was not asked for.
std::string objectOf(const EtcdKeyValue &key, std::int64_t revision, std::optional<EtcdForm> form)
{
    std::string json = R"({"kind":"Key","apiVersion":"etcd/v3","metadata":{"name":)";
    appendQuoted(json, key.key);
    json += ",\"uid\":";
    appendQuoted(json, key.key + '@' + std::to_string(key.created));
    json += ",\"resourceVersion\":\"" + std::to_string(revision) + "\"}";
    if (!form)
        return json + '}';
    if (key.lease != 0)
        json += ",\"lease\":\"" + QString::number(qulonglong(key.lease), 16).toStdString() + '"';
    switch (*form) {
    case EtcdForm::Kube:
    case EtcdForm::Json: json.append(",\"value\":").append(json::trimmed(key.value)); break;
    case EtcdForm::Text:
        json += ",\"text\":";
        appendQuoted(json, key.value);
        break;
    case EtcdForm::Bytes:
        const auto raw = QByteArray::fromRawData(key.value.data(), static_cast<qsizetype>(key.value.size()));
        json += ",\"base64\":\"" + raw.toBase64().toStdString() + '"';
        break;
    }
    return json + '}';
}

void appendShown(std::string &to, const EtcdKeyValue &key, const std::optional<KubeValue> &kube,
                 std::optional<EtcdForm> form)
{
    if (!form)
        to += "null";
    else if (kube)
        appendQuoted(to,
                     kube->apiVersion + ' ' + kube->kind + ' ' + (kube->ns.empty() ? "" : kube->ns + '/') + kube->name);
    else if (*form != EtcdForm::Bytes)
        appendQuoted(to, beginningOf(key.value));
    else
        to += "\"" + std::to_string(key.value.size()) + " bytes\"";
}

} // namespace

std::string_view etcdtable::columns()
{
    return R"([{"name":"Key","type":"string","format":"","description":"the key","priority":0},)"
           R"({"name":"Mod Revision","type":"integer","format":"","description":"the revision of its last change","priority":0},)"
           R"({"name":"Version","type":"integer","format":"","description":"how often it was put since it was made","priority":0},)"
           R"({"name":"Size","type":"integer","format":"","description":"bytes of the value","priority":0},)"
           R"({"name":"Value","type":"string","format":"","description":"its beginning, or what it is","priority":0},)"
           R"({"name":"Create Revision","type":"integer","format":"","description":"the revision that made it","priority":1},)"
           R"({"name":"Lease","type":"string","format":"","description":"with which it ends","priority":1}])";
}

std::string etcdtable::row(const EtcdKeyValue &key, std::int64_t revision, bool isKeyOnly, EtcdSecrets secrets)
{
    const auto kube = isKeyOnly ? std::nullopt : kubeValueOf(key.value, revision, secrets);
    std::optional<EtcdForm> form;
    if (!isKeyOnly)
        form = kube ? EtcdForm::Kube : plainFormOf(key.value);
    std::string json = R"({"cells":[)";
    appendQuoted(json, key.key);
    json += ',' + std::to_string(key.modified) + ',' + std::to_string(key.version) + ',';
    json += (isKeyOnly ? std::string("null") : std::to_string(key.value.size())) + ',';
    appendShown(json, key, kube, form);
    json += ',' + std::to_string(key.created) + ',';
    json += key.lease == 0 ? std::string("null") : '"' + QString::number(qulonglong(key.lease), 16).toStdString() + '"';
    json += R"(],"object":)" + (kube ? kube->json : objectOf(key, revision, form));
    return json + '}';
}

std::string etcdtable::page(const EtcdRangeReply &range, std::string_view continueToken, bool areKeysOnly,
                            EtcdSecrets secrets)
{
    std::string json = R"({"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":")" +
                       std::to_string(range.header.revision) + '"';
    if (!continueToken.empty())
        json.append(R"(,"continue":")").append(continueToken).append("\"");
    json.append(R"(},"columnDefinitions":)").append(columns()).append(R"(,"rows":[)");
    bool isFirst = true;
    for (const EtcdKeyValue &key : range.keys)
        json.append(std::exchange(isFirst, false) ? "" : ",").append(row(key, key.modified, areKeysOnly, secrets));
    return json + "]}";
}

std::string etcdtable::line(const EtcdEvent &event, EtcdSecrets secrets)
{
    const std::int64_t revision = event.now.modified;
    EtcdKeyValue told = event.isDeletion && event.before ? *event.before : event.now;
    told.modified = revision;
    const bool isNew = !event.isDeletion && event.now.created == revision;
    const char *type = event.isDeletion ? "DELETED" : isNew ? "ADDED" : "MODIFIED";
    std::string json = std::string(R"({"type":")") + type +
                       R"(","object":{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":")" +
                       std::to_string(revision) + R"("},"columnDefinitions":)";
    json.append(columns()).append(R"(,"rows":[)");
    return json + row(told, revision, event.isDeletion && !event.before, secrets) + "]}}";
}

std::string etcdtable::bookmark(std::int64_t revision)
{
    return R"({"type":"BOOKMARK","object":{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":")" +
           std::to_string(revision) + "\"}}}";
}

} // namespace wk
