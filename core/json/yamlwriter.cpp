// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/yamlwriter.h"

#include "core/json/document.h"
#include "core/json/members.h"
#include "core/json/scalartext.h"
#include "core/json/valuekind.h"
#include "core/json/yamltext.h"

namespace wk::yaml {

namespace dom = simdjson::dom;
using json::Place;

namespace {

/// A longer key is written "? key". Source: libyaml, yaml_emitter_check_simple_key.
constexpr std::size_t SimpleKeyBytes = 128;

bool isEmpty(const dom::element &element)
{
    if (element.is_array())
        return dom::array(element).begin() == dom::array(element).end();
    return element.is_object() && dom::object(element).begin() == dom::object(element).end();
}

} // namespace

/// Where a collection goes on: how far its lines are indented, and whether its first one stands behind a "- " already.
struct Cursor {
    int indent = 0;
    bool inLine = false;
    Place place = Place::Root;
};

struct Writer::Private {
    bool managedFields = true;
    json::PrintBounds bounds;
    json::Document document;
    json::MemberStack members;
    Text text;

    bool isFull() const { return text.size() > bounds.written; }

    void writeScalar(const dom::element &element, int indent)
    {
        std::string number;
        switch (json::kindOf(element)) {
        case json::ValueKind::String: return text.putScalar(std::string_view(element), indent, true);
        case json::ValueKind::Integer: return text.put(std::to_string(int64_t(element)));
        case json::ValueKind::LargeInteger: return text.put(std::to_string(uint64_t(element)));
        case json::ValueKind::Double: json::appendYamlNumber(number, double(element)); return text.put(number);
        case json::ValueKind::Bool: return text.put(bool(element) ? "true" : "false");
        case json::ValueKind::Null: return text.put("null");
        case json::ValueKind::Object: return text.put("{}");
        case json::ValueKind::Array: return text.put("[]");
        }
    }

    /// Writes a value behind "- " or ": ", where a collection begins in the same line.
    void writeInLine(const dom::element &value, int indent, Place place)
    {
        if (isEmpty(value) || !(value.is_object() || value.is_array()))
            writeScalar(value, indent + 2);
        else if (value.is_object())
            writeObject(dom::object(value), {indent + 2, true, place});
        else
            writeArray(dom::array(value), {indent + 2, true, place});
    }

    void writeMember(const json::Member &member, int indent, Place place)
    {
        if (member.key.size() > SimpleKeyBytes || member.key.find('\n') != std::string_view::npos) {
            text.put("? ");
            text.putScalar(member.key, indent + 2, true);
            text.newLine(indent);
            text.put(": ");
            return writeInLine(member.value, indent, place);
        }
        text.putScalar(member.key, indent, false);
        text.put(":");
        if (!isEmpty(member.value) && member.value.is_object())
            return writeObject(dom::object(member.value), {indent + 2, false, place});
        if (!isEmpty(member.value) && member.value.is_array())
            return writeArray(dom::array(member.value), {indent, false, place});
        text.put(" ");
        writeScalar(member.value, indent + 2);
    }

    void writeObject(const dom::object &object, Cursor at)
    {
        const json::MemberStack::Range range = members.push(object, json::MemberOrder::Natural);
        for (std::size_t i = range.begin; i < range.end && !isFull(); ++i) {
            const json::Member member = members[i];
            if (!managedFields && json::isManagedFields(at.place, member.key))
                continue;
            if (!at.inLine)
                text.newLine(at.indent);
            at.inLine = false;
            writeMember(member, at.indent, json::memberPlace(at.place, member.key));
        }
        members.pop(range);
    }

    void writeArray(const dom::array &array, Cursor at)
    {
        for (const dom::element element : array) {
            if (isFull())
                break;
            if (!at.inLine)
                text.newLine(at.indent);
            at.inLine = false;
            text.put("- ");
            writeInLine(element, at.indent, json::elementPlace(at.place));
        }
    }

    void writeRoot(const dom::element &root)
    {
        if (isEmpty(root) || !(root.is_object() || root.is_array()))
            writeScalar(root, 2);
        else if (root.is_object())
            writeObject(dom::object(root), {0, true, Place::Root});
        else
            writeArray(dom::array(root), {0, true, Place::Root});
        text.newLine(0);
    }
};

Writer::Writer(ManagedFields managedFields, json::PrintBounds bounds)
    : d(std::make_unique<Private>())
{
    d->bounds = bounds;
    d->managedFields = managedFields == ManagedFields::Kept;
}

Writer::Writer(Writer &&) noexcept = default;
Writer::~Writer() = default;

Result<std::string_view> Writer::write(std::string_view json)
{
    const auto root = d->document.parse(json, d->bounds.read);
    if (!root)
        return root.error();
    d->text.clear();
    d->text.reserve(json.size() * 2);
    d->writeRoot(*root);
    if (d->isFull())
        return Error{ErrorKind::TooLarge, "the object is larger than 128 MiB when written out", {}};
    return std::string_view(d->text.string());
}

Result<std::string> fromJson(std::string_view json, Writer::ManagedFields managedFields, json::PrintBounds bounds)
{
    Writer writer(managedFields, bounds);
    const auto text = writer.write(json);
    if (!text)
        return text.error();
    return std::string(*text);
}

} // namespace wk::yaml
