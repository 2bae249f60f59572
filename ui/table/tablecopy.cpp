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

QString inColumns(std::size_t lines, std::size_t columns, const CellText &cell)
{
    std::vector<qsizetype> widths(columns);
    for (std::size_t line = 0; line < lines; ++line) {
        for (std::size_t column = 0; column < columns; ++column)
            widths[column] = std::max(widths[column], cell(line, column).size());
    }
    QString text;
    for (std::size_t line = 0; line < lines; ++line) {
        for (std::size_t column = 0; column < columns; ++column) {
            const QString &word = cell(line, column);
            text += column + 1 == columns ? word : word.leftJustified(widths[column] + textGap);
        }
        text += QLatin1Char('\n');
    }
    return text;
}

QString asText(const TableExcerpt &excerpt)
{
    const std::vector<QStringList> lines = cells(excerpt);
    return inColumns(lines.size(), static_cast<std::size_t>(lines.front().size()),
                     [&lines](std::size_t line, std::size_t column) -> const QString & {
                         return lines[line][static_cast<qsizetype>(column)];
                     });
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

QString asKubectl(const TableExcerpt &excerpt, const KubectlOptions &optionsFor)
{
    std::map<std::pair<QList<std::pair<QString, QString>>, std::string>, QStringList> names;
    for (const int row : excerpt.rows) {
        const Object &object = *excerpt.model.rowAt(row).object;
        names[{optionsFor(excerpt.model.refAt(row).cluster), object.ns}].append(
            shellWord(QString::fromStdString(object.name)));
    }
    const QString kind = shellWord(QString::fromStdString(excerpt.model.resource().gvr.qualifiedName()));
    QStringList lines;
    for (const auto &[where, objects] : names) {
        const auto &[options, ns] = where;
        QString kubectl = QStringLiteral("kubectl ");
        for (const auto &[option, value] : options)
            kubectl += option + u'=' + shellWord(value) + u' ';
        kubectl += QStringLiteral("get ") + kind;
        const QString space = ns.empty() ? QString() : QStringLiteral(" -n ") + shellWord(QString::fromStdString(ns));
        lines.append(kubectl + space + u' ' + objects.join(u' '));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace wk
