// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/windowstate.h"
#include "ui/style/phase.h"

#include <QAbstractListModel>

#include <optional>
#include <vector>

namespace wk {

/// What stands before a fact.
enum class FactMark : quint8 { None, Phase, Warning, Normal };

/// Whether there is more to say of a fact, which the facts behind it tell while it is open.
enum class Disclosure : quint8 { None, Closed, Open };

/// One thing that the inspector says of an object. Texts are made safe for a screen by whoever made them.
struct Fact {
    bool isHeading = false;
    FactMark mark = FactMark::None;
    Phase phase = Phase::None; ///< with FactMark::Phase
    QString label;
    QString value;
    QString detail;                ///< below, wrapped
    bool isMoment = false;         ///< the label is a time, and what it says stands behind it
    bool isMono = false;           ///< the value is a name, a path, an image
    bool isBad = false;            ///< the value stands in the ink of what failed
    std::optional<WallTime> since; ///< told as an age at the right, ticking
    int count = 0;                 ///< of a series; told when above 1
    std::optional<ObjectRef> link; ///< what a click selects
    QString filterTerm;            ///< what "only this" asks for; empty: not offered
    Disclosure disclosure = Disclosure::None;
    bool isInner = false; ///< of the fact before it that is open
    bool isOver = false;  ///< of what is no more: dimmer
    QString word;         ///< at the right, instead of the age
    QString tip;          ///< plain text; instead of the time in full
    QString key;          ///< names the fact while what it says changes; empty: it is what it says

    bool operator==(const Fact &) const = default;
};

/// A message of several lines, made safe line by line.
QString factText(std::string_view message);

/// A list of facts under headings. Gui thread.
class FactsModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { SortRole = Qt::UserRole };

    using QAbstractListModel::QAbstractListModel;

    /// Rows that stay are only changed; of the others at most one stretch goes and one comes.
    void setFacts(std::vector<Fact> facts);
    /// Ages are counted to this moment.
    void setNow(WallTime now);

    const Fact &fact(int row) const { return m_facts[std::size_t(row)]; }
    /// Which fact has that key; -1: none.
    int rowOf(const QString &key) const;
    /// Whether any fact can be opened.
    bool hasDisclosures() const { return m_hasDisclosures; }
    /// "×12 · 22 m": the count and the age or the word, as far as there are.
    QString rightText(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    QString spoken(int row) const;

    std::vector<Fact> m_facts;
    WallTime m_now{};
    bool m_hasDisclosures = false;
};

} // namespace wk
