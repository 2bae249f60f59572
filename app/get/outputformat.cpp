// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/outputformat.h"

#include "app/commandline.h"
#include "core/base/boundedfile.h"

#include <array>
#include <optional>

namespace wk {

namespace {

/// How a format is written, what it is, and how it is told what to print.
struct FormatName {
    enum class Given { Nothing, Text, File };
    const char *name;
    OutputFormat format;
    Given given = Given::Nothing;
};

constexpr std::array Formats{
    FormatName{"", OutputFormat::Table},
    FormatName{"wide", OutputFormat::Wide},
    FormatName{"json", OutputFormat::Json},
    FormatName{"yaml", OutputFormat::Yaml},
    FormatName{"name", OutputFormat::Name},
    FormatName{"jsonpath", OutputFormat::JsonPath, FormatName::Given::Text},
    FormatName{"jsonpath-as-json", OutputFormat::JsonPathArrays, FormatName::Given::Text},
    FormatName{"jsonpath-file", OutputFormat::JsonPath, FormatName::Given::File},
    FormatName{"custom-columns", OutputFormat::CustomColumns, FormatName::Given::Text},
    FormatName{"custom-columns-file", OutputFormat::CustomColumns, FormatName::Given::File},
};

Error noSuchFormat(const QString &format)
{
    if (format.startsWith(QStringLiteral("go-template")) || format.startsWith(QStringLiteral("template")))
        return usageError(
            ArgumentsTr::tr("Go templates are not read here: write it as -o jsonpath=… or custom-columns=…"));
    return usageError(
        QStringLiteral("unable to match a printer suitable for the output format \"%1\", allowed formats are: %2")
            .arg(format,
                 QStringLiteral("custom-columns,custom-columns-file,json,jsonpath,jsonpath-as-json,jsonpath-file,name,"
                                "wide,yaml")));
}

Result<std::string> fileText(const QString &path)
{
    const auto bytes = readBoundedFile(path.toStdString(), limits::PathBytes);
    if (!bytes)
        return bytes.error();
    return bytes->toStdString();
}

Result<CustomColumn> columnOf(const QString &heading, const QString &path)
{
    auto steps = json::parsePath(path.toStdString());
    if (!steps)
        return usageError(QString::fromStdString(steps.error().text));
    return CustomColumn{heading.toStdString(), std::move(steps).value()};
}

/// HEADING:PATH,HEADING:PATH
Result<std::vector<CustomColumn>> columnsOfText(const QString &text)
{
    std::vector<CustomColumn> columns;
    for (const QString &spec : text.split(u',')) {
        const qsizetype colon = spec.indexOf(u':');
        if (colon < 0)
            return usageError(
                QStringLiteral("unexpected custom-columns spec: %1, expected <header>:<json-path-expr>").arg(spec));
        auto column = columnOf(spec.left(colon), spec.mid(colon + 1));
        if (!column)
            return column.error();
        columns.push_back(std::move(column).value());
    }
    return columns;
}

/// A line of headings, and one of paths.
Result<std::vector<CustomColumn>> columnsOfLines(const QString &text)
{
    const QStringList lines = text.split(u'\n');
    if (text.isEmpty() || lines.size() < 2 || (lines.size() == 2 && lines[1].isEmpty()))
        return usageError(QStringLiteral("invalid template, missing %1 line. Expected format is one line of space "
                                         "separated headers, one line of space separated column specs.")
                              .arg(text.isEmpty() ? QStringLiteral("header") : QStringLiteral("spec")));
    const QStringList headings = lines[0].simplified().split(u' ', Qt::SkipEmptyParts);
    const QStringList paths = lines[1].simplified().split(u' ', Qt::SkipEmptyParts);
    if (headings.size() != paths.size())
        return usageError(QStringLiteral("number of headers (%1) and field specifications (%2) don't match")
                              .arg(headings.size())
                              .arg(paths.size()));
    std::vector<CustomColumn> columns;
    for (qsizetype i = 0; i < headings.size(); ++i) {
        auto column = columnOf(headings[i], paths[i]);
        if (!column)
            return column.error();
        columns.push_back(std::move(column).value());
    }
    return columns;
}

Result<> readColumns(GetArguments &get, const FormatName &format, const QString &given)
{
    QString text = given;
    if (format.given == FormatName::Given::File) {
        const auto read = fileText(given);
        if (!read)
            return read.error();
        text = QString::fromStdString(*read);
    }
    auto columns = format.given == FormatName::Given::File ? columnsOfLines(text) : columnsOfText(text);
    if (!columns)
        return columns.error();
    get.customColumns = std::move(columns).value();
    return success();
}

Result<> readTemplate(GetArguments &get, const FormatName &format, const QString &given)
{
    auto text = format.given == FormatName::Given::File ? fileText(given) : Result<std::string>(given.toStdString());
    if (!text)
        return text.error();
    auto parsed = json::PathTemplate::parse(*text);
    if (!parsed)
        return usageError(QStringLiteral("error parsing jsonpath %1, %2")
                              .arg(QString::fromStdString(*text), QString::fromStdString(parsed.error().text)));
    get.templateText = std::move(text).value();
    get.pathTemplate = std::move(parsed).value();
    return success();
}

} // namespace

QStringList outputFormatNames()
{
    QStringList names;
    for (const FormatName &format : Formats) {
        const bool isTold = format.given != FormatName::Given::Nothing;
        if (format.format != OutputFormat::Table)
            names += QLatin1String(format.name) + (isTold ? QStringLiteral("=") : QString());
    }
    return names;
}

Result<> readOutputFormat(GetArguments &get, const QString &format, const QString &templateText)
{
    const qsizetype equals = format.indexOf(u'=');
    const QString name = format.left(equals);
    const auto found = std::find_if(Formats.begin(), Formats.end(),
                                    [&name](const FormatName &known) { return name == QLatin1String(known.name); });
    const bool isKnown = found != Formats.end();
    if (!isKnown || (equals >= 0 && (found->given == FormatName::Given::Nothing || !templateText.isEmpty())))
        return noSuchFormat(format);
    const QString given = equals >= 0 ? format.mid(equals + 1) : templateText;
    get.format = found->format;
    if (found->given == FormatName::Given::Nothing)
        return name.isEmpty() && !given.isEmpty() ? Result<>(noSuchFormat(QStringLiteral("template"))) : success();
    const bool isColumns = found->format == OutputFormat::CustomColumns;
    if (given.isEmpty())
        return usageError(isColumns ? QStringLiteral("custom-columns format specified but no custom columns given")
                                    : QStringLiteral("template format specified but no template given"));
    return isColumns ? readColumns(get, *found, given) : readTemplate(get, *found, given);
}

} // namespace wk
