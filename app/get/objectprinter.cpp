// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/objectprinter.h"

#include "app/get/asciicase.h"
#include "app/get/customcolumnsprinter.h"
#include "app/get/documents.h"
#include "app/get/tableprinter.h"
#include "core/base/displaysafe.h"
#include "core/json/prettyprint.h"
#include "core/json/unseen.h"
#include "core/json/yamlwriter.h"

#include <utility>

namespace wk {

namespace {

/// -o name: "pod/web-1", "deployment.apps/web".
class NamePrinter : public ObjectPrinter
{
public:
    Printed lists(const std::vector<Listed> &kinds) override
    {
        std::string text;
        for (const Listed &kind : kinds) {
            m_prefix = kindPrefix(kind.resource);
            for (const ObjectPtr &object : kind.objects)
                text += line(*object);
        }
        return {text};
    }
    Printed change(const Entry &entry) override { return {line(*entry.object)}; }

private:
    std::string line(const Object &object) const { return m_prefix + terminalSafe(object.name) + "\n"; }
    std::string m_prefix;
};

/// -o json and -o yaml.
class DocumentPrinter : public ObjectPrinter
{
public:
    explicit DocumentPrinter(const GetArguments &arguments)
        : m_arguments(arguments)
        , m_documents(arguments)
    {}

    Printed lists(const std::vector<Listed> &kinds) override
    {
        std::string text;
        for (const Document &document : m_documents.ofLists(kinds))
            text += print(document);
        return {text};
    }

    Printed change(const Entry &entry) override { return {print(m_documents.ofChange(entry))}; }

private:
    std::string print(const Document &document)
    {
        return m_arguments.format == OutputFormat::Yaml ? printYaml(document.text()) : printJson(document);
    }

    /// An event is one line, and managedFields stay: kubectl's own ways.
    std::string printJson(const Document &document) const
    {
        json::PrintOptions options{.managedFields = m_arguments.showManagedFields, .bounds = json::OwnList};
        if (document.eventType)
            options = {.layout = json::PrintOptions::Layout::Compact};
        auto printed = json::prettyPrinted(document.json, options);
        const std::string text = json::unseenEscaped(printed ? std::move(printed).value() : document.json);
        return document.eventType ? document.eventHead() + text + "}\n" : text + '\n';
    }

    /// A line stands between documents.
    std::string printYaml(const std::string &document)
    {
        const auto keep =
            m_arguments.showManagedFields ? yaml::Writer::ManagedFields::Kept : yaml::Writer::ManagedFields::LeftOut;
        auto printed = yaml::fromJson(document, keep, json::OwnList);
        return (std::exchange(m_isBehindAnother, true) ? "---\n" : "") +
               (printed ? std::move(printed).value() : json::unseenEscaped(document) + "\n");
    }

    GetArguments m_arguments;
    Documents m_documents;
    bool m_isBehindAnother = false;
};

/// -o jsonpath and -o jsonpath-as-json.
class TemplatePrinter : public ObjectPrinter
{
public:
    explicit TemplatePrinter(const GetArguments &arguments)
        : m_arguments(arguments)
        , m_documents(arguments)
    {
        using Form = json::TemplateOptions::Form;
        m_options.form = arguments.format == OutputFormat::JsonPathArrays ? Form::Arrays : Form::Text;
        m_options.missing = arguments.missingKeysAreErrors ? json::MissingKeys::AreErrors : json::MissingKeys::Allowed;
    }

    Printed lists(const std::vector<Listed> &kinds) override { return print(m_documents.ofLists(kinds)); }
    Printed change(const Entry &entry) override { return print({m_documents.ofChange(entry)}); }

private:
    Printed print(const std::vector<Document> &documents) const
    {
        Printed printed;
        for (const Document &document : documents) {
            const auto text = m_arguments.pathTemplate.print(document.text(), m_options);
            if (!text) {
                printed.error = json::pathError("error executing jsonpath \"" + m_arguments.templateText +
                                                "\": Error executing template: " + text.error().text + ".");
                break;
            }
            printed.text += m_options.form == json::TemplateOptions::Form::Arrays ? json::unseenEscaped(*text) : *text;
        }
        return printed;
    }

    GetArguments m_arguments;
    json::TemplateOptions m_options;
    Documents m_documents;
};

} // namespace

std::string kindPrefix(const ResourceInfo &resource)
{
    if (resource.gvr.isOfKeys())
        return "key/";
    return asciiLower(resource.kind) + (resource.gvr.group.empty() ? "" : "." + resource.gvr.group) + "/";
}

std::unique_ptr<ObjectPrinter> makePrinter(const GetArguments &arguments)
{
    switch (arguments.format) {
    case OutputFormat::Table:
    case OutputFormat::Wide: return std::make_unique<TablePrinter>(arguments);
    case OutputFormat::Name: return std::make_unique<NamePrinter>();
    case OutputFormat::Json:
    case OutputFormat::Yaml: return std::make_unique<DocumentPrinter>(arguments);
    case OutputFormat::JsonPath:
    case OutputFormat::JsonPathArrays: return std::make_unique<TemplatePrinter>(arguments);
    case OutputFormat::CustomColumns: return std::make_unique<CustomColumnsPrinter>(arguments);
    }
    return nullptr;
}

} // namespace wk
