// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/tablecopy.h"

#include "core/recording/csvwriter.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/table/tableexport.h"

#include <QStringList>

#include <algorithm>
#include <map>

namespace wk {

namespace {

constexpr int textGap = 3;

/// Titles first, then the rows; the mark, which has no text, left out.
std::vector<QStringList> cells(const TableExcerpt &excerpt)
{
    std::vector<QStringList> lines(excerpt.rows.size() + 1);
    for (const int column : excerpt.columns) {
        const TableColumn &what = excerpt.model.tableColumns()[static_cast<std::size_t>(column)];
        if (what.kind == TableColumn::Kind::Mark)
            continue;
        lines[0].append(what.title);
        for (std::size_t i = 0; i < excerpt.rows.size(); ++i)
            lines[i + 1].append(excerpt.model.text(excerpt.rows[i], column));
    }
    return lines;
}

/// How many characters the longest cell of each column has.
std::vector<qsizetype> widthsOf(const std::vector<QStringList> &lines)
{
    std::vector<qsizetype> widths(static_cast<std::size_t>(lines.front().size()));
    for (const QStringList &line : lines) {
        for (std::size_t column = 0; column < widths.size(); ++column)
            widths[column] = std::max(widths[column], line[static_cast<qsizetype>(column)].size());
    }
    return widths;
}

/// A word as a POSIX shell takes it to the letter.
QString shellWord(const QString &word)
{
    static const QString plain = QStringLiteral("-._/:@%+=,");
    const bool isPlain =
        !word.isEmpty() && !word.startsWith(QLatin1Char('-')) && std::ranges::all_of(word, [](QChar c) {
            return (c.unicode() < 128 && c.isLetterOrNumber()) || plain.contains(c);
        });
    if (isPlain)
        return word;
    QString quoted = word;
    return QLatin1Char('\'') + quoted.replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

} // namespace

QString asText(const TableExcerpt &excerpt)
{
    const std::vector<QStringList> lines = cells(excerpt);
    const std::vector<qsizetype> widths = widthsOf(lines);
    QString text;
    for (const QStringList &line : lines) {
        for (qsizetype column = 0; column < line.size(); ++column) {
            const bool isLast = column + 1 == line.size();
            const qsizetype width = widths[static_cast<std::size_t>(column)] + textGap;
            text += isLast ? line[column] : line[column].leftJustified(width);
        }
        text += QLatin1Char('\n');
    }
    return text;
}

QString asCsv(const TableExcerpt &excerpt, WallTime now)
{
    std::vector<TableColumn> columns;
    for (const int column : excerpt.columns)
        columns.push_back(excerpt.model.tableColumns()[static_cast<std::size_t>(column)]);
    std::string text = csvRecord(tableCsvHead(columns));
    for (const int number : excerpt.rows)
        text += csvRecord(tableCsvCells(columns, tableCsvRow(excerpt.model, number), now));
    // Where it is pasted an end of the last line would make one more.
    return QString::fromStdString(text).trimmed();
}

QString asKubectl(const TableExcerpt &excerpt, const QString &context)
{
    std::map<std::string, QStringList> names;
    for (const int row : excerpt.rows) {
        const Object &object = *excerpt.model.rowAt(row).object;
        names[object.ns].append(shellWord(QString::fromStdString(object.name)));
    }
    const QString kubectl = QStringLiteral("kubectl ") +
                            (context.isEmpty() ? QString() : QStringLiteral("--context=") + shellWord(context) + u' ') +
                            QStringLiteral("get ") +
                            shellWord(QString::fromStdString(excerpt.model.resource().gvr.qualifiedName()));
    QStringList lines;
    for (const auto &[ns, objects] : names) {
        const QString space = ns.empty() ? QString() : QStringLiteral(" -n ") + shellWord(QString::fromStdString(ns));
        lines.append(kubectl + space + u' ' + objects.join(u' '));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace wk
