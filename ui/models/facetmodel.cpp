// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facetmodel.h"

#include "ui/models/seenwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <algorithm>

namespace wk {

namespace {

const char *listedName()
{
    return rowTypeName(EntryType::Added, EntryClass::Initial);
}

/// Whose glyph stands before the word.
std::optional<EntryType> typeOf(QStringView word)
{
    if (word == QLatin1String(listedName()))
        return EntryType::List;
    for (int type = 0; type <= int(EntryType::Gap); ++type) {
        if (word == QLatin1String(typeName(EntryType(type))))
            return EntryType(type);
    }
    return {};
}

bool isListedType(Facet field, const QString &value)
{
    return field == Facet::Type && value == QLatin1String(listedName());
}

bool isWriter(std::string_view name, Facet field, const QString &value)
{
    return field == Facet::Manager && value == QLatin1String(name.data(), qsizetype(name.size()));
}

} // namespace

QString FacetModel::fieldTitle(Facet field)
{
    switch (field) {
    case Facet::Type: return tr("Type");
    case Facet::Kind: return tr("Kind");
    case Facet::Cluster: return tr("Cluster");
    case Facet::Namespace: return tr("Namespace");
    case Facet::Manager: return tr("Manager");
    case Facet::Class: return tr("Class");
    }
    return {};
}

std::vector<FacetModel::Row> FacetModel::rowsOf(const std::vector<FacetSection> &sections)
{
    std::vector<Row> rows;
    for (const FacetSection &section : sections) {
        if (section.values.empty())
            continue;
        Row heading;
        heading.field = section.field;
        heading.isHeading = true;
        rows.push_back(heading);
        qint64 largest = 1;
        for (const FacetValue &value : section.values)
            largest = std::max(largest, value.count);
        for (const FacetValue &value : section.values) {
            Row row;
            row.field = section.field;
            row.value = value;
            row.shown = displayText(value.value.toStdString());
            if (section.field == Facet::Class)
                row.shown = classWord(value.value).value_or(row.shown);
            if (isWriter(DoubtedWriter, row.field, value.value))
                row.shown = tr("? in doubt", "who wrote an update");
            if (isWriter(ServersWriter, row.field, value.value))
                row.shown = tr("server", "who wrote an update");
            if (isWriter(NobodysWriter, row.field, value.value))
                row.shown = tr("nobody known", "who wrote an update");
            row.share = double(value.count) / double(largest);
            if (section.field == Facet::Type)
                row.glyph = typeOf(value.value);
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

void FacetModel::setSections(std::vector<FacetSection> sections)
{
    std::vector<Row> rows = rowsOf(sections);
    const auto isSameRow = [](const Row &a, const Row &b) {
        return a.field == b.field && a.isHeading == b.isHeading && a.value.value == b.value.value;
    };
    if (std::ranges::equal(rows, m_rows, isSameRow)) {
        m_rows = std::move(rows);
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

QModelIndex FacetModel::rowOf(Facet field, const QString &value) const
{
    const auto row =
        std::ranges::find_if(m_rows, [&](const Row &each) { return each.field == field && each.value.value == value; });
    return row == m_rows.end() ? QModelIndex() : index(int(row - m_rows.begin()));
}

QStringList FacetModel::values(Facet field) const
{
    QStringList values;
    for (const Row &row : m_rows) {
        if (row.field == field && !row.isHeading)
            values.append(row.value.value);
    }
    return values;
}

std::vector<FacetSection> FacetModel::inPlace(std::vector<FacetSection> sections, Facet upTo) const
{
    bool isAbove = true;
    for (FacetSection &section : sections) {
        isAbove = isAbove && section.field != upTo;
        const QStringList order = values(section.field);
        if (isAbove)
            std::erase_if(section.values, [&order](const FacetValue &value) { return !order.contains(value.value); });
        std::ranges::stable_sort(section.values, {}, [&order](const FacetValue &value) {
            const auto place = order.indexOf(value.value);
            return place < 0 ? order.size() : place;
        });
    }
    return sections;
}

int FacetModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

bool FacetModel::isOneOfSeveral(int row) const
{
    return std::ranges::count_if(m_rows, [field = m_rows[std::size_t(row)].field](const Row &other) {
               return other.field == field && other.value.choice == FilterChoice::Only;
           }) > 1;
}

/// What pointing at the value does.
QString FacetModel::hint(int row) const
{
    switch (m_rows[std::size_t(row)].value.choice) {
    case FilterChoice::None: break;
    case FilterChoice::Only:
        return isOneOfSeveral(row) ? tr("Click: only this. Ctrl+click: no longer ask for this. Shift+click: not this.")
                                   : tr("Click: no longer ask for this. Shift+click: not this.");
    case FilterChoice::Not: return tr("Click: only this. Ctrl+click: this too. Shift+click: no longer leave this out.");
    }
    return tr("Click: only this. Ctrl+click: this too. Shift+click: not this.");
}

QString FacetModel::meaning(const Row &row)
{
    if (row.field == Facet::Class) {
        for (int origin = 0; origin <= int(EntryClass::Replayed); ++origin) {
            if (row.value.value == QLatin1String(className(EntryClass(origin))))
                return classMeaning(EntryClass(origin));
        }
    }
    if (isListedType(row.field, row.value.value))
        return tr("Objects that were there when watching began. Nobody saw them come.");
    if (isWriter(DoubtedWriter, row.field, row.value.value))
        return tr(
            "Updates that no field manager accounts for. WHO shows, after a question mark, who it may have been.");
    if (isWriter(ServersWriter, row.field, row.value.value))
        return tr("Updates that no field manager accounts for: of what the server keeps itself.");
    if (isWriter(NobodysWriter, row.field, row.value.value))
        return tr("Updates that no field manager accounts for: nobody owns what changed.");
    const auto likely = int(row.value.likely);
    return likely == 0 ? row.shown
                       : row.shown + u'\n' +
                             format::counted(tr("%n of these are likely, not certain: it owns what changed, but no "
                                                "managedFields entry was updated.",
                                                nullptr, likely),
                                             likely);
}

QString FacetModel::spoken(const Row &row) const
{
    if (row.isHeading)
        return fieldTitle(row.field);
    const auto count = int(row.value.count);
    const bool areObjects = isListedType(row.field, row.value.value);
    const QString words = areObjects ? tr("%1, %n objects", nullptr, count) : tr("%1, %n events", nullptr, count);
    QString counted = format::counted(words, count).arg(row.shown);
    if (const auto likely = int(row.value.likely); likely > 0)
        counted = format::counted(tr("%1, %n of them likely", nullptr, likely), likely).arg(counted);
    switch (row.value.choice) {
    case FilterChoice::None: break;
    case FilterChoice::Only: return tr("%1, only these").arg(counted);
    case FilterChoice::Not: return tr("%1, not these").arg(counted);
    }
    return counted;
}

QVariant FacetModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return row.isHeading ? fieldTitle(row.field) : row.shown;
    case Qt::ToolTipRole: return row.isHeading ? QVariant() : safeToolTip(meaning(row) + u'\n' + hint(index.row()));
    case Qt::AccessibleTextRole: return spoken(row);
    case SortRole: return row.isHeading ? qint64(row.field) : row.value.count;
    case FieldRole: return int(row.field);
    case ValueRole: return row.value.value;
    case CountRole: return row.value.count;
    case LikelyRole: return row.value.likely;
    case ShareRole: return row.share;
    case ChoiceRole: return int(row.value.choice);
    case HeadingRole: return row.isHeading;
    default: return {};
    }
}

Qt::ItemFlags FacetModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    if (isHeading(index.row()))
        return Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace wk
