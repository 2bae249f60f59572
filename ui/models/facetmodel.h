// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/facetvalues.h"
#include "core/query/filteredit.h"

#include <QAbstractListModel>

#include <optional>
#include <vector>

namespace wk {

struct FacetValue {
    QString value; ///< as the filter language writes it
    qint64 count = 0;
    FilterChoice choice = FilterChoice::None;
    qint64 likely = 0; ///< of the count, as FacetCount

    bool operator==(const FacetValue &) const = default;
};

struct FacetSection {
    Facet field = Facet::Type;
    std::vector<FacetValue> values;
};

/// Sections of values with their counts, one under the other: a heading's row, then a row a value. Gui
/// thread.
class FacetModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole, ///< the count; of a heading its field
        FieldRole,               ///< Facet as int
        ValueRole,               ///< QString; empty for a heading
        CountRole,               ///< qint64
        LikelyRole,              ///< qint64, of these: what the value may have written, which nobody says
        ShareRole,               ///< of the section's largest count, 0 to 1
        ChoiceRole,              ///< FilterChoice as int
        HeadingRole,             ///< bool
    };

    using QAbstractListModel::QAbstractListModel;

    /// Values that stay keep their rows; only when values come or go is the list made anew.
    void setSections(std::vector<FacetSection> sections);
    /// The sections in an order in which none of the rows down to those of `upTo` moves: values stand as they do now,
    /// and others behind them, but nowhere above that section.
    std::vector<FacetSection> inPlace(std::vector<FacetSection> sections, Facet upTo) const;
    /// Invalid when there is none; without a value the section's heading.
    QModelIndex rowOf(Facet field, const QString &value) const;
    /// In the order of their rows.
    QStringList values(Facet field) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

    bool isHeading(int row) const { return m_rows[std::size_t(row)].isHeading; }

    /// Whether others of the row's section are asked for, too.
    bool isOneOfSeveral(int row) const;

    /// The type whose glyph stands before the value; only in the section of types.
    std::optional<EntryType> glyph(int row) const { return m_rows[std::size_t(row)].glyph; }

    static QString fieldTitle(Facet field);

private:
    struct Row {
        Facet field = Facet::Type;
        bool isHeading = false;
        FacetValue value;
        QString shown; ///< the value, made safe for a screen
        double share = 0;
        std::optional<EntryType> glyph;
    };

    static std::vector<Row> rowsOf(const std::vector<FacetSection> &sections);
    static QString meaning(const Row &row);
    QString hint(int row) const;
    QString spoken(const Row &row) const;

    std::vector<Row> m_rows;
};

} // namespace wk
