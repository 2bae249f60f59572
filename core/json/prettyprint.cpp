// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/prettyprint.h"

#include "core/json/document.h"
#include "core/json/members.h"
#include "core/json/scalartext.h"
#include "core/json/valuekind.h"

namespace wk::json {

namespace dom = simdjson::dom;

struct Printer::Private {
    PrintOptions options;
    Document document;
    MemberStack members;
    std::string out;
    int depth = 0;

    bool isFull() const { return out.size() > options.bounds.written; }

    void newLine()
    {
        if (options.layout == PrintOptions::Layout::Compact)
            return;
        out += '\n';
        out.append(depth * 4, ' ');
    }

    void writeString(std::string_view text)
    {
        out += '"';
        appendEscaped(out, text);
        out += '"';
    }

    void writeMembers(MemberStack::Range range, Place place)
    {
        bool first = true;
        for (std::size_t i = range.begin; i < range.end && !isFull(); ++i) {
            const Member member = members[i];
            if (!options.managedFields && isManagedFields(place, member.key))
                continue;
            if (!first)
                out += ',';
            first = false;
            newLine();
            writeString(member.key);
            out += options.layout == PrintOptions::Layout::Compact ? ":" : ": ";
            write(member.value, memberPlace(place, member.key));
        }
    }

    void writeObject(const dom::object &object, Place place)
    {
        const auto order = options.keys == PrintOptions::Keys::Sorted ? MemberOrder::Bytes : MemberOrder::AsGiven;
        const MemberStack::Range range = members.push(object, order);
        out += '{';
        ++depth;
        const std::size_t empty = out.size();
        writeMembers(range, place);
        --depth;
        if (out.size() != empty)
            newLine();
        out += '}';
        members.pop(range);
    }

    void writeArray(const dom::array &array, Place place)
    {
        out += '[';
        ++depth;
        const std::size_t empty = out.size();
        for (const dom::element element : array) {
            if (isFull())
                break;
            if (out.size() != empty)
                out += ',';
            newLine();
            write(element, elementPlace(place));
        }
        --depth;
        if (out.size() != empty)
            newLine();
        out += ']';
    }

    void write(const dom::element &element, Place place)
    {
        switch (kindOf(element)) {
        case ValueKind::Object: return writeObject(dom::object(element), place);
        case ValueKind::Array: return writeArray(dom::array(element), place);
        case ValueKind::String: return writeString(std::string_view(element));
        case ValueKind::Integer: out += std::to_string(int64_t(element)); return;
        case ValueKind::LargeInteger: out += std::to_string(uint64_t(element)); return;
        case ValueKind::Double: return appendNumber(out, double(element));
        case ValueKind::Bool: out += bool(element) ? "true" : "false"; return;
        case ValueKind::Null: out += "null"; return;
        }
    }
};

Printer::Printer(PrintOptions options)
    : d(std::make_unique<Private>())
{
    d->options = options;
}

Printer::Printer(Printer &&) noexcept = default;
Printer::~Printer() = default;

Result<std::string_view> Printer::print(std::string_view json)
{
    const auto root = d->document.parse(json, d->options.bounds.read);
    if (!root)
        return root.error();
    d->out.clear();
    d->out.reserve(json.size() * 2);
    d->write(*root, Place::Root);
    if (d->isFull())
        return Error{ErrorKind::TooLarge, "the object is larger than 128 MiB when written out", {}};
    return std::string_view(d->out);
}

Result<std::string> prettyPrinted(std::string_view json, PrintOptions options)
{
    Printer printer(options);
    const auto text = printer.print(json);
    if (!text)
        return text.error();
    return std::string(*text);
}

} // namespace wk::json
